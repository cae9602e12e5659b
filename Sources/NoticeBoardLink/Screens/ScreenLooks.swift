import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// Makes the look of a screen's rows, another one only where something in it is another.
@MainActor final class ScreenLooks {
    private let live: LinkLive
    private let clock: ScreenClock
    private let language: Language
    private var last: LinkRowBuilder

    init(_ live: LinkLive, _ clock: ScreenClock, _ language: Language) {
        (self.live, self.clock, self.language) = (live, clock, language)
        last = LinkRowBuilder(me: live.user, now: clock.state, language: language)
    }

    /// What a look is made of.
    var sources: [any StateSource] { [live.likes, live.hiding, live.hiding.isKnown, clock] }

    /// A list as it may be shown: without rows until it is known which of them are hidden, and after the session's end.
    func shown(_ feed: FeedState<LinkPost>) -> FeedState<LinkPost> {
        guard live.isOver || !live.hiding.isKnown.state else { return feed }
        var empty = FeedState<LinkPost>()
        (empty.wasRequested, empty.refresh) = (feed.wasRequested, feed.refresh)
        return empty
    }

    /// A value as it may be shown: `nil` until it is known what is hidden, and after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> { live.shown(loaded) }

    /// How rows look now.
    var look: LinkRowBuilder {
        let (likes, hidden) = (live.likes.state, live.hiding.state)
        if last.now != clock.state || last.likes != likes || last.hidden != hidden {
            last = LinkRowBuilder(me: live.user, now: clock.state, language: language, likes: likes, hidden: hidden)
        }
        return last
    }
}

extension LinkLive {
    /// A value as it may be shown: `nil` until it is known what is hidden, and after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> {
        isOver || !hiding.isKnown.state ? Loaded(phase: loaded.phase) : loaded
    }
}
