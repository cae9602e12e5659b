import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

/// How many posts a page of a paginator or a screen has.
private let pageSize = 30

/// Pages by the position that the page before named.
extension NoticeBoardService {
    /// The posts of a board from `position` on, or from the first, as many as a page has in nearly every client: 30.
    ///
    /// Positions come from the page before. Throws `invalidInput` for a cursor, which the service does not know.
    public func postPage(in board: Board.ID, at position: PagePosition?) async throws -> Page<Post> {
        try await postPage(in: board, offset: position.offset(), limit: pageSize)
    }

    /// The posts of a board that hold `keyword` in the fields that `target` names, from `position` on, likewise.
    public func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, at position: PagePosition?
    ) async throws -> Page<Post> {
        try await searchPage(keyword, in: board, target: target, offset: position.offset(), limit: pageSize)
    }
}

extension PagePosition? {
    /// The index of the page's first post; the service knows no cursors.
    fileprivate func offset() throws(NoticeBoardError) -> Int {
        switch self {
        case nil: 0
        case .offset(let offset)?: offset
        case .cursor?: throw NoticeBoardError(.invalidInput, "The board service pages by offset.", remedy: .fixInput(.position))
        }
    }
}
