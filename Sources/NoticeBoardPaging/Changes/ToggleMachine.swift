/// The wanted value of one on/off property, such as a like, at a service that can only toggle it.
///
/// At most one request is in flight, and the user's last tap wins. If the shown value was right, two toggles are enough. After a
/// lost response, which may have toggled the value or not, the machine looks up the value.
///
/// ```swift
/// var wish = ToggleMachine()
/// wish.handle(.want(true, confirmed: false))       // .toggle; wish.wanted == true
/// wish.handle(.isSo(true))                         // nil;     wish.wanted == nil: it is so
/// ```
package struct ToggleMachine: Sendable, Equatable {
    /// An input of the machine.
    package enum Event: Sendable, Equatable {
        /// The user wants a value; `confirmed` is the value that the service reported last.
        case want(Bool, confirmed: Bool)
        /// The service responded with its current value.
        case isSo(Bool)
        /// The service refused.
        case refused
        /// The response was lost: the request may have been carried out.
        case lost
    }

    /// A request to the service.
    package enum Effect: Sendable, Equatable {
        /// Toggle the value.
        case toggle
        /// Look up the value.
        case look
    }

    /// The value to show until the service confirms it; `nil` if the user wants no change.
    package private(set) var wanted: Bool?
    /// The request in flight.
    package private(set) var asked: Effect?
    private var isSo = false
    /// Whether a response was lost, so that the service's value is unknown.
    private var isUnsure = false
    /// The number of toggles since the user's last tap.
    private var toggles = 0

    /// Whether the machine wants no value, waits for no response and knows the value.
    var isAtRest: Bool { wanted == nil && asked == nil && !isUnsure }

    /// Creates a machine without a wanted value.
    package init() {}

    /// Handles an event, and returns the request to send.
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
            // The lookup was lost, too: drop the wanted value; the next one starts with a lookup.
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
            // Confirmed, or toggled three times without reaching the wanted value.
            self.wanted = nil
        }
        return asked
    }
}
