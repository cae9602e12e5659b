/// The limits of a list.
struct MirrorTrim {
    var mostItems: Int
    var mostBytes: Int

    /// Returns how many of the first items fit.
    ///
    /// With cursors the stored list ends where a cursor is known, so that it can be continued there.
    func count(of ids: [StoredID], in content: MirrorContent, sizes: [StoredID: Int]) -> Int {
        var size = 0
        var count = 0
        for id in ids {
            size += (content.ranges[id]?.count ?? sizes[id] ?? 0) + 1
            if count >= mostItems || size > mostBytes { break }
            count += 1
        }
        guard content.shape.kind == .cursors, count < ids.count else { return count }
        let last = ids[..<count].lastIndex { content.marks.cursors[$0] != nil }
        return last.map { $0 + 1 } ?? count
    }
}
