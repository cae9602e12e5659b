import NoticeBoardBase

/// Rows without a gap between them, in the service's order, and where the service continues below them.
struct Stretch<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    var rows: [FeedRow]
    /// The walk into the gap below the rows, or to the end of the list.
    var walk: PageWalk<Item>
}

/// The loaded rows: stretches with a gap between each two.
///
/// A gap has no data of its own: it is filled by the walk of the stretch above it. Only the first stretch may have no rows; then a
/// gap is above the list's first row. A row in a lower stretch has a link to the row above the gap.
struct FeedList<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    private(set) var stretches: [Stretch<Item>]

    /// Creates a list without rows.
    init(_ walk: PageWalk<Item>) { stretches = [Stretch(rows: [], walk: walk)] }

    // MARK: - Reading

    /// All rows.
    var rows: [FeedRow] { stretches.count == 1 ? stretches[0].rows : stretches.flatMap(\.rows) }
    /// The number of rows.
    var count: Int { stretches.reduce(0) { $0 + $1.rows.count } }
    var hasGaps: Bool { stretches.count > 1 }
    /// The number of the lowest stretch.
    var lowest: Int { stretches.count - 1 }
    /// The walk that continues the list.
    var walk: PageWalk<Item> {
        get { stretches[lowest].walk }
        set { stretches[lowest].walk = newValue }
    }

    /// Returns the row with a slot.
    func row(_ slot: Int) -> FeedRow? {
        for stretch in stretches {
            if let index = stretch.rows.firstIndex(slot: slot) { return stretch.rows[index] }
        }
        return nil
    }

    /// Returns the index of the row with a slot.
    func index(of slot: Int) -> Int? {
        var start = 0
        for stretch in stretches {
            if let index = stretch.rows.firstIndex(slot: slot) { return start + index }
            start += stretch.rows.count
        }
        return nil
    }

    /// Returns the index of a stretch's first row.
    func start(of number: Int) -> Int { stretches[..<number].reduce(0) { $0 + $1.rows.count } }

    /// Returns the indices of a stretch's rows.
    func range(of number: Int) -> Range<Int> {
        let start = start(of: number)
        return start..<start + stretches[number].rows.count
    }

    /// Returns the number of the stretch with the row at an index.
    func stretch(at index: Int) -> Int? {
        var end = 0
        for number in stretches.indices {
            end += stretches[number].rows.count
            if index < end { return number }
        }
        return nil
    }

    /// Returns the first rows.
    func prefix(_ count: Int) -> [FeedRow] {
        count < stretches[0].rows.count ? Array(stretches[0].rows[..<count]) : Array(rows.prefix(count))
    }

    // MARK: - Marking rows

    /// Changes the rows of each stretch, without moving one.
    mutating func mark(_ change: (inout [FeedRow]) -> Void) {
        for number in stretches.indices { change(&stretches[number].rows) }
    }

    /// Changes the rows of the first stretch, without moving one.
    mutating func markFirstStretch(_ change: (inout [FeedRow]) -> Void) { change(&stretches[0].rows) }

    /// Changes the rows with these slots, without moving one.
    mutating func mark(_ slots: some Sequence<Int>, _ change: (inout FeedRow) -> Void) {
        let slots = Array(slots)
        guard !slots.isEmpty else { return }
        for number in stretches.indices {
            for index in stretches[number].rows.indices(of: slots).values { change(&stretches[number].rows[index]) }
        }
    }

    // MARK: - Moving rows

    /// Takes rows out of their places, and returns them.
    ///
    /// A stretch that is left without rows goes, and the gap above it then stands for both.
    mutating func takeOut(_ isTaken: (FeedRow) -> Bool) -> [FeedRow] {
        var taken: [FeedRow] = []
        var link = FeedRow.Link.shown
        for number in stretches.indices { taken += stretches[number].rows.takeOut(passing: &link, isTaken) }
        if !taken.isEmpty { dropEmptyStretches() }
        return taken
    }

    /// Inserts rows of changes at the head, below pinned rows.
    mutating func insertAtHead(_ newcomers: [FeedRow]) {
        let index = stretches[0].rows.prefix { $0.origin == .pin }.count
        stretches[0].rows.insert(contentsOf: newcomers, at: index)
    }

    /// Replaces the rows of a stretch.
    mutating func setRows(_ rows: [FeedRow], of number: Int) {
        stretches[number].rows = rows
        dropEmptyStretches()
    }

    /// Replaces the first rows of the list, and the gaps between them; rows that have moved into them leave their places below.
    mutating func replaceFirst(_ count: Int, with rows: [FeedRow], moved: Set<Int>) {
        var count = count
        while stretches.count > 1, count > stretches[0].rows.count || count == 0 && stretches[0].rows.isEmpty {
            count -= stretches[0].rows.count
            stretches.removeFirst()
        }
        guard !moved.isEmpty else {
            stretches[0].rows.replaceSubrange(..<count, with: rows)
            return dropEmptyStretches()
        }
        stretches[0].rows.removeSubrange(..<count)
        take(moved, from: stretches.indices)
        stretches[0].rows.insert(contentsOf: rows, at: 0)
        dropEmptyStretches()
    }

    /// Replaces stretches by one; rows that have moved into it leave their places elsewhere.
    mutating func replace(_ numbers: Range<Int>, with rows: [FeedRow], _ walk: PageWalk<Item>, moved: Set<Int> = []) {
        take(moved, from: 0..<numbers.lowerBound)
        take(moved, from: numbers.upperBound..<stretches.count)
        stretches.replaceSubrange(numbers, with: [Stretch(rows: rows, walk: walk)])
        dropEmptyStretches()
    }

    /// Puts a stretch above all others; newcomers go with it.
    mutating func putOnTop(_ rows: [FeedRow], _ walk: PageWalk<Item>, moved: Set<Int>) {
        take(moved, from: stretches.indices)
        let newcomers = stretches[0].rows.takeOut { $0.isNewcomer }
        stretches.insert(Stretch(rows: rows, walk: walk), at: 0)
        insertAtHead(newcomers)
        dropEmptyStretches()
    }

    private mutating func take(_ moved: Set<Int>, from numbers: Range<Int>) {
        guard !moved.isEmpty else { return }
        var link = FeedRow.Link.shown
        for number in numbers { _ = stretches[number].rows.takeOut(passing: &link) { moved.contains($0.slot) } }
    }

    private mutating func dropEmptyStretches() {
        if stretches.count > 1 {
            for number in stretches.indices.dropFirst().reversed() where stretches[number].rows.isEmpty {
                stretches.remove(at: number)
            }
        }
        linkFirst()
    }

    /// Records that no row is above the first one, and that the rows below gaps have no neighbors above them.
    mutating func linkFirst() {
        guard let top = stretches.firstIndex(where: { $0.rows.contains { !$0.isNewcomer } }) else { return }
        stretches[top].rows.linkFirst()
        for number in stretches.indices where number > top {
            guard let first = stretches[number].rows.firstIndex(where: { !$0.isNewcomer }) else { continue }
            stretches[number].rows[first].link = max(stretches[number].rows[first].link, .below)
        }
    }

    // MARK: - Gaps

    /// Replaces the walk of a stretch.
    mutating func setWalk(_ walk: PageWalk<Item>, of number: Int) { stretches[number].walk = walk }

    /// Opens a gap above the row at an index, filled by a walk; a gap that is there gets the walk.
    mutating func split(at index: Int, _ walk: PageWalk<Item>, link: FeedRow.Link) {
        guard let number = stretch(at: index) else { return }
        let offset = index - start(of: number)
        var lower = Stretch(rows: Array(stretches[number].rows[offset...]), walk: stretches[number].walk)
        if let first = lower.rows.firstIndex(where: { !$0.isNewcomer }) {
            lower.rows[first].link = max(lower.rows[first].link, link)
        }
        guard offset > 0 || number == 0 else {
            stretches[number - 1].walk = walk
            stretches[number] = lower
            return linkFirst()
        }
        stretches[number] = Stretch(rows: Array(stretches[number].rows[..<offset]), walk: walk)
        stretches.insert(lower, at: number + 1)
        dropEmptyStretches()
    }

    /// Closes the gap below a stretch: the rows below it follow the rows above it, with a link.
    mutating func unite(_ number: Int, keepsUpperWalk: Bool, link: FeedRow.Link) {
        var upper = stretches[number]
        var lower = stretches.remove(at: number + 1)
        if let first = lower.rows.firstIndex(where: { !$0.isNewcomer }) { lower.rows[first].link = link }
        upper.rows += lower.rows
        if !keepsUpperWalk { upper.walk = lower.walk }
        stretches[number] = upper
        dropEmptyStretches()
    }

    /// Gives rows other slots.
    mutating func renumber(_ slots: [Int: Int]) {
        mark { rows in rows.forEachRow { $0.slot = slots[$0.slot] ?? $0.slot } }
    }

    // MARK: - Invariants

    /// Returns the rules that the list breaks: none, unless there is a fault in the code.
    func checkInvariants(order: FeedOrder) -> [String] {
        let all = rows
        var faults: [String] = []
        if Set(all.map(\.slot)).count != all.count { faults.append("A row is in the list twice.") }
        if all.contains(where: { $0.slot < 0 }) { faults.append("A row has no item.") }
        if stretches.dropFirst().contains(where: \.rows.isEmpty) { faults.append("A gap has no row below it.") }
        if all.contains(where: { $0.isNewcomer && $0.existence != .confirmed }) { faults.append("A newcomer is in doubt.") }
        if stretches.dropFirst().contains(where: { $0.rows.contains { $0.isNewcomer } }) {
            faults.append("A newcomer is below a gap.")
        }
        if all.contains(where: { $0.cursor != nil && !$0.hasPlace }) { faults.append("A row without a place has a cursor.") }
        if let first = all.first(where: { !$0.isNewcomer }), first.link != .shown {
            faults.append("The first row has a link to a row above it.")
        }
        let top = all.first { !$0.isNewcomer }?.slot
        let lower = stretches.dropFirst().compactMap { stretch in stretch.rows.first { !$0.isNewcomer } }
        if lower.contains(where: { $0.link == .shown && $0.slot != top }) {
            faults.append("A row is the neighbor of a row above a gap.")
        }
        if stretches.dropLast().contains(where: { $0.walk.end == .lastPage }) { faults.append("The walk into a gap has ended.") }
        if order == .moving, all.contains(where: { $0.existence == .inDoubt }) {
            faults.append("A row of a moving list is in doubt.")
        }
        return faults
    }
}
