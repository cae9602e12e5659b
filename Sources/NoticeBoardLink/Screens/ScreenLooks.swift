import Foundation
import NoticeBoardBase

/// Makes the look of a screen's rows, another one only where something in it is another.
@MainActor final class ScreenLooks {
    private let live: LinkLive
    private let clock: ScreenClock
    private let language: Language
    private var last: LinkLook

    init(_ live: LinkLive, _ clock: ScreenClock, _ language: Language) {
        (self.live, self.clock, self.language) = (live, clock, language)
        last = LinkLook(me: live.user, now: clock.state, language: language)
    }

    /// What a look is made of.
    var sources: [any StateSource] { [live.likes, live.hiding, clock] }

    /// How rows look now.
    var look: LinkLook {
        let (likes, hidden) = (live.likes.state, live.hiding.state)
        if last.now != clock.state || last.likes != likes || last.hidden != hidden {
            last = LinkLook(me: live.user, now: clock.state, language: language, likes: likes, hidden: hidden)
        }
        return last
    }
}
