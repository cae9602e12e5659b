public import Foundation
public import NoticeBoardBase
import NoticeBoardPaging

/// Builds the rows of a screen for one account, time and language, with pending likes and hidden content.
///
/// All rows of a screen share one builder. Pending likes exist only here, so a list needs no rollback when the service refuses
/// one.
public struct LinkRowBuilder: Sendable, Equatable {
    /// The account that looks at the posts.
    public let me: LinkUser.ID
    /// The time from which ages are counted.
    public let now: Date
    /// The language of texts.
    public let language: Language
    /// The likes that the user asked for and the service has not confirmed.
    public let likes: [LinkPost.ID: Bool]
    /// The accounts, posts and replies that are not shown.
    public let hidden: LinkHidden

    /// Creates the look of posts for the account `me` at `now`.
    public init(
        me: LinkUser.ID, now: Date = Date(), language: Language = .preferred, likes: [LinkPost.ID: Bool] = [:],
        hidden: LinkHidden = LinkHidden()
    ) {
        self.me = me
        self.now = now
        self.language = language
        self.likes = likes
        self.hidden = hidden
    }
}

/// Makes a screen's row builder, and replaces it only when one of its inputs changes.
@MainActor final class ScreenRowBuilder {
    private let context: LinkContext
    private let clock: ScreenClock
    private let language: Language
    private var last: LinkRowBuilder

    init(_ context: LinkContext, _ clock: ScreenClock, _ language: Language) {
        (self.context, self.clock, self.language) = (context, clock, language)
        last = LinkRowBuilder(me: context.user, now: clock.state, language: language)
    }

    /// The inputs of the builder.
    var sources: [any StateSource] { [context.likes, context.hiding, context.hiding.isKnown, clock] }

    /// Returns the list to show: loading until the block list is read, and empty after the session's end.
    func shown(_ feed: FeedState<LinkPost>) -> FeedState<LinkPost> {
        guard context.isOver || !context.hiding.isKnown.state else { return feed }
        var empty = FeedState<LinkPost>()
        (empty.wasRequested, empty.refresh, empty.isStale) = (feed.wasRequested, feed.refresh, feed.isStale)
        if !context.isOver, feed.isLoaded { empty.refresh = .loading(isSlow: false) }
        return empty
    }

    /// The current row builder.
    var builder: LinkRowBuilder {
        let (likes, hidden) = (context.likes.state, context.hiding.state)
        if last.now != clock.state || last.likes != likes || last.hidden != hidden {
            last = LinkRowBuilder(me: context.user, now: clock.state, language: language, likes: likes, hidden: hidden)
        }
        return last
    }
}

extension LinkContext {
    /// Returns the value to show: loading until the block list is read, and `nil` after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> {
        if isOver { return Loaded(phase: loaded.phase) }
        if hiding.isKnown.state { return loaded }
        return Loaded(phase: loaded.value == nil ? loaded.phase : .loading(isSlow: false))
    }
}
