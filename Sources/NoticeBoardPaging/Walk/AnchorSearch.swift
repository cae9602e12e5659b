/// Finds the place of a bookmark in a list that may have changed: the last items that were taken are its anchors, and all that
/// stands before them was taken too or came later.
///
/// It looks where the anchors were, then where the total says that they have moved, then on from there to the end of the
/// list, then from its head: the usual cases take one request or two.
struct AnchorSearch<ID: Hashable & Sendable>: Sendable {
    enum Verdict: Equatable {
        /// The first anchor is the element of this index on the page: all that is above it was taken too, or came later.
        case found(Int)
        /// It may be on the page at this offset.
        case ask(Int)
        /// All anchors are gone from the list.
        case lost
    }

    private enum Stage { case near, moved, onward, head }

    /// How many anchors the first page that is asked for is to hold.
    private static var lead: Int { 8 }

    private let anchors: Set<ID>
    /// Where the rest began when the anchors were taken.
    let index: Int
    /// Where to look first.
    let start: Int
    private let total: Int?
    private var stage = Stage.near
    /// Where the page after the first one that was looked at begins.
    private var onward: Int?

    /// A search for the place behind `anchors`, of which none is pinned: such a one stands on every page.
    init(_ anchors: [ID], before index: Int, total: Int?) {
        self.anchors = Set(anchors)
        self.total = total
        self.index = index
        start = max(0, index - min(Self.lead, anchors.count))
    }

    /// Looks again from the beginning, when the list may have become another.
    mutating func restart() {
        stage = .near
        onward = nil
    }

    /// Where to look after a page at `offset` with these items; `next` is the offset of the page after it, if there is one.
    mutating func judge(_ ids: [ID], at offset: Int, next: Int?, total: Int?) -> Verdict {
        if let index = ids.firstIndex(where: anchors.contains) { return .found(index) }
        let next = next.flatMap { $0 > offset ? $0 : nil }
        switch stage {
        case .near:
            onward = next
            let moved = total.flatMap { total in self.total.map { offset.clampedAdding(total - $0) } } ?? offset
            if let total, moved != offset, moved >= 0, moved < total { return look(.moved, at: moved) }
            return onward.map { look(.onward, at: $0) } ?? lookFromHead()
        case .moved: return onward.map { look(.onward, at: $0) } ?? lookFromHead()
        case .onward: return next.map { look(.onward, at: $0) } ?? lookFromHead()
        case .head:
            // What came meanwhile has pushed the place down; by how much, only a total tells.
            let grown = total.flatMap { total in self.total.map { max(0, total - $0) } }
            let last = grown.map { start.clampedAdding($0) } ?? .max
            return next.flatMap { $0 <= last ? look(.head, at: $0) : nil } ?? .lost
        }
    }

    private mutating func lookFromHead() -> Verdict { start > 0 ? look(.head, at: 0) : .lost }

    private mutating func look(_ stage: Stage, at offset: Int) -> Verdict {
        self.stage = stage
        return .ask(offset)
    }
}
