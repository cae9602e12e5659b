import Foundation
import NoticeBoardBase
import NoticeBoardKit

/// Boards that the service deleted or forbids.
///
/// A deleted board's posts leave the device. A forbidden board's posts stay, hidden behind a marker file beside them, until the
/// service answers for the board again: no list and no search shows them, also in other processes and later launches.
extension BoardMirror {
    /// Runs a call about a board, and keeps from its answer whether the board's posts may be shown.
    func checkingAccess<Value>(to board: Board.ID, _ call: () async throws -> Value) async throws -> Value {
        do {
            let value = try await call()
            try? await allow(board)
            return value
        } catch let error as NoticeBoardError {
            switch error.code {
            case .notFound: try? await delete(board)
            case .forbidden: try? await forbid(board)
            default: break
            }
            throw error
        }
    }

    /// Whether the service has forbidden a board since it last answered for it.
    func isForbidden(_ board: Board.ID) async throws -> Bool {
        try await onDisk { [files, path = markerPath(of: board)] in try files.status(at: path) != nil }
    }

    /// Hides a board's posts.
    private func forbid(_ board: Board.ID) async throws {
        try refuseIfEnded()
        setKnownAllowed(board, false)
        guard try await status(of: board) != nil else { return }
        try await onDisk { [files, path = markerPath(of: board)] in
            files.close(try files.open(path, .create))
        }
    }

    /// Shows a board's posts again; looks for the marker once in each process.
    private func allow(_ board: Board.ID) async throws {
        guard !isKnownAllowed(board) else { return }
        try refuseIfEnded()
        try await removeMarker(of: board)
        setKnownAllowed(board, true)
    }

    /// Removes the marker of a forbidden board.
    func removeMarker(of board: Board.ID) async throws {
        try await onDisk { [files, path = markerPath(of: board)] in try files.remove(path) }
    }

    private func markerPath(of board: Board.ID) -> String { folder.path + "/" + Self.markerName(of: board) }

    static func markerName(of board: Board.ID) -> String { "board-\(board).forbidden" }
}
