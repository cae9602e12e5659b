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

    /// Returns a reader, for transports that send the body in chunks.
    package func reader() -> HTTPBodyReader { HTTPBodyReader(pieces) }

    /// Returns the complete body, for tests and for transports that can't read it in chunks.
    public func bytes() throws(NoticeBoardError) -> Data {
        if case .data(let data)? = onlyPiece { return data }
        let reader = reader()
        var bytes = Data()
        bytes.reserveCapacity(length)
        while let next = try reader.read(upTo: 1 << 16) { bytes.append(next) }
        return bytes
    }

    /// The size, without the content.
    public var description: String { "\(length) bytes" }
}

/// Reads a body in chunks from start to end, without buffering.
///
/// Not safe to use from several threads at once.
package final class HTTPBodyReader {
    private var rest: ArraySlice<HTTPBody.Piece>
    /// The number of bytes read from the first piece.
    private var offset = 0
    private var file: FileHandle?

    fileprivate init(_ pieces: [HTTPBody.Piece]) { rest = pieces[...] }

    /// Returns the next bytes, at least one and at most `count`; `nil` at the end.
    ///
    /// Throws `fileUnavailable` if a file is gone or has changed since the request was built: half of one version and half of
    /// another must not be sent.
    package func read(upTo count: Int) throws(NoticeBoardError) -> Data? {
        while let piece = rest.first {
            let wanted = min(max(count, 1), piece.length - offset)
            if wanted > 0 {
                let next = try bytes(of: piece, wanted)
                offset += next.count
                return next
            }
            // An empty file was not read, and must still be empty.
            if case .file(let snapshot) = piece, snapshot.length == 0 { _ = try snapshot.opened() }
            (file, rest, offset) = (nil, rest.dropFirst(), 0)
        }
        return nil
    }

    private func bytes(of piece: HTTPBody.Piece, _ count: Int) throws(NoticeBoardError) -> Data {
        switch piece {
        case .data(let data): return Data(data.dropFirst(offset).prefix(count))
        case .file(let snapshot):
            let handle = if let file { file } else { try snapshot.opened() }
            file = handle
            guard let next = try? handle.read(upToCount: count), !next.isEmpty else { throw FileSnapshot.changed() }
            // The last bytes are held back until the file is known to be unchanged.
            if offset + next.count == snapshot.length { try snapshot.check(handle) }
            return next
        }
    }
}

/// The state of a file at one moment, so that a file is sent unchanged or not at all.
package struct FileSnapshot: Sendable, Hashable, Redacted {
    /// The file's URL.
    package let url: URL
    private let status: FileStatus
    /// The length in bytes.
    package var length: Int { status.size }

    /// Creates a snapshot of the file at `url`.
    ///
    /// Throws `fileUnavailable` for an unreadable file, and for a directory or a pipe.
    package init(_ url: URL) throws(NoticeBoardError) {
        let handle = try Self.handle(url)
        defer { try? handle.close() }
        try self.init(url, handle)
    }

    private init(_ url: URL, _ handle: FileHandle) throws(NoticeBoardError) {
        guard let status = try? POSIXFileSystem().status(of: handle.fileDescriptor), status.kind == .file else {
            throw Self.unreadable()
        }
        (self.url, self.status) = (url, status)
    }

    /// Opens the file for reading; throws if it has changed.
    func opened() throws(NoticeBoardError) -> FileHandle {
        let handle = try Self.handle(url)
        try check(handle)
        return handle
    }

    /// Opens a file without blocking, as a pipe without a writer would.
    private static func handle(_ url: URL) throws(NoticeBoardError) -> FileHandle {
        guard url.isFileURL else { throw unreadable() }
        let descriptor = unsafe open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable() }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Throws if the open file differs from the snapshot.
    func check(_ handle: FileHandle) throws(NoticeBoardError) {
        guard try FileSnapshot(url, handle) == self else { throw Self.changed() }
    }

    /// Names no path, since a path may name a person.
    static func unreadable() -> NoticeBoardError {
        NoticeBoardError(.fileUnavailable, "A file of the body cannot be read.", remedy: .fixInput(.file))
    }

    static func changed() -> NoticeBoardError {
        NoticeBoardError(.fileUnavailable, "A file of the body was changed while it was sent.")
    }

    /// The size; the path may name a person.
    package var description: String { "a file of \(length) bytes" }
}
