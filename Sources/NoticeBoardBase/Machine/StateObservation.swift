/// A token that keeps an observation alive until it is cancelled or released.
public final class StateObservation: Sendable {
    private let end: @Sendable () -> Void

    package init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends the observation.
    ///
    /// After this returns on the main actor, its closure is released and not called again.
    public func cancel() { end() }
}
