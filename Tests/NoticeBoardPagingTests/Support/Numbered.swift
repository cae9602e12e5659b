import NoticeBoardBase
import TestSupport

@testable import NoticeBoardPaging

/// An item with only an ID.
struct Numbered: Identifiable, Sendable, Hashable, Codable {
    let id: Int

    init(_ id: Int) { self.id = id }
}

extension Page<Numbered> {
    /// Creates a page of these numbers.
    init(_ ids: some Sequence<Int>, next: PagePosition? = nil, total: Int? = nil) {
        self.init(items: ids.map { Numbered($0) }, next: next, total: total)
    }

    /// Returns the page of a service with offsets.
    ///
    /// As its contract says, `next` is set while more items follow.
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
    /// Walks to the end with at most the given number of requests; returns all items and the requested positions.
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

/// Values recorded by closures on other threads.
final class Notes<Value: Sendable>: Sendable {
    private let content = WatchedValue<[Value]>([])

    var all: [Value] { content.value }
    var count: Int { all.count }
    func add(_ value: Value) { content.update { $0.append(value) } }
    func waitForCount(_ count: Int) async { await content.firstValue { $0.count >= count } }
}
