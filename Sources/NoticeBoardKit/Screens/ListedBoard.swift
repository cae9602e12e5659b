import NoticeBoardBase
import NoticeBoardPaging

/// The board whose posts a list shows: the open one, whose posts may still have to replace those of the board before.
struct ListedBoard {
    private(set) var selection = BoardSelection.State.pending
    /// The board of the loaded posts.
    private var loaded: Board.ID?
    /// Whether the visit of the open board has begun.
    private var isVisited = false
    private var gone = GoneBoard()

    /// The open board; `nil` if none is open.
    var id: Board.ID? { selection.board?.id }

    /// Follows the selection; returns whether another board is open.
    mutating func follow(_ selection: BoardSelection.State) -> Bool {
        let former = id
        self.selection = selection
        return id != former
    }

    /// Returns the posts to show: none while they are those of another board.
    mutating func shown(_ posts: FeedState<Post>) -> FeedState<Post> {
        // An observer of the posts may open another board: these are reset after it returns.
        if !posts.isLoaded { loaded = id }
        return loaded == id ? posts : FeedState()
    }

    /// Returns the open board if its visit begins: its posts were requested for the first time.
    mutating func beginVisit(_ posts: FeedState<Post>) -> Board.ID? {
        let begins = posts.wasRequested && !isVisited
        isVisited = posts.wasRequested
        return begins ? id : nil
    }

    /// Returns whether `failure` is the first one that says that the service no longer finds the board.
    mutating func wasFoundGone(_ failure: NoticeBoardError?) -> Bool { gone.isNews(failure) }
}

extension FeedState<Post> {
    /// Shows the phase of the boards' loading in place of the list's own, while there are no boards.
    mutating func showLoading(of selection: BoardSelection.State) {
        switch selection {
        case .loading(let isSlow): refresh = .loading(isSlow: isSlow)
        case .failed(let error): refresh = .failed(error)
        case .pending, .noBoards, .nothing, .signedOut, .open: break
        }
    }
}
