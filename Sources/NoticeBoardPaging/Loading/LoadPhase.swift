public import NoticeBoardBase

/// The phase of a load: of a feed's head, older pages or gap, or of a single value.
public enum LoadPhase: Sendable, Hashable {
    /// No load is running.
    case idle
    /// A load is running; it is slow once a spinner should be shown.
    case loading(isSlow: Bool)
    /// The last load failed.
    case failed(NoticeBoardError)

    /// Whether a load is running.
    public var isLoading: Bool { if case .loading = self { true } else { false } }
    /// Whether a spinner should be shown.
    public var showsSpinner: Bool { self == .loading(isSlow: true) }
    /// The error of the last load, if it failed.
    public var failure: NoticeBoardError? { if case .failed(let error) = self { error } else { nil } }
}
