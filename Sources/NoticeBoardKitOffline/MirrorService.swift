import NoticeBoardBase
public import NoticeBoardKit
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardSearch

extension BoardMirror {
    /// A board service that uses the network, and the mirror if the network is unavailable.
    ///
    /// ```swift
    /// let list = PostList(service: mirror.offlineFallback, selection: selection)     // goes on without a network
    /// ```
    ///
    /// Without a network, a search covers only stored posts. A board that is not stored, and posts below the stored ones, throw
    /// the network's error.
    ///
    /// After a failure of the network, the device answers first for at least ten seconds, except for boards and first pages: a
    /// refresh asks the network, and scrolling does not wait for it again. A page from the device says why it was needed, in
    /// `networkFailure`.
    public var offlineFallback: any NoticeBoardService { MirrorService(boards: self) }
}

private struct MirrorService: NoticeBoardService {
    let boards: BoardMirror

    private var mirror: Mirror<Post> { boards.mirror }

    func boards() async throws -> [Board] {
        try await mirror.answer(isFirst: true) {
            try await boards.online.boards()
        } stored: { _ in
            let stored = try await boards.boards()
            return stored.isEmpty ? nil : stored
        }
    }

    func boardPage() async throws -> Page<Board> {
        try await mirror.answer(isFirst: true) {
            try await boards.online.boardPage()
        } stored: { failure in
            let stored = try await boards.boards()
            return stored.isEmpty ? nil : Page(items: stored, networkFailure: failure)
        }
    }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        try NoticeBoardClient.check(offset: offset, limit: limit)
        return try await mirror.page(of: board.listName, at: offset == 0 ? nil : .offset(offset), limit: limit)
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> {
        try NoticeBoardClient.check(offset: offset, limit: limit)
        return try await mirror.answer(isFirst: offset == 0) {
            try await mirror.checkingAccess(to: board.listName) {
                try await boards.online.searchPage(keyword, in: board, target: target, offset: offset, limit: limit)
            }
        } stored: { failure in
            try await storedHits(of: keyword, in: board, target: target, offset: offset, limit: limit, failure)
        }
    }

    private func storedHits(
        of keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int, _ failure: NoticeBoardError
    ) async throws -> Page<Post>? {
        guard try await boards.mirroredBoards().contains(board) else { return nil }
        var posts: [Post] = []
        var index = 0
        for try await match in boards.search(Highlighter(keyword), target: target, in: [board]) {
            if index >= offset { posts.append(match.post) }
            index += 1
            if posts.count > limit { break }
        }
        posts = Array(posts.prefix(limit))
        let stored = try await boards.posts(in: board, limit: 0)
        let isEnd = stored.isComplete && index - offset <= limit
        // Matches below the stored posts are unknown.
        if posts.isEmpty, offset > 0, !isEnd { return nil }
        // Only the service knows how many posts match.
        return Page(
            items: posts, next: isEnd || posts.isEmpty ? nil : .offset(offset + posts.count),
            storedAt: try await mirror.date(of: board.listName), networkFailure: failure)
    }
}
