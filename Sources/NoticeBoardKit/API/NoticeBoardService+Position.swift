import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

/// Pages by the position that the page before named.
extension NoticeBoardService {
    /// The posts of a board from `position` on, or from the first: 30 unless told otherwise, as in nearly every client.
    ///
    /// Positions come from the page before. Throws `invalidInput` for a cursor, which the service does not know.
    public func postPage(in board: Board.ID, at position: PagePosition?, limit: Int = 30) async throws -> Page<Post> {
        try await postPage(in: board, offset: position.offset(), limit: limit)
    }

    /// The posts of a board that hold `keyword` in the fields that `target` names, from `position` on, likewise.
    public func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, at position: PagePosition?, limit: Int = 30
    ) async throws -> Page<Post> {
        try await searchPage(keyword, in: board, target: target, offset: position.offset(), limit: limit)
    }
}

extension PagePosition? {
    /// The index of the page's first post; the service knows no cursors.
    fileprivate func offset() throws(NoticeBoardError) -> Int {
        switch self {
        case nil: 0
        case .offset(let offset)?: offset
        case .cursor?, .page?:
            throw NoticeBoardError(.invalidInput, "The board service pages by offset.", remedy: .fixInput(.position))
        }
    }
}
