public import Foundation
public import NoticeBoardBase

/// Reads a body in chunks from start to end, without buffering.
///
/// Not safe to use from several threads at once.
package final class HTTPBodyReader {
    private var rest: ArraySlice<HTTPBody.Piece>
    /// The number of bytes read from the first piece.
    private var offset = 0
    private var file: FileHandle?

    init(_ pieces: [HTTPBody.Piece]) { rest = pieces[...] }

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
            file = nil
            rest = rest.dropFirst()
            offset = 0
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

extension HTTPBody {
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
}
