/// What a person wants of one thing that is so or not, such as a like, at a service that can only toggle it.
///
/// However often the person taps, one request is on its way at a time, and the last tap counts. Where what was shown was right,
/// two toggles do at most; after an answer that got lost, which may have toggled or not, one look tells.
///
/// ```swift
/// var wish = WishMachine()
/// wish.handle(.want(true, confirmed: false))       // .toggle; wish.wanted == true
/// wish.handle(.isSo(true))                         // nil;     wish.wanted == nil: it is so
/// ```
package struct WishMachine: Sendable, Equatable {
    /// What can happen to a wish.
    package enum Event: Sendable, Equatable {
        /// The person wants it to be so, or not; `confirmed` is what the service said last.
        case want(Bool, confirmed: Bool)
        /// The service answered: this is so now.
        case isSo(Bool)
        /// The service refused.
        case refused
        /// No answer came: what was asked for may have happened.
        case lost
    }

    /// What is to be asked of the service.
    package enum Effect: Sendable, Equatable {
        /// Make it so if it is not, and the other way round.
        case toggle
        /// Say what is so.
        case look
    }

    /// What is to be shown while the service has not confirmed it; nothing when nothing is wanted.
    package private(set) var wanted: Bool?
    /// What is on its way.
    package private(set) var asked: Effect?
    private var isSo = false
    /// Whether an answer got lost, so that nobody knows what is so.
    private var isUnsure = false
    /// How often it was toggled since the person tapped last.
    private var toggles = 0

    /// Whether nothing is wanted, on its way or to be looked at first.
    var isAtRest: Bool { wanted == nil && asked == nil && !isUnsure }

    /// Nothing is wanted.
    package init() {}

    /// Takes in what happened, and says what to ask for.
    package mutating func handle(_ event: Event) -> Effect? {
        switch event {
        case .want(let value, let confirmed):
            (wanted, toggles) = (value, 0)
            guard asked == nil else { return nil }
            isSo = confirmed
        case .isSo(let value):
            guard asked != nil else { return nil }
            (asked, isSo, isUnsure) = (nil, value, false)
        case .refused:
            (asked, wanted) = (nil, nil)
            return nil
        case .lost:
            guard let lost = asked else { return nil }
            (asked, isUnsure) = (nil, true)
            // A look that is lost too: the wish is given up, and the next one begins with a look.
            if lost == .look { wanted = nil }
        }
        return goOn()
    }

    private mutating func goOn() -> Effect? {
        guard let wanted else { return nil }
        if isUnsure {
            asked = .look
        } else if wanted != isSo, toggles < 3 {
            toggles += 1
            asked = .toggle
        } else {
            // It is so; or it was asked for three times, and the service says each time that it is not.
            self.wanted = nil
        }
        return asked
    }
}
