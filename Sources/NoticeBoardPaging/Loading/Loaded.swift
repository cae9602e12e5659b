public import NoticeBoardBase

/// The state of a value that is loaded as a whole: a menu, a profile, a post with its replies.
public struct Loaded<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The value; `nil` before the first load.
    ///
    /// It stays during a refresh, and if one fails.
    public var value: Value?
    /// The phase of the first load or of a refresh.
    public var phase: LoadPhase
    /// Whether the value was stored by an earlier launch, and not refreshed since.
    public var isStale: Bool

    /// Creates a state, by default of a value that was not requested.
    public init(_ value: Value? = nil, phase: LoadPhase = .idle, isStale: Bool = false) {
        self.value = value
        self.phase = phase
        self.isStale = isStale
    }

    /// The error of the last load, if it failed.
    public var failure: NoticeBoardError? { phase.failure }
}
