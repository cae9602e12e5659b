extension Int {
    /// The sum, or the nearest number there is: positions and totals come from strangers.
    func clampedAdding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
