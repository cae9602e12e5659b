public import Foundation
package import NoticeBoardBase
package import NoticeBoardPaging

/// Keeps the last board and place of an account in a small file.
///
/// ```swift
/// let app = BoardApp(service: client, history: history, place: FileBoardPlace(directory: folder, scope: account))
/// ```
///
/// Creating one does not touch the disk. The file holds as many posts of the list as fit into 16 MiB.
/// An unreadable file counts as none.
public final class FileBoardPlace: Sendable {
    private let store: any BoardPlaceStore
    /// The files of the place.
    var files: [URL] { (store as? PlaceFile)?.file.paths ?? [] }
    private let queue = SerialQueue()

    /// Creates a store for `scope`, for example an opaque account number; the folder is created when it is needed.
    public convenience init(directory: URL, scope: String = "last") {
        self.init(PlaceFile(directory: directory, scope: scope))
    }

    package init(_ store: any BoardPlaceStore) { self.store = store }

    /// Returns the last place after pending writes; `nil` if it can't be read.
    package func load() async -> BoardPlace? {
        await queue.drained()
        return try? await store.load()
    }

    /// Keeps a place and returns why it can't be kept; after a sign-out the place is dropped.
    package func keep(_ place: BoardPlace) async -> NoticeBoardError? {
        do { try await queue.add { [store] in try await store.keep(place) }.value } catch {
            let failure = NoticeBoardError(wrapping: error)
            return failure.code == .sessionOver ? nil : failure
        }
        return nil
    }

    /// Drops pending writes, on any thread.
    package func end() { queue.end() }

    /// Erases the place after pending writes.
    package func erase() async throws {
        try await queue.add(outlastsEnd: true) { [store] in try await store.keep(nil) }.value
    }
}

/// The open board and the place in its list.
package struct BoardPlace: Sendable, Equatable, Codable {
    /// The open board.
    package var board: Board
    /// The posts of the list and the one at the top of the screen; `nil` is the top of the list.
    package var list: FeedSnapshot<Post>?

    /// Creates a place on a board.
    package init(board: Board, list: FeedSnapshot<Post>? = nil) { (self.board, self.list) = (board, list) }
}

/// Keeps the last place of an account.
package protocol BoardPlaceStore: Sendable {
    /// Returns the place, or `nil` if there is none or it can't be read any more.
    func load() async throws -> BoardPlace?
    /// Replaces the place; `nil` erases it.
    func keep(_ place: BoardPlace?) async throws
}

package struct PlaceFile: BoardPlaceStore {
    private static let longest = 16 << 20
    let file: SmallFile

    package init(directory: URL, scope: String = "last") {
        file = SmallFile(
            directory: directory, name: scope.asFileName + ".place", what: "the last place's file", longest: Self.longest)
    }

    package func load() async throws -> BoardPlace? {
        let data = try await file.run { [file] in try file.read() }
        return data.flatMap { try? JSONDecoder().decode(BoardPlace.self, from: $0) }
    }

    package func keep(_ place: BoardPlace?) async throws {
        try await file.run { [file] in
            guard let place else { return try file.remove() }
            var data = try JSONEncoder().encode(place)
            if data.count > Self.longest {
                // Leaves room for the board beside the list.
                let list = try place.list?.trimmed(toBytes: Self.longest - (1 << 20))
                data = try JSONEncoder().encode(BoardPlace(board: place.board, list: list))
            }
            if data.count > Self.longest { data = try JSONEncoder().encode(BoardPlace(board: place.board)) }
            try file.replace(data)
        }
    }
}
