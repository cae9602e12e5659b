import NoticeBoardPaging

/// Reads a list by the positions that its service names: cursors or page numbers.
///
/// Such pages cannot overlap. Two pages are adjacent if the second one repeats an item, if the total is the same for both, or if a
/// service with cursors without a total says so. Otherwise the second page is held back while the first one is read again: if it
/// still ends with the same item, nothing has moved in between.
struct NamedPath {
    /// A page that waits until the page above it was read again.
    private struct Held {
        var page: ListPage
        var position: PagePosition
    }

    /// The page to request; `nil` for the first one.
    private(set) var position: PagePosition?
    /// Whether the position of the page above is known, and that position: `nil` for the first page.
    private var positionAbove: PagePosition??
    /// The last item of the page above.
    private var lastAbove: StoredID?
    private var totalAbove: Int?
    private var held: Held?
    /// The positions of all pages that were taken: a service that repeats one leads in a circle.
    private var used: Set<PagePosition> = []
    private var checks = 0
    private let isStrict: Bool

    /// Continues at the position that a page or an interrupted update named.
    ///
    /// - Parameters:
    ///   - position: The page to request.
    ///   - last: The last item that was read.
    ///   - above: The position of the page with that item, if it is known.
    ///   - isStrict: Whether to give up, rather than accept a gap, if the list changes faster than it can be read.
    init(at position: PagePosition?, below last: StoredID?, pageAbove above: PagePosition??, isStrict: Bool) {
        self.position = position
        self.isStrict = isStrict
        lastAbove = last
        positionAbove = above
    }

    /// Judges a page, which `continues` if it shows an item that was read before; if it does not fit, sets the next ``position``.
    mutating func judge(_ page: ListPage, continues: Bool) -> SeamVerdict {
        if let held {
            self.held = nil
            return judge(reread: page, continues: continues, held)
        }
        if continues || isAdjacent(page) { return .fits }
        guard let positionAbove, let position, checks < 100 else { return isStrict ? .lost : .gap }
        checks += 1
        held = Held(page: page, position: position)
        self.position = positionAbove
        return .dropped
    }

    /// Judges the page above, which was read again.
    private mutating func judge(reread page: ListPage, continues: Bool, _ held: Held) -> SeamVerdict {
        if page.ids.last == lastAbove, lastAbove != nil {
            position = held.position
            return .heldPageFits(held.page)
        }
        if continues { return .fits }
        return isStrict ? .lost : .gap
    }

    private func isAdjacent(_ page: ListPage) -> Bool {
        if let total = page.total, let totalAbove { return total == totalAbove }
        // The service's word, unless it numbers its pages: then an item may have moved up between two requests.
        return position?.cursor != nil
    }

    /// Sets the next ``position`` after a page that was taken; returns `false` if the service leads in a circle.
    mutating func advance(after page: ListPage) -> Bool {
        positionAbove = .some(position)
        if let position { used.insert(position) }
        lastAbove = page.ids.last ?? lastAbove
        totalAbove = page.total
        guard let next = page.next else { return true }
        position = next
        return !used.contains(next)
    }
}
