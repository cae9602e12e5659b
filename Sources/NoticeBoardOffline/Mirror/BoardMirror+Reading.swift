public import Foundation
import NoticeBoardBase
public import NoticeBoardKit

extension BoardMirror {
    /// Returns the boards stored by ``updateBoards()``.
    public func boards() async throws -> [Board] {
        try refuseIfEnded()
        return try await boardList.run { [boardList] in
            guard let data = try boardList.read(isOwn: false) else { return [] }
            guard let boards = try? JSONDecoder().decode([Board].self, from: data) else {
                throw NoticeBoardError(.storeDamaged, "The kept list of boards cannot be read.", remedy: .reload)
            }
            return boards
        }
    }

    /// Returns stored posts of a board in the service's order, starting at index `offset`.
    public func posts(in board: Board.ID, offset: Int = 0, limit: Int = .max) async throws -> MirroredPosts {
        let file = try file(of: board)
        guard try await !isForbidden(board) else {
            return MirroredPosts(posts: [], count: 0, total: nil, isComplete: false, storedAt: nil)
        }
        let content = try await file.content()
        let ids = content.all.dropFirst(max(offset, 0)).prefix(max(limit, 0))
        return MirroredPosts(
            posts: try await file.posts(Array(ids)), count: content.ranges.count, total: content.finish?.total,
            isComplete: content.finish?.isComplete ?? false,
            storedAt: content.finish.map { Date(timeIntervalSinceReferenceDate: $0.at) })
    }

    /// Returns a stored post; `nil` if there is none.
    public func post(_ id: Post.ID, in board: Board.ID) async throws -> Post? {
        let file = try file(of: board)
        guard try await !isForbidden(board), let line = try await file.bytes(of: [id])[id] else { return nil }
        return try MirrorLine.post(in: line[...])
    }

    /// Returns the size of a board's file in bytes.
    public func size(of board: Board.ID) async throws -> Int {
        try refuseIfEnded()
        return try await status(of: board)?.size ?? 0
    }

    /// Returns the size and the date of a board's file; `nil` if there is none.
    func status(of board: Board.ID) async throws -> FileStatus? {
        try await onDisk { [files, folder] in try files.status(at: folder.path + "/" + Self.name(of: board)) }
    }

    /// Returns the boards with a file on the device, except those that the service forbids.
    public func mirroredBoards() async throws -> [Board.ID] {
        try refuseIfEnded()
        return try await onDisk { [files, folder] in
            let names = Set(try files.names(in: folder.path))
            return names.compactMap(Self.board(named:)).filter { !names.contains(Self.markerName(of: $0)) }.sorted()
        }
    }

    func fileBoards() async throws -> [Board.ID] {
        try await onDisk { [files, folder] in try files.names(in: folder.path).compactMap(Self.board(named:)).sorted() }
    }
}

/// Posts stored on the device.
public struct MirroredPosts: Sendable, Hashable {
    /// The posts, in the service's order.
    public var posts: [Post]
    /// The number of stored posts of the board.
    public var count: Int
    /// The number of posts at the last update according to the service, if known.
    public var total: Int?
    /// Whether every post of the board is stored.
    public var isComplete: Bool
    /// The date of the last finished update; `nil` if there is none.
    public var storedAt: Date?
}
