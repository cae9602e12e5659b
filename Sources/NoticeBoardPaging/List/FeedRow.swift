/// A loaded row as a number, and what pages have shown of it.
///
/// Three facts are kept apart: the order with the row above (``Link``), whether the two are neighbors (only ``Link/shown``), and
/// whether the row still exists (``Existence``). A page can disprove one of them and leave the others.
struct FeedRow: Sendable, Equatable {
    /// What brought the row.
    enum Origin: UInt8, Sendable {
        /// A page showed it in its place.
        case page
        /// A change inserted it, and no page has shown it yet: its place is unknown, so it proves nothing. A newcomer.
        case change
        /// The service shows it on top of every page: its place is unknown.
        case pin
    }

    /// What is known of the order of a row and the one above it; newcomers do not count.
    enum Link: UInt8, Sendable, Comparable {
        /// A page has shown the row directly below the other one.
        case shown
        /// The row is below the other one, and others may be between them.
        case below
        /// The row is directly below the other one, or above all rows; a refresh shows which.
        case likely
        /// The two may be in the wrong order.
        case unknown

        /// Whether the order of the two rows is known.
        var isOrdered: Bool { self <= .below }

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What is known of a row's existence.
    enum Existence: UInt8, Sendable, Comparable {
        /// A page has shown the row since the last refresh.
        case confirmed
        /// No page has shown the row since the last refresh: it may be changed or deleted by now.
        case unconfirmed
        /// The row was restored, or a total or a page suggests that it is deleted.
        case inDoubt

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    // The order of the properties makes a row 16 bytes long.

    /// The number of the item's slot.
    ///
    /// A new item of a page has the complement of its index there, until it gets a slot.
    var slot: Int
    /// The number of the cursor that continues below the row, if the row ended a page.
    var cursor: Int32?
    var origin = Origin.page
    var link = Link.shown
    var existence = Existence.confirmed

    /// Creates a row that a page shows.
    init(slot: Int, origin: Origin = .page, link: Link = .shown, existence: Existence = .confirmed) {
        self.slot = slot
        self.origin = origin
        self.link = link
        self.existence = existence
    }

    /// Whether a page has shown the row's place.
    var hasPlace: Bool { origin == .page }
    /// Whether no page has shown the row.
    var isNewcomer: Bool { origin == .change }
    /// Whether the row is directly below the one above it; a newcomer separates no neighbors.
    var isAdjacent: Bool { link == .shown || isNewcomer }
}

// Not generic, so that the compiler specializes it: the lists themselves are generic, and accessing rows there is slow.
extension [FeedRow] {
    // MARK: - Reading

    /// Returns the index of the row with a slot.
    ///
    /// Most rows are in the order in which they got their slots, so that the row is near the index of its slot.
    func firstIndex(slot: Int) -> Int? {
        var lower = Swift.min(Swift.max(slot, 0), count)
        var upper = lower
        while lower > 0 || upper < count {
            if upper < count {
                if self[upper].slot == slot { return upper }
                upper += 1
            }
            if lower > 0 {
                lower -= 1
                if self[lower].slot == slot { return lower }
            }
        }
        return nil
    }

    /// Returns the indices of the rows with these slots; complements and unknown slots have none.
    func indices(of slots: some Sequence<Int>) -> [Int: Int] {
        let wanted = slots.filter { $0 >= 0 }
        guard let last = wanted.max() else { return [:] }
        var isWanted = [Bool](repeating: false, count: last + 1)
        for slot in wanted { isWanted[slot] = true }
        var indices: [Int: Int] = [:]
        indices.reserveCapacity(wanted.count)
        for index in self.indices where self[index].slot <= last && isWanted[self[index].slot] {
            indices[self[index].slot] = index
        }
        return indices
    }

    /// Returns the index of the nearest row above an index that is not a newcomer.
    func indexAbove(_ index: Int) -> Int? { self[..<index].lastIndex { !$0.isNewcomer } }

    /// The number of newcomers.
    var newcomerCount: Int { count { $0.isNewcomer } }

    /// Returns the index after the rows that a page has shown next to each other, from the row above an index on; with `confirmed`,
    /// since the last refresh.
    func endOfRun(from index: Int, confirmed: Bool = false) -> Int {
        var end = index
        while end < count, self[end].isAdjacent, !confirmed || self[end].existence == .confirmed { end += 1 }
        return end
    }

    /// Returns the index of the first of the rows that a page has shown next to each other, up to the row at an index; with
    /// `confirmed`, since the last refresh.
    func startOfRun(to index: Int, confirmed: Bool = false) -> Int {
        var start = index
        while start > 0, self[start].isAdjacent, !confirmed || self[start].existence == .confirmed { start -= 1 }
        return start
    }

    /// Returns at most `count` of the last rows that pages have shown.
    func lastShown(_ count: Int) -> [FeedRow] {
        var last: [FeedRow] = []
        for row in reversed() where !row.isNewcomer {
            if last.count == count { break }
            last.append(row)
        }
        return last.reversed()
    }

    // MARK: - Changing

    /// Changes every row.
    mutating func forEachRow(_ change: (inout FeedRow) -> Void) {
        for index in indices { change(&self[index]) }
    }

    /// Confirms the rows with these slots, and puts all others in question until a page shows them; newcomers are not the
    /// service's.
    mutating func expectConfirmation(except shown: [Int]) {
        var isShown = [Bool](repeating: false, count: shown.max().map { $0 + 1 } ?? 0)
        for slot in shown { isShown[slot] = true }
        for index in indices {
            if self[index].slot < isShown.count, isShown[self[index].slot] {
                self[index].existence = .confirmed
            } else if self[index].existence == .confirmed, !self[index].isNewcomer {
                self[index].existence = .unconfirmed
            }
        }
    }

    /// Takes the rows with these slots out of doubt.
    mutating func confirm(_ slots: [Int]) {
        guard let last = slots.max() else { return }
        var isShown = [Bool](repeating: false, count: last + 1)
        for slot in slots { isShown[slot] = true }
        for index in indices where self[index].slot <= last && isShown[self[index].slot] { self[index].existence = .confirmed }
    }

    /// Links rows that are likely below the row above them.
    mutating func linkLikelyRows(_ isProved: (FeedRow) -> Bool) {
        for index in indices where self[index].link == .likely && isProved(self[index]) { self[index].link = .shown }
    }

    /// Takes rows out of their places, and returns them.
    ///
    /// The next row gets what is not known of the order of the rows above it: `link` brings this from the rows above these, and
    /// keeps what the rows below these need.
    mutating func takeOut(passing link: inout FeedRow.Link, _ isTaken: (FeedRow) -> Bool) -> [FeedRow] {
        guard link > .shown || contains(where: isTaken) else { return [] }
        var kept: [FeedRow] = []
        var taken: [FeedRow] = []
        kept.reserveCapacity(count)
        for var row in self {
            if isTaken(row) {
                taken.append(row)
                // A row that is only likely below the one above may have left for the head, and its neighbor belongs there, too.
                if !row.isNewcomer { link = Swift.max(link, row.link == .likely ? .unknown : row.link) }
                continue
            }
            if !row.isNewcomer {
                row.link = Swift.max(link, row.link)
                link = .shown
            }
            kept.append(row)
        }
        self = kept
        return taken
    }

    /// Takes rows out of their places, and returns them.
    mutating func takeOut(_ isTaken: (FeedRow) -> Bool) -> [FeedRow] {
        var link = FeedRow.Link.shown
        return takeOut(passing: &link, isTaken)
    }

    /// Takes rows out of their places, and returns them with what is known of the order among them.
    mutating func takeOutInOrder(_ slots: Set<Int>) -> [FeedRow] {
        var taken: [FeedRow] = []
        var link = FeedRow.Link.shown
        for var row in self where !row.isNewcomer {
            link = Swift.max(link, row.link)
            guard slots.contains(row.slot) else {
                // The row stays between two of these.
                link = Swift.max(link, .below)
                continue
            }
            row.link = link
            taken.append(row)
            link = .shown
        }
        _ = takeOut { slots.contains($0.slot) }
        return taken
    }

    /// Inserts rows; the first one gets a link to the row above.
    mutating func insert(_ new: [FeedRow], at index: Int, link: FeedRow.Link) {
        guard !new.isEmpty else { return }
        var new = new
        new[0].link = link
        insert(contentsOf: new, at: index)
    }

    /// Records that no row is above the first one.
    mutating func linkFirst() {
        guard let first = firstIndex(where: { !$0.isNewcomer }), self[first].link != .shown else { return }
        self[first].link = .shown
    }
}
