import Foundation
import NoticeBoardBase

/// Splits bytes into lines that end with LF, CR or CRLF, regardless of how the bytes are split into pieces.
///
/// CR ends a line at once, since the server may send no more for a while; a following LF, perhaps in the next piece, is skipped.
/// A byte order mark is removed from the first line.
struct LineSplitter: StreamParser {
    /// The maximum length of a line, in bytes.
    let limit: Int
    /// Set at a line beyond the limit, after which no lines are returned.
    private(set) var failure: NoticeBoardError?
    /// The beginning of an unfinished line.
    private var rest: [UInt8] = []
    private var skipsLineFeed = false
    private var isFirst = true

    init(limit: Int) { self.limit = limit }

    /// Returns the lines as text.
    mutating func parse(_ piece: Data?) -> [String] { split(piece).map { String(decoding: $0, as: UTF8.self) } }

    /// Returns the lines that end in `piece`, without their ends, or the last one if it has no end (`nil`).
    mutating func split(_ piece: Data?) -> [ArraySlice<UInt8>] {
        guard let piece else { return rest.isEmpty ? [] : [finish([])] }
        let bytes = [UInt8](piece)
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        if skipsLineFeed, !bytes.isEmpty {
            skipsLineFeed = false
            if bytes[0] == 10 { start = 1 }
        }
        while let end = bytes[start...].firstIndex(where: { $0 == 10 || $0 == 13 }), hasRoom(for: end - start) {
            lines.append(finish(bytes[start..<end]))
            start = end + 1
            guard bytes[end] == 13 else { continue }
            if start == bytes.count { skipsLineFeed = true } else if bytes[start] == 10 { start += 1 }
        }
        if hasRoom(for: bytes.count - start) { rest += bytes[start...] }
        return lines
    }

    private mutating func finish(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = rest.isEmpty ? bytes : ArraySlice(rest + bytes)
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        rest = []
        isFirst = false
        return line
    }

    private mutating func hasRoom(for more: Int) -> Bool {
        if more > limit - rest.count {
            failure = NoticeBoardError(.responseTooLarge, "A line of the stream is longer than \(limit) bytes.")
        }
        return failure == nil
    }
}
