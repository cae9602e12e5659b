public import Foundation
public import NoticeBoardBase
import NoticeBoardPaging

/// How the posts of a screen look: to whom, when, in which language, with which likes wished and whom hidden.
///
/// All rows of a screen have one look. What is wished is shown here and nowhere else, so that nothing has to be undone in a list
/// when the service refuses.
public struct LinkRowBuilder: Sendable, Equatable {
    /// In one object, so that rows of one list compare theirs at once.
    private final class Parts: Sendable {
        let me: LinkUser.ID
        let now: Date
        let language: Language
        let likes: [LinkPost.ID: Bool]
        let hidden: LinkHidden

        init(_ me: LinkUser.ID, _ now: Date, _ language: Language, _ likes: [LinkPost.ID: Bool], _ hidden: LinkHidden) {
            (self.me, self.now, self.language, self.likes, self.hidden) = (me, now, language, likes, hidden)
        }
    }

    private let parts: Parts

    /// How posts look to the account `me` at `now`.
    public init(
        me: LinkUser.ID, now: Date = Date(), language: Language = .preferred, likes: [LinkPost.ID: Bool] = [:],
        hidden: LinkHidden = LinkHidden()
    ) {
        parts = Parts(me, now, language, likes, hidden)
    }

    /// Who looks.
    public var me: LinkUser.ID { parts.me }
    /// When.
    public var now: Date { parts.now }
    /// In which language.
    public var language: Language { parts.language }
    /// Which likes are wished and not confirmed.
    public var likes: [LinkPost.ID: Bool] { parts.likes }
    /// What is not to be seen.
    public var hidden: LinkHidden { parts.hidden }

    /// Whether posts look the same by both.
    public static func == (left: Self, right: Self) -> Bool {
        left.parts === right.parts
            || left.me == right.me && left.now == right.now && left.language == right.language && left.likes == right.likes
                && left.hidden == right.hidden
    }
}

/// Makes the look of a screen's rows, another one only where something in it is another.
@MainActor final class ScreenRowBuilder {
    private let context: LinkContext
    private let clock: ScreenClock
    private let language: Language
    private var last: LinkRowBuilder

    init(_ context: LinkContext, _ clock: ScreenClock, _ language: Language) {
        (self.context, self.clock, self.language) = (context, clock, language)
        last = LinkRowBuilder(me: context.user, now: clock.state, language: language)
    }

    /// What a look is made of.
    var sources: [any StateSource] { [context.likes, context.hiding, context.hiding.isKnown, clock] }

    /// Returns a list as it may be shown: loading until the block list was read, and without rows after the session's end.
    func shown(_ feed: FeedState<LinkPost>) -> FeedState<LinkPost> {
        guard context.isOver || !context.hiding.isKnown.state else { return feed }
        var empty = FeedState<LinkPost>()
        (empty.wasRequested, empty.refresh, empty.isStale) = (feed.wasRequested, feed.refresh, feed.isStale)
        if !context.isOver, feed.isLoaded { empty.refresh = .loading(isSlow: false) }
        return empty
    }

    /// Returns a value as it may be shown: loading until the block list was read, and `nil` after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> { context.shown(loaded) }

    /// How rows look now.
    var builder: LinkRowBuilder {
        let (likes, hidden) = (context.likes.state, context.hiding.state)
        if last.now != clock.state || last.likes != likes || last.hidden != hidden {
            last = LinkRowBuilder(me: context.user, now: clock.state, language: language, likes: likes, hidden: hidden)
        }
        return last
    }
}

extension LinkContext {
    /// Returns a value as it may be shown: loading until the block list was read, and `nil` after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> {
        if isOver { return Loaded(phase: loaded.phase) }
        if hiding.isKnown.state { return loaded }
        return Loaded(phase: loaded.value == nil ? loaded.phase : .loading(isSlow: false))
    }
}
