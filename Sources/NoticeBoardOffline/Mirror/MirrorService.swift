import Foundation
import NoticeBoardBase
public import NoticeBoardKit

extension BoardMirror {
    /// A board service that uses the network, and the mirror if the network is unavailable.
    ///
    /// ```swift
    /// let list = PostList(service: mirror.service, selection: selection)     // goes on without a network
    /// ```
    ///
    /// Without a network, a search covers only stored posts. A board that is not stored, and posts below the stored ones, throw
    /// the network's error.
    ///
    /// After a failure of the network, the device answers first for at least ten seconds, except for boards and first pages: a
    /// refresh asks the network, and scrolling does not wait for it again. A page from the device says why it was needed, in
    /// `networkFailure`.
    public var service: any NoticeBoardService { MirrorService(mirror: self) }
}

private struct MirrorService: NoticeBoardService {
    let mirror: BoardMirror

    func boards() async throws -> [Board] {
        try await answer(isFirst: true) {
            try await mirror.online.boards()
        } stored: { _ in
            let boards = try await mirror.boards()
            return boards.isEmpty ? nil : boards
        }
    }

    func boardPage() async throws -> Page<Board> {
        try await answer(isFirst: true) {
            try await mirror.online.boardPage()
        } stored: { failure in
            let boards = try await mirror.boards()
            return boards.isEmpty ? nil : Page(items: boards, networkFailure: failure)
        }
    }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        try NoticeBoardClient.check(offset: offset, limit: limit)
        return try await answer(isFirst: offset == 0) {
            try await mirror.checkingAccess(to: board) {
                try await mirror.online.postPage(in: board, offset: offset, limit: limit)
            }
        } stored: { failure in
            try await storedPage(in: board, offset: offset, limit: limit, failure)
        }
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> {
        try NoticeBoardClient.check(offset: offset, limit: limit)
        return try await answer(isFirst: offset == 0) {
            try await mirror.checkingAccess(to: board) {
                try await mirror.online.searchPage(keyword, in: board, target: target, offset: offset, limit: limit)
            }
        } stored: { failure in
            try await storedHits(of: keyword, in: board, target: target, offset: offset, limit: limit, failure)
        }
    }

    // MARK: - From the device

    private func storedPage(
        in board: Board.ID, offset: Int, limit: Int, _ failure: NoticeBoardError
    ) async throws -> Page<Post>? {
        let stored = try await mirror.posts(in: board, offset: offset, limit: limit)
        let end = offset + stored.posts.count
        let isEnd = stored.isComplete && end >= stored.count
        // Posts below the stored ones are unknown.
        if stored.posts.isEmpty, !isEnd { return nil }
        return Page(
            items: stored.posts, next: isEnd ? nil : .offset(end), total: stored.total,
            storedAt: try await date(of: board, stored), networkFailure: failure)
    }

    private func storedHits(
        of keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int, _ failure: NoticeBoardError
    ) async throws -> Page<Post>? {
        guard try await mirror.mirroredBoards().contains(board) else { return nil }
        var posts: [Post] = []
        var index = 0
        for try await match in mirror.search(Highlighter(keyword), target: target, in: [board]) {
            if index >= offset { posts.append(match.post) }
            index += 1
            if posts.count > limit { break }
        }
        posts = Array(posts.prefix(limit))
        let stored = try await mirror.posts(in: board, limit: 0)
        let isEnd = stored.isComplete && index <= offset + limit
        // Matches below the stored posts are unknown.
        if posts.isEmpty, offset > 0, !isEnd { return nil }
        // Only the service knows how many posts match.
        return Page(
            items: posts, next: isEnd || posts.isEmpty ? nil : .offset(offset + posts.count),
            storedAt: try await date(of: board, stored), networkFailure: failure)
    }

    /// Returns the date of a board's posts: that of their file before the first update has finished.
    private func date(of board: Board.ID, _ stored: MirroredPosts) async throws -> Date? {
        if let date = stored.storedAt { return date }
        return try await mirror.status(of: board).map { Date(timeIntervalSince1970: $0.modified) }
    }

    // MARK: - Network or device

    /// Returns the service's answer, or the stored one if the network can't be used.
    ///
    /// While the network is known to fail, the device is asked first, unless this is the first page, which a refresh requests.
    private func answer<Value>(
        isFirst: Bool, online: () async throws -> Value, stored: (NoticeBoardError) async throws -> Value?
    ) async throws -> Value {
        if !isFirst, let failure = mirror.outage, let value = try? await stored(failure) { return value }
        let start = mirror.time.now()
        do {
            let value = try await online()
            mirror.setOutage(nil)
            return value
        } catch let error as NoticeBoardError {
            guard NetworkOutage.isOutage(error) else {
                // The service answered.
                mirror.setOutage(nil)
                throw error
            }
            mirror.setOutage(NetworkOutage(error, from: start, to: mirror.time.now()))
            guard let value = try? await stored(error) else { throw error }
            return value
        }
    }
}
