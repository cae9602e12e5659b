/// The wanted value of one property that the service has confirmed or not, such as a like, a vote or a rating.
///
/// At most one request is in flight, and the user's last choice wins. If the shown value was right, two requests are enough.
/// After a lost response, which may have changed the value or not, the machine fetches the value.
///
/// ```swift
/// var like = UpdateMachine<Bool>()
/// like.handle(.want(true, confirmed: false))       // .set; like.wanted == true
/// like.handle(.isNow(true))                        // nil;  like.wanted == nil: confirmed
/// ```
package struct UpdateMachine<Value: Hashable & Sendable>: Sendable, Equatable {
    /// An input of the machine.
    package enum Event: Sendable, Equatable {
        /// The user wants a value; `confirmed` is the value that the service reported last.
        case want(Value, confirmed: Value)
        /// The service responded with its current value.
        case isNow(Value)
        /// The service refused the request.
        case refused
        /// The response was lost: the request may have been carried out.
        case lost
    }

    /// A request to the service.
    package enum Effect: Sendable, Equatable {
        /// Set the wanted value.
        case set
        /// Fetch the value.
        case fetch
    }

    /// The value to show until the service confirms it; `nil` if the user wants no change.
    package private(set) var wanted: Value?
    /// The request in flight.
    package private(set) var asked: Effect?
    /// The value of the last request.
    private var sent: Value?
    /// The service's value; `nil` if it is unknown.
    private var known: Value?
    /// Whether a response was lost, so that the service's value is unknown.
    private var isUnsure = false
    /// The number of attempts since the user's last choice.
    private var attempts = 0

    /// Whether the machine wants no value, waits for no response and knows the value.
    var isAtRest: Bool { wanted == nil && asked == nil && !isUnsure }

    /// Creates a machine without a wanted value.
    package init() {}

    /// Handles an event, and returns the request to send.
    package mutating func handle(_ event: Event) -> Effect? {
        switch event {
        case .want(let value, let confirmed):
            (wanted, attempts) = (value, 0)
            guard asked == nil else { return nil }
            known = confirmed
        case .isNow(let value):
            guard asked != nil else { return nil }
            asked = nil
            known = value
            isUnsure = false
        case .refused:
            // A newer choice than the refused one stays.
            if asked == .fetch || wanted == sent { (wanted, known) = (nil, nil) }
            asked = nil
        case .lost:
            guard let lost = asked else { return nil }
            (asked, isUnsure) = (nil, true)
            // The value could not be fetched either: drop the wanted value; the next one starts by fetching.
            if lost == .fetch { wanted = nil }
        }
        return nextEffect()
    }

    private mutating func nextEffect() -> Effect? {
        guard let wanted else { return nil }
        if isUnsure {
            asked = .fetch
        } else if wanted != known, attempts < 3 {
            attempts += 1
            (asked, sent) = (.set, wanted)
        } else {
            // Confirmed, or set three times without reaching the wanted value.
            (self.wanted, known) = (nil, nil)
        }
        return asked
    }
}
