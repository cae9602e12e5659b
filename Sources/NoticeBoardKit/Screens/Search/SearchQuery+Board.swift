import NoticeBoardBase
import NoticeBoardPaging
public import NoticeBoardScreens
public import NoticeBoardSearch

extension SearchQuery {
    /// Creates a query on a board; `nil` if the keyword is blank.
    public init?(_ keyword: String, target: SearchTarget, in board: Board.ID) {
        self.init(keyword, target: target, in: String(board))
    }

    /// The board.
    public var board: Board.ID { Board.ID(place) ?? 0 }
}

extension SearchPlace {
    /// The open board, or why none is open.
    init(_ selection: BoardSelection.State) {
        switch selection {
        case .pending: self = .pending(.idle)
        case .loading(let isSlow): self = .pending(.loading(isSlow: isSlow))
        case .failed(let error): self = .pending(.failed(error))
        case .open(let board): self = .open(String(board.id))
        case .nothing, .noBoards, .signedOut:
            self = .closed(NoticeBoardError(.noBoardSelected, "A search needs a board to search on."))
        }
    }
}
