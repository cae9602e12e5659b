import NoticeBoardBase

/// Lines of items from one read.
struct MirrorWindow: Sendable {
    /// A line, and the index of its item in the requested IDs.
    struct Line: Sendable {
        var index: Int
        /// The range of the line in the window's bytes.
        var range: Range<Int>
    }

    var bytes: [UInt8] = []
    /// The lines that were found, in the file's order.
    var found: [Line] = []
    /// The number of requested items that were handled, including missing ones.
    var count: Int

    /// The ranges of the lines in `bytes`.
    var ranges: [Range<Int>] { found.map(\.range) }

    /// Creates a window without bytes of the first items that can be read at once.
    ///
    /// Adjacent lines are read together, up to about `size` bytes. Their ranges are those in the file.
    init(of ids: ArraySlice<StoredID>, in ranges: [StoredID: Range<Int>], upTo size: Int) {
        count = 0
        for id in ids {
            guard let range = ranges[id] else {
                count += 1
                continue
            }
            if let first = found.first?.range, let last = found.last?.range {
                // A small gap of dead lines is read as well.
                guard range.lowerBound > last.lowerBound, range.lowerBound - last.upperBound <= 4_096,
                    range.upperBound - first.lowerBound <= size
                else { break }
            }
            found.append(Line(index: count, range: range))
            count += 1
        }
    }

    /// Creates a window without lines.
    init(count: Int) { self.count = count }

    /// The range of the file that the lines are in; `nil` without lines.
    var rangeInFile: Range<Int>? {
        guard let first = found.first, let last = found.last else { return nil }
        return first.range.lowerBound..<last.range.upperBound
    }

    /// Adds the bytes of ``rangeInFile``; the ranges of the lines are then those in the bytes.
    mutating func fill(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        for index in found.indices {
            let range = found[index].range
            found[index].range = range.lowerBound - start..<range.upperBound - start
        }
    }
}
