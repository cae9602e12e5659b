/// Finds the place below rows handed out in a list that may have changed, for a bookmark or after a burst.
///
/// With page numbers, it goes from page to page. With offsets, the anchors are the last items handed out; everything above them
/// was handed out, too, or arrived later. The search tries the old offset, then the offset shifted by the change of the total and
/// the page below it, since deleted items reduce that change, then from the old offset to the end, then from the head. Usually one
/// or two requests are enough. A search with a limit also tries the page above the old offset, and gives up early.
struct AnchorSearch<ID: Hashable & Sendable>: Sendable {
    enum Verdict: Equatable {
        /// The page's first anchor is at this index; items above it were handed out or arrived later.
        case found(Int)
        /// The page at this offset may have it.
        case ask(Int)
        /// The list has none of the anchors any more.
        case lost
    }

    private enum Stage { case near, moved, beyond, above, onward, head }

    /// The number of anchors that the first page should contain.
    private static var lead: Int { 8 }

    private let anchors: [ID]
    /// The offset after the anchors, at the time they were loaded.
    let index: Int
    /// The offset of the first page to request.
    let start: Int
    private let total: Int?
    private let isNumbered: Bool
    /// The page to accept if the anchors are not found; `nil` if the search then fails.
    var origin: Int?
    /// The number of pages that may still be requested.
    private var left: Int
    private var most: Int
    /// Whether the number of requests is limited.
    private var isLimited: Bool
    private var stage = Stage.near
    /// The offset after the pages from the old offset on.
    private var onward: Int?

    /// Creates a search for the position after `anchors`; none may be pinned, since pinned items are on every page.
    ///
    /// It requests at most `limit` pages. On short pages, fewer anchors leave room for the items below them.
    init(_ anchors: [ID], before index: Int, total: Int?, orAt origin: Int? = nil, limit: Int?, pageSize: Int = .max) {
        self.anchors = anchors
        self.total = total
        self.index = index
        self.origin = origin
        start = max(0, index - min(Self.lead, anchors.count, max(pageSize / 2, 1)))
        isNumbered = false
        isLimited = limit != nil
        most = min(origin == nil ? .max : 8, limit.map { max($0 - 1, 0) } ?? .max)
        left = most
    }

    /// Creates a search from a numbered page on.
    init(_ anchors: [ID], fromPage number: Int, orAt origin: Int) {
        self.anchors = anchors
        total = nil
        index = number
        start = number
        self.origin = origin
        isNumbered = true
        isLimited = false
        most = 50
        left = most
    }

    /// Returns the position of a page by its offset or number.
    func position(_ index: Int) -> PagePosition? {
        guard isNumbered else { return .offset(index) }
        return index > 0 ? .page(index) : nil
    }

    /// Restarts the search, because the list may have changed.
    mutating func restart() {
        stage = .near
        onward = nil
        left = most
    }

    /// Whether the search reached its limit.
    var isGivenUp: Bool { isLimited && left == 0 }

    /// Searches the whole list, because the user asked for its end.
    mutating func removeLimit() {
        guard isLimited else { return }
        isLimited = false
        most = origin == nil ? .max : 8
        left = most
    }

    /// Judges a page by its offset or number; `next` is that of the page after it, if there is one.
    mutating func judge(_ ids: [ID], at offset: Int, next: Int?, total: Int?) -> Verdict {
        // Made here, because most searches of a feed are replaced before a page arrives.
        let anchors = Set(anchors)
        if let index = ids.firstIndex(where: anchors.contains) { return .found(index) }
        guard left > 0 else { return .lost }
        left -= 1
        let next = next.flatMap { $0 > offset ? $0 : nil }
        if isNumbered, let next { return .ask(next) }
        if isNumbered {
            // The list ends without any anchor.
            origin = nil
            return .lost
        }
        if stage == .head {
            // New items have pushed the position down; only a total shows how far.
            let grown = total.flatMap { total in self.total.map { max(0, total - $0) } }
            let last = grown.map { start.clampedAdding($0) } ?? .max
            return next.flatMap { $0 <= last ? look(.head, at: $0) : nil } ?? .lost
        }
        if stage == .near || stage == .onward { onward = next }
        let moved = total.flatMap { total in self.total.map { offset.clampedAdding(total - $0) } } ?? offset
        if stage == .near, let total, moved != offset, moved >= 0, moved < total { return look(.moved, at: moved) }
        if stage == .moved, let next { return look(.beyond, at: next) }
        // More items above were deleted than the first page allows for.
        if isLimited, stage != .above, stage != .onward, start > 0, !ids.isEmpty {
            return look(.above, at: max(0, start - ids.count))
        }
        return onward.map { look(.onward, at: $0) } ?? (start > 0 ? look(.head, at: 0) : .lost)
    }

    private mutating func look(_ stage: Stage, at offset: Int) -> Verdict {
        self.stage = stage
        return .ask(offset)
    }
}
