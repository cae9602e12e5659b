extension Sequence {
    /// Merges overlapping ranges; the sequence is in the order of the lower bounds.
    func mergingOverlaps<Bound>() -> [Range<Bound>] where Element == Range<Bound> {
        var merged: [Range<Bound>] = []
        for range in self {
            if let last = merged.last, range.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
