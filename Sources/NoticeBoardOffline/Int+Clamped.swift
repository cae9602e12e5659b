extension Int {
    /// The sum, or the largest number instead of an overflow.
    func addingClamped(_ other: Int) -> Int {
        let sum = addingReportingOverflow(other)
        return sum.overflow ? .max : sum.partialValue
    }
}
