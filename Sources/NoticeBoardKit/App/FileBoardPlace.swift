public import Foundation
import NoticeBoardBase
package import NoticeBoardPaging

/// The last place of an account in a small file of its own, for its owner alone.
///
/// ```swift
/// let app = BoardApp(service: client, history: history, place: FileBoardPlace(directory: folder, scope: account))
/// ```
///
/// Making one touches no disk. The file holds posts as the list had them; where they are more than 16 MiB, it holds the board
/// alone. A file that cannot be read counts as none: the app begins as it would without a place.
public struct FileBoardPlace: BoardPlaceStore {
    private static let longest = 16 << 20
    private let file: SmallFile

    /// The place of `scope`, an account's opaque number for example, in a folder that is made when it is needed.
    public init(directory: URL, scope: String = "last") {
        file = SmallFile(
            directory: directory, name: scope.asFileName + ".place", what: "the last place's file", longest: Self.longest)
    }

    /// What was kept last.
    package func load() async throws -> BoardPlace? {
        let data = try await file.run { [file] in try file.read() }
        return data.flatMap { try? JSONDecoder().decode(BoardPlace.self, from: $0) }
    }

    /// Keeps a place; nothing removes the file.
    package func keep(_ place: BoardPlace?) async throws {
        try await file.run { [file] in
            guard let place else { return try file.remove() }
            var data = try JSONEncoder().encode(place)
            if data.count > Self.longest { data = try JSONEncoder().encode(BoardPlace(board: place.board)) }
            try file.replace(data)
        }
    }
}

/// Where somebody was last: the board that was open, and the place in its list.
package struct BoardPlace: Sendable, Equatable, Codable {
    /// The board that was open.
    package var board: Board
    /// The posts that stood in its list, as far as they are kept, and the one at the top of the screen.
    package var list: FeedSnapshot<Post>?

    /// A place on a board; the top of its list unless told otherwise.
    package init(board: Board, list: FeedSnapshot<Post>? = nil) { (self.board, self.list) = (board, list) }
}

/// Keeps the last place of an account.
package protocol BoardPlaceStore: Sendable {
    /// What was kept last; nothing where nothing was, or it cannot be read any more.
    func load() async throws -> BoardPlace?
    /// Keeps a place instead of the one before; nothing erases it.
    func keep(_ place: BoardPlace?) async throws
}

/// Keeps places in order, and none of an account that is signed out.
@MainActor final class PlaceStorage {
    private let store: any BoardPlaceStore
    private let queue = SerialQueue()

    init(_ store: any BoardPlaceStore) { self.store = store }

    /// The last place, once what is being kept is; `nil` where it can't be read.
    func load() async -> BoardPlace? {
        await queue.drained()
        return try? await store.load()
    }

    /// Keeps a place, and returns why it can't be kept; one of an account that is signed out is dropped.
    func keep(_ place: BoardPlace) async -> NoticeBoardError? {
        do { try await queue.add { [store] in try await store.keep(place) }.value } catch {
            let failure = NoticeBoardError(wrapping: error)
            return failure.code == .sessionOver ? nil : failure
        }
        return nil
    }

    /// Drops what is not being kept yet, on any thread.
    nonisolated func end() { queue.end() }

    /// Erases the place once what is being kept is.
    func erase() async throws { try await queue.add(outlastsEnd: true) { [store] in try await store.keep(nil) }.value }
}
