import Foundation

/// Splits a file, which is read in chunks, into lines, and notes the ranges that could not be read.
///
/// Not generic: in a generic type of another module, the loop over 16 MB of line breaks took 1.4 s.
struct LineScanner {
    /// The offset in the file at which the first line begins whose line break has not been read yet.
    private(set) var offset: Int
    /// The ranges of the file, line breaks included, whose lines could not be read.
    private(set) var damage: [Range<Int>] = []
    /// The bytes of that line read so far.
    private var rest: [UInt8] = []
    private var failures = 0
    /// Beyond this number of unreadable lines the rest counts as damage: a failed decoding costs as much as a good one.
    private static let mostFailures = 10_000

    init(from offset: Int) { self.offset = offset }

    var hasGivenUp: Bool { failures >= Self.mostFailures }

    /// Passes every line that ends in `chunk`, with its offset in the file, to `read`, which returns whether it was readable.
    ///
    /// A line that is no `{…}` counts as damage without being passed. Does nothing once ``hasGivenUp`` is true.
    mutating func add(_ chunk: [UInt8], _ read: (Data, Int) throws -> Bool) rethrows {
        var start = 0
        while !hasGivenUp, let end = Self.lineBreak(in: chunk, from: start) {
            let line = rest.isEmpty ? chunk[start..<end] : (rest + chunk[start..<end])[...]
            if try !isObject(line) || !read(Data(line), offset) {
                damage.append(offset..<offset + line.count + 1)
                failures += 1
            }
            offset += line.count + 1
            rest = []
            start = end + 1
        }
        if !hasGivenUp { rest += chunk[start...] }
    }

    /// Counts the remaining bytes up to `size` as damage.
    mutating func giveUp(at size: Int) {
        if size > offset { damage.append(offset..<size) }
        offset = size
    }

    /// Rejects most garbage before it is decoded.
    ///
    /// An editor may have ended the lines in CR LF.
    private func isObject(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == UInt8(ascii: "{") && line.last { $0 != UInt8(ascii: "\r") } == UInt8(ascii: "}")
    }

    private static func lineBreak(in bytes: [UInt8], from start: Int) -> Int? {
        unsafe bytes.withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, 0x0A, bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
