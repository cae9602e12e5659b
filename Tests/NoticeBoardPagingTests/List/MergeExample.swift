@testable import NoticeBoardPaging

/// Rows, pages and merges for tests: rows are numbers in the service's order, a new item is the complement of its number.
enum MergeExample {
    /// Returns rows in doubt; those in `unknown` have an unknown order with the row above.
    static func rows(_ slots: [Int], unknown: Set<Int> = []) -> [FeedRow] {
        slots.map { FeedRow(slot: $0, link: unknown.contains($0) ? .unknown : .shown, existence: .inDoubt) }
    }

    /// Returns a page; `nil` could not be decoded.
    static func page(
        _ slots: [Int?], startsList: Bool = false, endsList: Bool = false, below above: Int? = nil,
        link: FeedRow.Link = .shown
    ) -> Evidence {
        var page = Evidence()
        page.elements = slots.enumerated().map { Evidence.Element(slot: $1, index: $0) }
        page.startsList = startsList
        page.endsList = endsList
        page.above = above
        page.linkAbove = link
        return page
    }

    /// Returns a page compared with rows.
    static func compared(
        _ rows: [FeedRow], _ page: Evidence, as reason: Reason, _ order: FeedOrder = .newestFirst, arrivals: Set<Int> = []
    ) -> Comparison {
        var comparison = Comparison(rows, as: reason, MergeRules(order: order))
        comparison.compare(page, arrivals: arrivals)
        return comparison
    }

    /// Returns the merge of a page with rows.
    static func merged(
        _ rows: [FeedRow], _ page: Evidence, as reason: Reason, _ order: FeedOrder = .newestFirst, arrivals: Set<Int> = []
    ) -> Merge { Merge(compared(rows, page, as: reason, order, arrivals: arrivals)) }
}

extension [FeedRow] {
    /// Returns what is known of a row's place below the row above it.
    func link(of slot: Int) -> FeedRow.Link? { first { $0.slot == slot }?.link }
}
