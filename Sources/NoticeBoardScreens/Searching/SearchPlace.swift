public import NoticeBoardBase
public import NoticeBoardPaging

/// Where a search looks: a board, a channel, or the whole service.
public enum SearchPlace: Sendable, Hashable {
    /// No place is open yet; the phase of loading the places, for example the boards.
    ///
    /// A submitted search waits for one, and shows this phase.
    case pending(LoadPhase)
    /// This place is open; the empty ID is the whole service.
    case open(String)
    /// No place is open, for this reason; a submitted search waits until one is.
    case closed(NoticeBoardError)

    /// The whole service.
    public static let everywhere = Self.open("")

    /// The ID of the open place; `nil` if none is open.
    public var id: String? { if case .open(let id) = self { id } else { nil } }
}
