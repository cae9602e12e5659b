import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

/// How many posts a page of the paginators has, as in nearly every client of the service.
let pageSize = 30

extension NoticeBoardService {
    /// All posts of a board, page by page as they are needed, in the server's order.
    ///
    /// ```swift
    /// for try await post in client.posts(in: board.id) { print(post.title) }
    /// ```
    public func posts(in board: Board.ID) -> Paginator<Post> {
        let service = inServerOrder
        return Paginator { position in try await service.postPage(in: board, offset: position.offset(), limit: pageSize) }
    }

    /// All posts of a board that hold `keyword` in the fields that `target` names, page by page as they are needed.
    ///
    /// ```swift
    /// let hits = try await client.search("검색", in: board.id, target: .title).loadAll { show($0.fraction) }
    /// ```
    public func search(_ keyword: String, in board: Board.ID, target: SearchTarget) -> Paginator<Post> {
        let service = inServerOrder
        return Paginator { position in
            try await service.searchPage(keyword, in: board, target: target, offset: position.offset(), limit: pageSize)
        }
    }
}

extension PagePosition? {
    /// The index of the page's first post; the service knows no cursors.
    func offset() throws(NoticeBoardError) -> Int {
        switch self {
        case nil: 0
        case .offset(let offset)?: offset
        case .cursor?: throw NoticeBoardError(.invalidInput, "The board service pages by offset.", remedy: .fixInput("position"))
        }
    }
}
