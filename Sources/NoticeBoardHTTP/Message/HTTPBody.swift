public import Foundation
public import NoticeBoardBase

/// What a request carries: bytes in memory and files, read while they are sent.
///
/// A file is sent as it was when the body was made, or the call throws `fileUnavailable`.
public struct HTTPBody: Sendable, Hashable {
    /// What is sent, one after the other.
    package let pieces: [Piece]

    /// A piece of a body.
    package enum Piece: Sendable, Hashable {
        /// Bytes in memory.
        case data(Data)
        /// A file as it was when the body was made.
        case file(FileSnapshot)

        /// How many bytes it has.
        var length: Int {
            switch self {
            case .data(let data): data.count
            case .file(let file): file.length
            }
        }
    }

    package static func pieces(_ pieces: [Piece]) -> HTTPBody { HTTPBody(pieces: pieces) }

    /// Bytes in memory.
    public static func data(_ data: Data) -> HTTPBody { HTTPBody(pieces: [.data(data)]) }

    /// A file's bytes.
    ///
    /// Throws `fileUnavailable` for what is no file, such as a directory, a pipe or a device, or cannot be read.
    public static func file(_ url: URL) throws(NoticeBoardError) -> HTTPBody { HTTPBody(pieces: [.file(try FileSnapshot(url))]) }

    /// The only piece; `nil` where there are more or none.
    var onlyPiece: Piece? { pieces.count == 1 ? pieces[0] : nil }

    /// How many bytes it has, as far as an integer counts.
    public var length: Int {
        pieces.reduce(0) { sum, piece in
            let (sum, isTooLong) = sum.addingReportingOverflow(piece.length)
            return isTooLong ? .max : sum
        }
    }

    /// Returns a reader of the body, for transports that send it bit by bit.
    package func reader() -> HTTPBodyReader { HTTPBodyReader(pieces) }

    /// All of it at once, for tests and for transports that cannot do otherwise.
    public func bytes() throws(NoticeBoardError) -> Data {
        if case .data(let data)? = onlyPiece { return data }
        let reader = reader()
        var bytes = Data()
        bytes.reserveCapacity(length)
        while let next = try reader.read(upTo: 1 << 16) { bytes.append(next) }
        return bytes
    }
}

extension HTTPBody: Redacted {
    /// How much there is, never what.
    public var description: String { "\(length) bytes" }
}

/// Reads a body bit by bit, from its beginning to its end, holding no more of it than was asked for.
///
/// Not safe to use from several threads at once.
package final class HTTPBodyReader {
    private var rest: ArraySlice<HTTPBody.Piece>
    /// How much of the first piece was read.
    private var offset = 0
    private var file: FileHandle?

    fileprivate init(_ pieces: [HTTPBody.Piece]) { rest = pieces[...] }

    deinit { close() }

    /// Lets go of the file that is being read.
    func close() {
        try? file?.close()
        (file, rest) = (nil, [])
    }

    /// The next bytes, at least one and at most `count`; nothing at the end.
    ///
    /// Throws `fileUnavailable` when a file has gone, or is no longer as it was when the request was built: half of one
    /// version and half of another is worse than nothing.
    package func read(upTo count: Int) throws(NoticeBoardError) -> Data? {
        var next = Data(count: max(count, 1))
        let copied: Int
        do { copied = unsafe try next.withUnsafeMutableBytes { unsafe try read(into: $0) } } catch {
            throw error as? NoticeBoardError ?? FileSnapshot.unreadable()
        }
        return copied == 0 ? nil : next.prefix(copied)
    }

    /// Copies the next bytes to `buffer`, as many as fit or fewer: how many, 0 at the end.
    ///
    /// Throws as ``read(upTo:)`` does. The buffer must not be empty.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(NoticeBoardError) -> Int {
        while let piece = rest.first {
            let wanted = min(buffer.count, piece.length - offset)
            if wanted > 0 {
                let copied = unsafe try copy(piece, to: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
                offset += copied
                return copied
            }
            if case .file(let snapshot) = piece { try finish(snapshot) }
            rest = rest.dropFirst()
            offset = 0
        }
        return 0
    }

    private func copy(_ piece: HTTPBody.Piece, to buffer: UnsafeMutableRawBufferPointer) throws(NoticeBoardError) -> Int {
        switch piece {
        case .data(let data):
            let start = data.startIndex + offset
            unsafe data.copyBytes(to: buffer, from: start..<start + buffer.count)
            return buffer.count
        case .file(let snapshot):
            let handle = try opened(snapshot)
            // Not through FileHandle, which makes a new piece of memory of each.
            let count = unsafe systemRead(handle.fileDescriptor, buffer)
            guard count >= 0 else { throw FileSnapshot.unreadable() }
            guard count > 0 else { throw FileSnapshot.changed() }
            // The last bytes are held back until it is certain that all of them belong together.
            if offset + count == snapshot.length { try snapshot.check(handle) }
            return count
        }
    }

    /// An empty file was not opened yet, and counts as changed all the same when it is no longer empty.
    private func finish(_ snapshot: FileSnapshot) throws(NoticeBoardError) {
        let handle = try opened(snapshot)
        try? handle.close()
        file = nil
    }

    private func opened(_ snapshot: FileSnapshot) throws(NoticeBoardError) -> FileHandle {
        if let file { return file }
        let handle = try snapshot.opened()
        file = handle
        return handle
    }
}

/// Outside of the reader, whose own functions of this name hide the system's.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    uninterrupted { unsafe read(file, buffer.baseAddress, buffer.count) }
}

/// A file as it was at one moment, so that what is sent is what was meant or nothing.
package struct FileSnapshot: Sendable, Hashable {
    /// Where it is.
    package let url: URL
    /// How many bytes it had.
    package let length: Int
    /// What tells that it is another one, or was changed.
    private let mark: Mark

    private struct Mark: Hashable {
        let inode: UInt64
        let seconds: Int64
        let nanoseconds: Int64
    }

    /// The file at `url` as it is now.
    ///
    /// Throws `fileUnavailable` for what is no file, such as a directory or a pipe, or cannot be read.
    package init(_ url: URL) throws(NoticeBoardError) {
        let handle = try Self.handle(url)
        defer { try? handle.close() }
        try self.init(url, handle)
    }

    private init(_ url: URL, _ handle: FileHandle) throws(NoticeBoardError) {
        var status = stat()
        guard unsafe fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            // A file may be longer than an integer counts: what is cut short is worse than nothing.
            let length = Int(exactly: status.st_size)
        else { throw Self.unreadable() }
        self.url = url
        self.length = length
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        mark = Mark(inode: UInt64(status.st_ino), seconds: Int64(changed.tv_sec), nanoseconds: Int64(changed.tv_nsec))
    }

    /// The file for reading, as long as it is as it was.
    func opened() throws(NoticeBoardError) -> FileHandle {
        let handle = try Self.handle(url)
        try check(handle)
        return handle
    }

    /// Never waits, as a pipe that nobody writes to would have it.
    private static func handle(_ url: URL) throws(NoticeBoardError) -> FileHandle {
        guard url.isFileURL else { throw unreadable() }
        let descriptor = unsafe open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable() }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Throws when the open file is not as it was.
    func check(_ handle: FileHandle) throws(NoticeBoardError) {
        guard try FileSnapshot(url, handle) == self else { throw Self.changed() }
    }

    /// The path stays out: it may name a person.
    static func unreadable() -> NoticeBoardError {
        NoticeBoardError(.fileUnavailable, "A file of the body cannot be read.", remedy: .fixInput(.file))
    }

    static func changed() -> NoticeBoardError {
        NoticeBoardError(.fileUnavailable, "A file of the body was changed while it was sent.", remedy: .retry(after: nil))
    }
}

extension FileSnapshot: Redacted {
    /// How large it was; the path may name a person.
    package var description: String { "a file of \(length) bytes" }
}
