import NoticeBoardBase

/// Lines of items from one read.
struct MirrorWindow: Sendable {
    let bytes: [UInt8]
    /// The items and the ranges of their lines in `bytes`, in the file's order.
    let places: [(id: StoredID, range: Range<Int>)]
    /// The number of requested items that were handled, including missing ones.
    let count: Int

    /// Returns how many of the first items can be read at once, and the ranges of their lines.
    ///
    /// Adjacent lines are read together, up to about `size` bytes.
    static func places(
        of ids: [StoredID], in lines: [StoredID: Range<Int>], upTo size: Int
    ) -> (count: Int, places: [(id: StoredID, range: Range<Int>)]) {
        var count = 0
        var places: [(id: StoredID, range: Range<Int>)] = []
        for id in ids {
            guard let range = lines[id] else {
                count += 1
                continue
            }
            if let first = places.first?.range, let last = places.last?.range {
                // A small gap of dead lines is read as well.
                guard range.lowerBound > last.lowerBound, range.lowerBound - last.upperBound <= 4_096,
                    range.upperBound - first.lowerBound <= size
                else { break }
            }
            places.append((id, range))
            count += 1
        }
        return (count, places)
    }
}
