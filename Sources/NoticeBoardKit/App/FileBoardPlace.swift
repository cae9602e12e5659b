public import Foundation
package import NoticeBoardBase
import NoticeBoardPaging

/// Keeps the last board and place of an account in a small file.
///
/// ```swift
/// let app = BoardApp(service: client, history: history, place: FileBoardPlace(directory: folder, scope: account))
/// ```
///
/// Creating one does not touch the disk. The file holds as many posts of the list as fit into 16 MiB.
/// An unreadable file counts as none.
public final class FileBoardPlace: Sendable {
    private static let longest = 16 << 20
    private let file: SmallFile
    private let queue = SerialQueue()

    /// Creates a store for `scope`, for example an opaque account number; the folder is created when it is needed.
    public convenience init(directory: URL, scope: String = "last") {
        self.init(directory: directory, scope: scope, files: POSIXFileSystem())
    }

    package init(directory: URL, scope: String = "last", files: any FileSystem) {
        file = SmallFile(
            directory: directory, name: scope.asFileName + ".place", what: "the last place's file", longest: Self.longest,
            files: files)
    }

    /// The files of the place.
    var files: [URL] { file.paths }

    /// Returns the last place after pending writes; `nil` if it can't be read.
    package func load() async -> BoardPlace? {
        await queue.drained()
        let data = try? await file.run { [file] in try file.read() }
        return data.flatMap { try? JSONDecoder().decode(BoardPlace.self, from: $0) }
    }

    /// Keeps a place and returns why it can't be kept; after a sign-out the place is dropped.
    ///
    /// It is in the queue before the caller's actor goes on, so that a sign-out that follows drops or erases it.
    package func keep(_ place: BoardPlace, isolation: isolated (any Actor)? = #isolation) async -> NoticeBoardError? {
        do {
            try await queue.add { [file] in try await file.run { try file.replace(Self.data(of: place)) } }.value
        } catch {
            let failure = NoticeBoardError(wrapping: error)
            return failure.code == .sessionOver ? nil : failure
        }
        return nil
    }

    private static func data(of place: BoardPlace) throws -> Data {
        // Leaves room for the board beside the list.
        let list = try place.list?.trimmed(toBytes: longest - (1 << 20))
        let data = try JSONEncoder().encode(BoardPlace(board: place.board, list: list))
        return data.count > longest ? try JSONEncoder().encode(BoardPlace(board: place.board)) : data
    }

    /// Drops pending writes, on any thread.
    package func end() { queue.end() }

    /// Erases the place after pending writes.
    package func erase() async throws {
        try await queue.add(outlastsEnd: true) { [file] in try await file.run { try file.remove() } }.value
    }
}
