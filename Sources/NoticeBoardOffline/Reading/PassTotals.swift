/// What a service's totals say of the items that a pass has not found.
///
/// Items that are missing at their former places, and that the service still counts, are at others: below the pages that were read.
struct PassTotals: Sendable {
    /// The total to expect if nothing has changed; `nil` if the service gave none.
    private let expected: Int?
    private var largest: Int?
    private var smallest: Int?

    init(expected: Int?) { self.expected = expected }

    /// Adds the total of a page.
    ///
    /// Items may come and go between two pages: the smallest total counts no item that went, the largest one all that were read.
    mutating func add(_ total: Int?) {
        guard let total else { return }
        largest = max(largest ?? total, total)
        smallest = min(smallest ?? total, total)
    }

    /// Whether `missing` items can have been deleted while `new` ones came.
    func allow(_ missing: Int, new: Int) -> Bool {
        guard let expected, let smallest else { return true }
        return smallest <= expected.addingClamped(new - missing)
    }

    /// The total to expect next; larger than the service's if stored items below those that were read have left it.
    func expected(new: Int, deleted: Int) -> Int? {
        guard let largest else { return nil }
        return expected.map { max(largest, $0.addingClamped(new - deleted)) } ?? largest
    }
}
