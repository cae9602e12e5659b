extension Int {
    /// Returns the sum, clamped to the range of `Int`: positions and totals are untrusted input.
    func clampedAdding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other < 0 ? .min : .max
    }
}
