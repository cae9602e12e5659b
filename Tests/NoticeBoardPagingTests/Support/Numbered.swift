import NoticeBoardBase
import NoticeBoardPaging

/// An item that is nothing but its ID.
struct Numbered: Identifiable, Sendable, Hashable, Codable {
    let id: Int

    init(_ id: Int) { self.id = id }
}

extension Page<Numbered> {
    /// A page of these numbers.
    init(_ ids: some Sequence<Int>, next: PagePosition? = nil, total: Int? = nil) {
        self.init(items: ids.map { Numbered($0) }, next: next, total: total)
    }

    /// The page of a list that a service with offsets gives, as the contract says: `next` while there is more.
    static func of(_ list: [Int], at position: PagePosition?, limit: Int, tellsTotal: Bool = true) -> Page {
        var start = 0
        if case .offset(let offset)? = position { start = offset }
        let ids = list.dropFirst(start).prefix(limit)
        let end = start + ids.count
        let hasMore = tellsTotal ? end < list.count && !ids.isEmpty : ids.count == limit
        return Page(ids, next: hasMore ? .offset(end) : nil, total: tellsTotal ? list.count : nil)
    }
}

extension LoadedPage<Numbered> {
    var ids: [Int] { items.map(\.id) }
}

extension PageWalk<Numbered> {
    /// Walks to the end through what `load` gives, at most so many requests; gives all items and the positions asked for.
    mutating func run(requests: Int = 1000, _ load: (PagePosition?) -> Page<Numbered>) -> (ids: [Int], asked: [PagePosition?]) {
        var ids: [Int] = []
        var asked: [PagePosition?] = []
        while let position = upcoming(1).first, asked.count < requests {
            asked.append(position)
            ids += accept(load(position))?.ids ?? []
        }
        return (ids, asked)
    }
}

/// What a closure that runs elsewhere leaves behind.
final class Notes<Value: Sendable>: Sendable {
    private let content = Locked<[Value]>([])

    var all: [Value] { content.withLock { $0 } }
    var count: Int { all.count }
    func add(_ value: Value) { content.withLock { $0.append(value) } }
}
