public import NoticeBoardBase

/// How a part of a feed's loading stands: its refreshing, or the loading of more.
public enum LoadPhase: Sendable, Hashable {
    /// Nothing is under way.
    case idle
    /// A load is under way; it is slow once it has lasted so long that a spinner should be shown.
    case loading(isSlow: Bool)
    /// The last load failed.
    case failed(NoticeBoardError)

    /// Whether a load is under way.
    public var isLoading: Bool { if case .loading = self { true } else { false } }
    /// Whether a spinner should be shown.
    public var showsSpinner: Bool { self == .loading(isSlow: true) }
    /// Why the last load failed, when it did.
    public var failure: NoticeBoardError? { if case .failed(let error) = self { error } else { nil } }
}
