import NoticeBoardPaging
import NoticeBoardTesting

/// A service whose list keeps no order that one could rely on, as a plain value, written against its contract alone.
struct UnstableList {
    enum Habit: CaseIterable {
        /// Two notices stand on top of every page, whatever it is a page of.
        case pinnedOnEveryPage
        /// Posts of one date come in another order with each answer.
        case equalDates
        /// A post becomes a notice and stands at the head; later it is none any more and goes back to its place.
        case promoted
        /// More than a page comes at once.
        case bursts
        /// Posts come and go at both ends, and go in the middle.
        case bothEnds
        /// All of it.
        case everything
    }

    let habit: Habit
    let limit: Int
    let tellsTotal: Bool
    /// Whether anything changes any more.
    var isQuiet = false
    /// In the order of the service: a number, and the date by which it stands; the newest first.
    private(set) var items: [(id: Int, date: Int)] = []
    /// What never was at another place than its own, and is there still.
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

    /// Everything, as it stands now: what a list that is begun anew must show.
    var now: [Int] { pinned + order.map(\.id) }

    private var order: [(id: Int, date: Int)] {
        let head = notices.compactMap { id in items.first { $0.id == id } }
        return head + items.filter { !notices.contains($0.id) }
    }

    /// The page at a position; the list changes before each.
    mutating func page(at position: PagePosition?, _ random: inout SeededRandom) -> Page<Ranked> {
        // What grows as fast as it is read has no end.
        if !isQuiet, items.count < 150 { for _ in 0..<random.number(0...2) { change(&random) } }
        var (list, start) = (order, 0)
        if !isQuiet, habit == .equalDates || habit == .everything { shuffle(&list, &random) }
        if case .offset(let offset)? = position { start = offset }
        let some = list.dropFirst(start).prefix(limit)
        let end = min(start, list.count) + some.count
        return Page(
            items: (pinned + some.map(\.id)).map { Ranked(id: $0) }, next: end < list.count ? .offset(end) : nil,
            total: tellsTotal ? list.count + pinned.count : nil)
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
        // Three share a date.
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
