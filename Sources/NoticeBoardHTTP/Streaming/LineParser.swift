import Foundation
import NoticeBoardBase

/// Parses elements from the bytes of a stream, regardless of how these are split into pieces.
protocol StreamParser: Sendable {
    associatedtype Element: Sendable

    /// Calls `onElement` with each element that ends in `piece`, or with the last one at the end (`nil`).
    ///
    /// Throws `responseTooLarge` at an element beyond the limit, after the elements before it.
    mutating func parse(_ piece: Data?, _ onElement: (Element) -> Void) throws
}

/// Parses lines as text.
struct LineParser: StreamParser {
    private var splitter: LineSplitter

    init(limit: Int) { splitter = LineSplitter(limit: limit) }

    mutating func parse(_ piece: Data?, _ onElement: (String) -> Void) throws {
        let onLine = { (line: ArraySlice<UInt8>) in onElement(String(decoding: line, as: UTF8.self)) }
        if let piece { try splitter.split(piece, onLine) } else { try splitter.finish(onLine) }
    }
}

/// Splits bytes into lines that end with LF, CR or CRLF, regardless of how the bytes are split into pieces.
///
/// CR ends a line at once, since the server may send no more for a while; a following LF, perhaps in the next piece, is skipped.
/// A byte order mark is removed from the first line.
struct LineSplitter: Sendable {
    /// The maximum length of a line, in bytes.
    let limit: Int
    /// The beginning of an unfinished line.
    private var rest: [UInt8] = []
    private var skipsLineFeed = false
    private var isFirst = true

    init(limit: Int) { self.limit = limit }

    /// Calls `onLine` with each line that ends in `piece`, without its end.
    ///
    /// Throws `responseTooLarge` at a line beyond the limit, after the lines before it.
    mutating func split(_ piece: Data, _ onLine: (ArraySlice<UInt8>) throws -> Void) throws {
        let bytes = [UInt8](piece)
        var start = 0
        if skipsLineFeed, !bytes.isEmpty {
            skipsLineFeed = false
            if bytes[0] == 10 { start = 1 }
        }
        while let end = bytes[start...].firstIndex(where: { $0 == 10 || $0 == 13 }) {
            try deliver(bytes[start..<end], onLine)
            start = end + 1
            guard bytes[end] == 13 else { continue }
            if start == bytes.count { skipsLineFeed = true } else if bytes[start] == 10 { start += 1 }
        }
        try check(bytes.count - start)
        rest += bytes[start...]
    }

    /// Calls `onLine` with the last line if it has no end.
    mutating func finish(_ onLine: (ArraySlice<UInt8>) throws -> Void) throws {
        if !rest.isEmpty { try deliver([], onLine) }
    }

    private mutating func deliver(_ bytes: ArraySlice<UInt8>, _ onLine: (ArraySlice<UInt8>) throws -> Void) throws {
        try check(bytes.count)
        var line = bytes
        if !rest.isEmpty {
            line = ArraySlice(rest + bytes)
            rest = []
        }
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        isFirst = false
        try onLine(line)
    }

    private func check(_ more: Int) throws(NoticeBoardError) {
        guard more <= limit - rest.count else {
            throw NoticeBoardError(.responseTooLarge, "A line of the stream is longer than \(limit) bytes.")
        }
    }
}
