public import Foundation
public import NoticeBoardBase

/// The body of a request: bytes in memory and files, which are never read into memory as a whole.
///
/// A file must not change after the body is created, or the call throws `fileUnavailable`.
public struct HTTPBody: Sendable, Hashable, Redacted {
    /// The pieces, in order.
    package let pieces: [Piece]

    /// A piece of a body.
    package enum Piece: Sendable, Hashable {
        /// Bytes in memory.
        case data(Data)
        /// A file as of the body's creation.
        case file(FileSnapshot)

        /// The length in bytes.
        var length: Int {
            switch self {
            case .data(let data): data.count
            case .file(let file): file.length
            }
        }
    }

    package static func pieces(_ pieces: [Piece]) -> HTTPBody { HTTPBody(pieces: pieces) }

    /// Creates a body from bytes.
    public static func data(_ data: Data) -> HTTPBody { HTTPBody(pieces: [.data(data)]) }

    /// Creates a body from a file.
    ///
    /// Throws `fileUnavailable` for an unreadable file, and for a directory, a pipe or a device.
    public static func file(_ url: URL) throws(NoticeBoardError) -> HTTPBody { HTTPBody(pieces: [.file(try FileSnapshot(url))]) }

    /// The only piece; `nil` if there are several or none.
    var onlyPiece: Piece? { pieces.count == 1 ? pieces[0] : nil }

    /// The length in bytes; `Int.max` if it overflows.
    public var length: Int {
        pieces.reduce(0) { sum, piece in
            let (sum, isTooLong) = sum.addingReportingOverflow(piece.length)
            return isTooLong ? .max : sum
        }
    }

    /// The size, without the content.
    public var description: String { "\(length) bytes" }
}
