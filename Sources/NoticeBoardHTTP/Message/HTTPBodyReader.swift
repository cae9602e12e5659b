public import Foundation
public import NoticeBoardBase

/// Reads a body bit by bit, from its beginning to its end, holding no more of it than was asked for.
///
/// Not safe to use from several threads at once.
public final class HTTPBodyReader {
    /// How many bytes the whole body has.
    public let length: Int
    private var rest: ArraySlice<HTTPBody.Piece>
    /// How much of the first piece was read.
    private var offset = 0
    private var file: FileHandle?

    init(_ pieces: [HTTPBody.Piece]) {
        rest = pieces[...]
        length = HTTPBody.length(of: pieces)
    }

    deinit { try? file?.close() }

    /// The next bytes, at least one and at most `count`; nothing at the end.
    ///
    /// Throws `fileUnavailable` when a file has gone, or is no longer as it was when the request was built: half of one
    /// version and half of another is worse than nothing.
    public func read(upTo count: Int) throws(NoticeBoardError) -> Data? {
        while let piece = rest.first {
            let wanted = min(max(count, 1), piece.length - offset)
            if wanted > 0 {
                let next = try read(wanted, of: piece)
                offset += next.count
                return next
            }
            if case .file(let snapshot) = piece { try finish(snapshot) }
            rest = rest.dropFirst()
            offset = 0
        }
        return nil
    }

    private func read(_ count: Int, of piece: HTTPBody.Piece) throws(NoticeBoardError) -> Data {
        switch piece {
        case .data(let data):
            let start = data.startIndex + offset
            return data[start..<start + count]
        case .file(let snapshot):
            let handle = try opened(snapshot)
            let next: Data?
            do { next = try handle.read(upToCount: count) } catch { throw FileSnapshot.unreadable() }
            guard let next, !next.isEmpty else { throw FileSnapshot.changed() }
            // The last bytes are held back until it is certain that all of them belong together.
            if offset + next.count == snapshot.length { try snapshot.check(handle) }
            return next
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
        let handle = try snapshot.open()
        file = handle
        return handle
    }
}

extension HTTPBody {
    /// What reads it from the beginning, for transports that send a body bit by bit.
    ///
    /// Throws `fileUnavailable` when a file is none.
    public func reader() throws(NoticeBoardError) -> HTTPBodyReader {
        switch self {
        case .data(let data): HTTPBodyReader([.data(data)])
        case .file(let url): HTTPBodyReader([.file(try FileSnapshot(url))])
        case .pieces(let pieces): HTTPBodyReader(pieces)
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
