import NoticeBoardSearch

/// A model of a history's entries after every call of any process; it shares no code with the library.
///
/// Entries differ by keyword only, and every date is unique: later saves are dated later, imports before all saves.
struct HistoryModel {
    struct Item: Equatable, Sendable {
        var keyword: String
        var count: Int
        var isPinned: Bool
        /// The position: higher is newer.
        var place: Double
    }

    let capacity: Int
    private(set) var items: [Item] = []
    private var sources: Set<String> = []
    private var lastPlace = 1_000.0

    init(capacity: Int) { self.capacity = capacity }

    /// All entries in one line, newest first.
    var summary: String { items.map { "\($0.keyword)×\($0.count)\($0.isPinned ? "*" : "")" }.joined(separator: " ") }

    mutating func save(_ keyword: String) {
        lastPlace += 1
        var item = take(keyword) ?? Item(keyword: keyword, count: 0, isPinned: false, place: 0)
        (item.count, item.place) = (item.count + 1, lastPlace)
        put([item])
        trim(sparing: keyword)
    }

    mutating func pin(_ keyword: String, _ isPinned: Bool) {
        // A pin that is already set changes nothing, also in a list with more pins than its capacity.
        let isOther = items.contains { $0.keyword == keyword && $0.isPinned != isPinned }
        guard isOther, var item = take(keyword) else { return }
        item.isPinned = isPinned
        put([item])
        trim()
    }

    mutating func delete(_ keywords: [String]) -> [Item] {
        let gone = items.filter { keywords.contains($0.keyword) }
        items.removeAll { keywords.contains($0.keyword) }
        return gone
    }

    mutating func deleteAll(keepingPinned: Bool) -> [Item] {
        let gone = items.filter { !(keepingPinned && $0.isPinned) }
        items.removeAll { !(keepingPinned && $0.isPinned) }
        return gone
    }

    mutating func add(_ added: [Item], source: String) {
        if sources.insert(source).inserted { merge(added) }
    }

    /// Returns whether any entry found room; otherwise nothing has changed.
    mutating func restore(_ removed: [Item]) -> Bool {
        let before = items
        merge(removed)
        let isThere = removed.isEmpty || removed.contains { gone in items.contains { $0.keyword == gone.keyword } }
        if !isThere { items = before }
        return isThere
    }

    private mutating func merge(_ added: [Item]) {
        for item in added {
            var item = item
            if let known = take(item.keyword) {
                item.count = max(item.count, known.count)
                item.isPinned = item.isPinned || known.isPinned
                item.place = max(item.place, known.place)
            }
            put([item])
        }
        trim()
    }

    private mutating func take(_ keyword: String) -> Item? {
        items.firstIndex { $0.keyword == keyword }.map { items.remove(at: $0) }
    }

    private mutating func put(_ more: [Item]) { items = (items + more).sorted { $0.place > $1.place } }

    private mutating func trim(sparing spared: String? = nil) {
        while items.count > capacity, let index = items.lastIndex(where: { !$0.isPinned && $0.keyword != spared }) {
            items.remove(at: index)
        }
    }
}
