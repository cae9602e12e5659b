public import Foundation
import NoticeBoardBase

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
