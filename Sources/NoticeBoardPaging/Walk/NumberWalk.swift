/// Continuing by page numbers: only the number of the next page is known, not that of an item.
enum NumberWalk {
    /// Returns whether a number is further down than a position.
    static func isNext(_ number: Int, after position: PagePosition?) -> Bool { number > position?.page ?? .min }

    /// Returns the next positions to request, up to the total.
    static func upcoming(from number: Int, _ count: Int, _ continuation: Continuation) -> [PagePosition?] {
        let (rules, progress) = (continuation.rules, continuation.progress)
        let left = min(progress.total ?? 0, rules.maximumItems ?? .max) - progress.loaded
        let needed = left > 0 && continuation.stride > 0 ? (left - 1) / continuation.stride + 1 : 0
        let most = max(min(count, needed, (rules.maximumPages ?? .max) - continuation.pages), 1)
        return (0..<most).map { .page(number.clampedAdding($0)) }
    }

    /// Returns the search for the last items handed out, if so many items have arrived that they are at least a page further
    /// down.
    ///
    /// It begins at the page above.
    static func search<ID>(
        for recent: [ID], at position: PagePosition?, grownBy grown: Int, pageSize: Int
    ) -> AnchorSearch<ID>? {
        guard grown > 0, grown >= pageSize, let number = position?.page else { return nil }
        return AnchorSearch(recent, fromPage: max(number - 1, 0), orAt: number)
    }
}
