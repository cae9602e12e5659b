public import Foundation
public import NoticeBoardBase

/// What a request carries.
public enum HTTPBody: Sendable, Hashable {
    /// Bytes in memory.
    case data(Data)
    /// A file's bytes, read while they are sent; no pipe and no device, which could be read only once.
    case file(URL)
    /// Pieces of memory and of files, one after the other, read while they are sent.
    case pieces([Piece])

    /// A piece of a body.
    public enum Piece: Sendable, Hashable {
        /// Bytes in memory.
        case data(Data)
        /// A file as it was when the request was built.
        case file(FileSnapshot)

        /// How many bytes it has.
        public var length: Int {
            switch self {
            case .data(let data): data.count
            case .file(let file): file.length
            }
        }
    }

    /// How many bytes `pieces` have together, as far as an integer counts.
    static func length(of pieces: [Piece]) -> Int {
        pieces.reduce(0) { sum, piece in
            let (sum, isTooLong) = sum.addingReportingOverflow(piece.length)
            return isTooLong ? .max : sum
        }
    }

    /// The same pieces; throws where an integer does not count their bytes.
    static func countable(_ pieces: [Piece]) throws(NoticeBoardError) -> [Piece] {
        guard length(of: pieces) < .max else {
            throw NoticeBoardError(.invalidInput, "The body is longer than an integer counts.", remedy: .fixInput(.body))
        }
        return pieces
    }
}

extension HTTPBody: Redacted {
    /// How much there is, never what.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        case .pieces(let pieces): "\(Self.length(of: pieces)) bytes in \(pieces.count) pieces"
        }
    }
}

/// Reads a body bit by bit, from its beginning to its end, holding no more of it than was asked for.
///
/// Not safe to use from several threads at once.
package final class HTTPBodyReader {
    /// How many bytes the whole body has.
    package let length: Int
    private var rest: ArraySlice<HTTPBody.Piece>
    /// How much of the first piece was read.
    private var offset = 0
    private var file: FileHandle?

    init(_ pieces: [HTTPBody.Piece]) {
        rest = pieces[...]
        length = HTTPBody.length(of: pieces)
    }

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

extension HTTPBody {
    /// What reads it from the beginning, for transports that send a body bit by bit.
    ///
    /// Throws `fileUnavailable` when a file is none, and `invalidInput` when all is longer than an integer counts.
    package func reader() throws(NoticeBoardError) -> HTTPBodyReader {
        switch self {
        case .data(let data): HTTPBodyReader([.data(data)])
        case .file(let url): HTTPBodyReader([.file(try FileSnapshot(url))])
        case .pieces(let pieces): HTTPBodyReader(try HTTPBody.countable(pieces))
        }
    }

    /// All of it at once, for tests and for transports that cannot do otherwise.
    public func bytes() throws(NoticeBoardError) -> Data {
        let reader = try reader()
        var bytes = Data()
        bytes.reserveCapacity(reader.length)
        while let next = try reader.read(upTo: 1 << 16) { bytes.append(next) }
        return bytes
    }
}

/// Outside of the reader, whose own functions of this name hide the system's.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    uninterrupted { unsafe read(file, buffer.baseAddress, buffer.count) }
}
