import NoticeBoardBase

/// Continuing by offsets, which move while the list changes: how a page connects to the one before, and what came above.
struct OffsetWalk<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// Decides whether a page connects to the one before.
    var seam = PageSeam()
    /// The offset after the last page.
    var reached: Int?
    /// The items of the last page; empty if it had undecodable elements.
    var previous: [Item] = []
    /// The number of new items known to be above the loaded ones.
    var cameAbove = 0
    /// The number of items that the last page pinned and the one before did not: they may have left their places above.
    var pinShift = 0
    /// Whether items may be missing above the next page.
    var hasOpenGap = false
    /// Whether the next page is accepted without a known item, because a search has failed.
    var isOverruled = false
    /// Whether an element below the last new item could not be decoded.
    var endsBroken = false

    /// Returns whether an item proves that nothing is missing between this page and the previous one.
    ///
    /// An identical page counts as proof: too many copies end the walk.
    func isProved(_ page: Page<Item>, _ known: KnownItems<Item>) -> Bool {
        page.items.contains(where: known.isPlaced) || isCopy(page)
    }

    /// Returns whether a page has the same items as the previous one.
    func isCopy(_ page: Page<Item>) -> Bool {
        page.skipped.isEmpty && !page.items.isEmpty && page.items.elementsEqual(previous) { $0.id == $1.id }
    }

    /// Returns whether the page may be above everything loaded.
    ///
    /// It has no known item, and either more items arrived than fill the page or the list above it, or the search has reached the
    /// head.
    func isDoubtful(_ page: Page<Item>, at offset: Int, grownBy grown: Int, _ known: KnownItems<Item>) -> Bool {
        guard !known.recent.isEmpty, !page.items.isEmpty else { return false }
        let isBurst = grown > min(page.items.count - max(page.pinned, 0) + page.skipped.count, offset)
        guard isBurst || offset == 0 && seam.overlap > 0 else { return false }
        return !page.items.contains(where: known.isPlaced)
    }

    /// Returns whether a page connects to the one before; `grown` is the change of the total.
    mutating func judge(
        _ page: Page<Item>, at offset: Int, _ total: Int?, shrunkBy shrunk: Int, _ continuation: Continuation,
        _ known: KnownItems<Item>
    ) -> PageSeam.Verdict {
        let isEmpty = page.items.isEmpty && page.skipped.isEmpty
        // Undecodable elements overlap with no page: in a feed, an unchanged total then has to do.
        let isUnchanged = endsBroken && seam.lead == 0 && total != nil && total == continuation.progress.total
        let isProved =
            seam.overlap > 0 && (isProved(page, known) || continuation.rules.overlapOfLongerPages > 0 && isUnchanged)
            || continuation.rules.keepsOrder && page.items.contains(where: known.isPlaced)
        return seam.judge(at: offset, isProved: isProved, isEmpty: isEmpty, isLast: page.next == nil, shrunkBy: shrunk)
    }

    /// Returns the offset to request after a page of `count` elements, or `nil` if the service does not go on.
    mutating func next(
        _ next: Int, after page: Page<Item>, _ count: Int, isNew: Bool, _ continuation: inout Continuation
    ) -> Int? {
        let offset = continuation.position.offset
        guard next > offset ?? -1 else { return nil }
        seam.shorterPages = !isNew && count < continuation.stride ? seam.shorterPages + 1 : 0
        continuation.stride = continuation.position == nil ? count : next - (offset ?? next)
        reached = next
        let rules = continuation.rules
        seam.overlap = max(
            rules.overlap(knowing: continuation.progress.total), count > 1 ? rules.overlapOfLongerPages : 0)
        return seam.join(at: next, after: min(continuation.stride, count), broken: page.skipped.map(\.index))
    }

    /// Returns the next positions to request, the first of which is `offset`.
    ///
    /// All but the first are guesses, made while offsets grow evenly, and only up to the total. Without a total or overlap to
    /// detect a change between two pages, there are no guesses.
    func upcoming(from offset: Int, _ count: Int, _ continuation: Continuation) -> [PagePosition?] {
        var plan = [continuation.position]
        let (rules, progress) = (continuation.rules, continuation.progress)
        let isWatched = progress.total != nil || seam.lead > 0
        let advance = continuation.stride - seam.lead
        guard !seam.isHunting, isWatched, advance > 0 else { return plan }
        var offset = offset
        while plan.count < count {
            let (next, overflow) = offset.addingReportingOverflow(advance)
            let isNeeded =
                !overflow && next < progress.total.map { $0 - seam.lead } ?? .max
                && continuation.pages + plan.count < rules.maximumPages ?? .max
                && plan.count * advance < (rules.maximumItems ?? .max) - progress.loaded
            guard isNeeded else { break }
            plan.append(.offset(next))
            offset = next
        }
        return plan
    }

    /// Moves everything below `count` deleted items up.
    mutating func moveUp(by count: Int) {
        previous = []
        reached = reached.map { max(0, $0.clampedAdding(-count)) }
    }
}
