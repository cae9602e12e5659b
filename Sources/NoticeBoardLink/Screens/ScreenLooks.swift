import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// Makes the look of a screen's rows, another one only where something in it is another.
@MainActor final class ScreenLooks {
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
        (empty.wasRequested, empty.refresh) = (feed.wasRequested, feed.refresh)
        if !context.isOver, feed.isLoaded { empty.refresh = .loading(isSlow: false) }
        return empty
    }

    /// Returns a value as it may be shown: loading until the block list was read, and `nil` after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> { context.shown(loaded) }

    /// How rows look now.
    var look: LinkRowBuilder {
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
