/// What is different between two states of a list: for a table without a diffable data source, or for lines on a terminal.
///
/// ```swift
/// let differences = ListDifferences(from: shown, to: state.rows)
/// table.performBatchUpdates {
///     table.deleteRows(at: differences.removed.map { IndexPath(row: $0.index, section: 0) }, with: .fade)
///     table.insertRows(at: differences.inserted.map { IndexPath(row: $0.index, section: 0) }, with: .fade)
///     for move in differences.moved { table.moveRow(at: [0, move.from], to: [0, move.to]) }
/// }
/// table.reloadRows(at: differences.changed.map { IndexPath(row: $0.index, section: 0) }, with: .none)
/// ```
///
/// Places of what went are those before, all others those after: as many elements as can stay where they are, and only the others
/// move. It takes hardly more than linear time. Of several elements with one ID each is matched once, in order.
public struct ListDifferences<ID: Hashable & Sendable>: Sendable, Hashable {
    /// An element at a place.
    public struct Place: Sendable, Hashable {
        /// The element.
        public let id: ID
        /// Its index.
        public let index: Int

        /// An element at a place.
        public init(id: ID, index: Int) { (self.id, self.index) = (id, index) }
    }

    /// An element that stands elsewhere.
    public struct Move: Sendable, Hashable {
        /// The element.
        public let id: ID
        /// Its index before.
        public let from: Int
        /// Its index after.
        public let to: Int

        /// An element that stands elsewhere.
        public init(id: ID, from: Int, to: Int) { (self.id, self.from, self.to) = (id, from, to) }
    }

    /// What went, by the indices before, ascending.
    public private(set) var removed: [Place] = []
    /// What came, by the indices after, ascending.
    public private(set) var inserted: [Place] = []
    /// What stands elsewhere in relation to the rest, by the indices after, ascending.
    public private(set) var moved: [Move] = []
    /// What is another now, whether it moved or not, by the indices after, ascending: to be drawn anew.
    public private(set) var changed: [Place] = []

    /// Whether nothing is different.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }

    /// What is different between two lists.
    public init<Element: Identifiable & Equatable>(
        from old: some RandomAccessCollection<Element>, to new: some RandomAccessCollection<Element>
    ) where Element.ID == ID {
        let (old, new) = (Array(old), Array(new))
        let sources = Self.sources(of: new.map(\.id), in: old.map(\.id))
        let stays = Self.longestRun(sources)
        var isKept = Array(repeating: false, count: old.count)
        for (index, source) in sources.enumerated() {
            let id = new[index].id
            guard let source else {
                inserted.append(Place(id: id, index: index))
                continue
            }
            isKept[source] = true
            if !stays[index] { moved.append(Move(id: id, from: source, to: index)) }
            if old[source] != new[index] { changed.append(Place(id: id, index: index)) }
        }
        removed = old.indices.lazy.filter { !isKept[$0] }.map { Place(id: old[$0].id, index: $0) }
    }

    /// The IDs of the list after, made of those of the list before.
    public func applied(to old: [ID]) -> [ID] {
        let gone = Set(removed.map(\.index)).union(moved.map(\.from))
        var rest = old.indices.lazy.filter { !gone.contains($0) }.map { old[$0] }.makeIterator()
        let placed = Dictionary(inserted.map { ($0.index, $0.id) } + moved.map { ($0.to, $0.id) }) { first, _ in first }
        return (0..<max(old.count - removed.count + inserted.count, 0)).compactMap { placed[$0] ?? rest.next() }
    }

    /// Where each element stood before, if it was there.
    private static func sources(of new: [ID], in old: [ID]) -> [Int?] {
        // What stands alike at the beginning is not looked for.
        let same = zip(new, old).prefix { $0 == $1 }.count
        // Of each ID the first place that is not taken, and behind it the next.
        var first: [ID: Int] = [:]
        var next: [Int?] = Array(repeating: nil, count: old.count)
        for index in (same..<old.count).reversed() { next[index] = first.updateValue(index, forKey: old[index]) }
        return new.indices.map { index in
            if index < same { return index }
            guard let source = first[new[index]] else { return nil }
            first[new[index]] = next[source]
            return source
        }
    }

    /// Which of the new places hold elements that stay: as many as possible whose old places ascend.
    private static func longestRun(_ sources: [Int?]) -> [Bool] {
        // The new places at which the best run of each length ends, and before each the one that precedes it in its run.
        var ends: [(index: Int, source: Int)] = []
        var before: [Int?] = Array(repeating: nil, count: sources.count)
        for (index, source) in sources.enumerated() {
            guard let source else { continue }
            var (low, high) = (0, ends.count)
            // Mostly what comes next stood next.
            if let last = ends.last, last.source < source { low = high }
            while low < high {
                let middle = low + (high - low) / 2
                if ends[middle].source < source { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? ends[low - 1].index : nil
            if low == ends.count { ends.append((index, source)) } else { ends[low] = (index, source) }
        }
        var stays = Array(repeating: false, count: sources.count)
        var place = ends.last?.index
        while let index = place {
            stays[index] = true
            place = before[index]
        }
        return stays
    }
}
