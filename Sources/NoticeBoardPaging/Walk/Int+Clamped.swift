extension Int {
    /// Returns the sum, clamped to the range of `Int`: positions and totals are untrusted input.
    func clampedAdding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
