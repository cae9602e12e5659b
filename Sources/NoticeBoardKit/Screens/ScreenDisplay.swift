public import NoticeBoardBase
import NoticeBoardPaging

/// What the place of a menu or a list shows: one of four things.
public enum ScreenDisplay: Sendable, Hashable {
    /// The answer is still to come: nothing, or a drawing of rows.
    case placeholder
    /// The rows.
    case items
    /// There are no rows, and what is said instead.
    case empty(EmptyText)
    /// There is nothing to show, because of this.
    case failure(NoticeBoardError)

    /// What a feed shows that says `nothingHere` where it is empty and nothing was searched.
    init(_ display: FeedDisplay, nothingHere: EmptyText) {
        self =
            switch display {
            case .placeholder: .placeholder
            case .items: .items
            case .empty(.nothingHere): .empty(nothingHere)
            case .empty(.noMatch): .empty(.noResults)
            case .empty(.notSearched): .empty(.noHistory)
            case .failure(let error): .failure(error)
            }
    }

    /// Which sentence stands where the rows would, if one does.
    public var emptyText: EmptyText? { if case .empty(let text) = self { text } else { nil } }
}
