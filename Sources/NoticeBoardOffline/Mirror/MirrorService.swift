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
    /// Without a network, a search covers only stored posts. A board that is not stored throws the network's error.
    public var service: any NoticeBoardService { MirrorService(mirror: self) }
}

private struct MirrorService: NoticeBoardService {
    let mirror: BoardMirror

    func boards() async throws -> [Board] {
        try await answer({ try await $0.boards() }) {
            let boards = try await mirror.boards()
            return boards.isEmpty ? nil : boards
        }
    }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        try NoticeBoardClient.check(offset: offset, limit: limit)
        return try await answer({ try await $0.postPage(in: board, offset: offset, limit: limit) }) {
            let kept = try await mirror.posts(in: board, offset: offset, limit: limit)
            if kept.count == 0, kept.storedAt == nil { return nil }
            let end = offset + kept.posts.count
            // The list ends after the last stored post, since the next ones are unknown.
            return Page(
                items: kept.posts, next: end < kept.count ? .offset(end) : nil, total: kept.count,
                storedAt: try await date(of: board))
        }
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> {
        try NoticeBoardClient.check(offset: offset, limit: limit)
        return try await answer({
            try await $0.searchPage(keyword, in: board, target: target, offset: offset, limit: limit)
        }) {
            guard try await mirror.mirroredBoards().contains(board) else { return nil }
            var (posts, place) = ([Post](), 0)
            for try await match in mirror.search(Highlighter(keyword), target: target, in: [board]) {
                if place >= offset { posts.append(match.post) }
                place += 1
                if posts.count > limit { break }
            }
            let hasMore = posts.count > limit
            return Page(
                items: Array(posts.prefix(limit)), next: hasMore ? .offset(offset + limit) : nil, total: hasMore ? nil : place,
                storedAt: try await date(of: board))
        }
    }

    /// The date of a board's posts: that of their file before the first update has finished.
    private func date(of board: Board.ID) async throws -> Date? {
        if let date = try await mirror.posts(in: board, limit: 0).storedAt { return date }
        return try await mirror.status(of: board).map { Date(timeIntervalSince1970: $0.modified) }
    }

    private func answer<Value>(
        _ online: (any NoticeBoardService) async throws -> Value, kept: () async throws -> Value?
    ) async throws -> Value {
        do { return try await online(mirror.online) } catch let error as NoticeBoardError where Self.isOffline(error) {
            guard let value = try? await kept() else { throw error }
            return value
        }
    }

    private static func isOffline(_ error: NoticeBoardError) -> Bool {
        [.noNetwork, .unreachable, .timedOut, .connectionLost, .networkSignIn, .proxyUnreachable].contains(error.code)
    }
}
