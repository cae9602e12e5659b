public import Foundation
import NoticeBoardBase

/// The last place of an account in a small file of its own, for its owner alone.
///
/// ```swift
/// let app = BoardApp(service: client, history: history, place: FileBoardPlace(directory: folder, scope: account))
/// ```
///
/// Making one touches no disk. It holds posts as the list had them. What cannot be read counts as nothing: the app begins as it
/// would without a place.
public struct FileBoardPlace: BoardPlaceStore {
    private let file: SmallFile

    /// The place of `scope`, an account's opaque number for example, in a folder that is made when it is needed.
    public init(directory: URL, scope: String = "last") {
        file = SmallFile(
            directory: directory, name: scope.asFileName + ".place", what: "the last place's file", longest: 16 << 20)
    }

    /// What was kept last.
    public func load() async throws -> BoardPlace? {
        let data = try await file.run { [file] in try file.read() }
        return data.flatMap { try? JSONDecoder().decode(BoardPlace.self, from: $0) }
    }

    /// Keeps a place; nothing removes the file.
    public func keep(_ place: BoardPlace?) async throws {
        try await file.run { [file] in
            guard let place else { return try file.remove() }
            try file.replace(try JSONEncoder().encode(place))
        }
    }
}
