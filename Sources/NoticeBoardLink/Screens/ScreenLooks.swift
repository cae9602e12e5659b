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

    /// A list as it may be shown: without rows until it is known which of them are hidden, and after the session's end.
    func shown(_ feed: FeedState<LinkPost>) -> FeedState<LinkPost> {
        guard context.isOver || !context.hiding.isKnown.state else { return feed }
        var empty = FeedState<LinkPost>()
        (empty.wasRequested, empty.refresh) = (feed.wasRequested, feed.refresh)
        return empty
    }

    /// A value as it may be shown: `nil` until it is known what is hidden, and after the session's end.
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
    /// A value as it may be shown: `nil` until it is known what is hidden, and after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> {
        isOver || !hiding.isKnown.state ? Loaded(phase: loaded.phase) : loaded
    }
}
