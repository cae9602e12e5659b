import NoticeBoardPaging
import NoticeBoardTesting

/// A model of a service without a stable order, which knows only the contract of a service.
struct UnstableList {
    enum Habit: CaseIterable {
        /// Two pinned posts are on top of every page.
        case pinnedOnEveryPage
        /// Posts of the same date have another order in each response.
        case equalDates
        /// A post is pinned at the head and later returns to its place.
        case promoted
        /// More than a page arrives at once.
        case bursts
        /// Posts are inserted at both ends, and deleted anywhere.
        case bothEnds
        /// All of the above.
        case everything
    }

    let habit: Habit
    let limit: Int
    let tellsTotal: Bool
    /// Whether the list no longer changes.
    var isQuiet = false
    /// The posts in the service's order, newest first: a number, and the date that determines the place.
    private(set) var items: [(id: Int, date: Int)] = []
    /// Posts that never left their place and still exist.
    private(set) var settled: Set<Int> = []
    private var notices: [Int] = []
    private var nextID = 0
    private let pinned: [Int]

    init(_ habit: Habit, count: Int, limit: Int, tellsTotal: Bool) {
        (self.habit, self.limit, self.tellsTotal) = (habit, limit, tellsTotal)
        pinned = habit == .pinnedOnEveryPage || habit == .everything ? [-1, -2] : []
        for _ in 0..<count { arrive(atEnd: true) }
        settled = Set(items.map(\.id))
    }

    /// The current list, which a reload must show.
    var now: [Int] { pinned + order.map(\.id) }

    private var order: [(id: Int, date: Int)] {
        let head = notices.compactMap { id in items.first { $0.id == id } }
        return head + items.filter { !notices.contains($0.id) }
    }

    /// Returns the page at a position, after changing the list.
    mutating func page(at position: PagePosition?, _ random: inout SeededRandom) -> Page<Ranked> {
        // A list that grows as fast as it is read has no end.
        if !isQuiet, items.count < 150 { for _ in 0..<random.number(0...2) { change(&random) } }
        var (list, start) = (order, 0)
        if !isQuiet, habit == .equalDates || habit == .everything { shuffle(&list, &random) }
        if case .offset(let offset)? = position { start = offset }
        let some = list.dropFirst(start).prefix(limit)
        let end = min(start, list.count) + some.count
        return Page(
            items: (pinned + some.map(\.id)).map { Ranked(id: $0) }, next: end < list.count ? .offset(end) : nil,
            total: tellsTotal ? list.count + pinned.count : nil, pinned: pinned.count)
    }

    private func shuffle(_ list: inout [(id: Int, date: Int)], _ random: inout SeededRandom) {
        var start = 0
        while start < list.count {
            let end = list[start...].firstIndex { $0.date != list[start].date } ?? list.count
            list[start..<end].shuffle(using: &random)
            start = end
        }
    }

    private mutating func change(_ random: inout SeededRandom) {
        let habits: [Habit] = habit == .everything ? [.promoted, .bursts, .bothEnds] : [habit]
        switch random.pick(habits) {
        case .promoted: promote(&random)
        case .bursts where random.chance(30): for _ in 0..<(limit + random.number(1...5)) { arrive() }
        case .bothEnds where random.chance(50): if random.chance(50) { arrive(atEnd: true) } else { vanish(&random) }
        case .equalDates,
            .pinnedOnEveryPage where random.chance(30):
            vanish(&random)
        default: arrive()
        }
    }

    private mutating func promote(_ random: inout SeededRandom) {
        if !notices.isEmpty, random.chance(50) {
            notices.removeFirst()
        } else if let item = items.randomElement(using: &random), !notices.contains(item.id) {
            notices.insert(item.id, at: 0)
            settled.remove(item.id)
        }
    }

    private mutating func arrive(atEnd: Bool = false) {
        // Three posts share a date.
        let date = nextID / 3
        if atEnd { items.append((nextID, -date)) } else { items.insert((nextID, date), at: 0) }
        nextID += 1
    }

    private mutating func vanish(_ random: inout SeededRandom) {
        guard let index = items.indices.randomElement(using: &random) else { return }
        settled.remove(items[index].id)
        items.remove(at: index)
    }
}
