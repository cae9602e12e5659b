import Foundation
import NoticeBoardKit

/// What a list on a screen costs the main thread when it is long.
enum FeedBenchmark {
    static let subjects = [
        Subject(name: "feed", summary: "a page, a row in sight and a refresh of a list of 10,000, beside sorting all of it") {
            measure($0)
        }
    ]

    private typealias Machine = FeedMachine<FeedRow>

    /// A feed of the first `count` rows of a list.
    private static func machine(_ count: Int, order: (@Sendable (FeedRow, FeedRow) -> Bool)?) -> (Machine, Machine.Effect?) {
        var rules = FeedRules<FeedRow>()
        rules.order = order
        var machine = Machine(rules)
        var effects = machine.handle(.open)
        effects = answer(&machine, effects, (0..<count).map { FeedRow($0) }, next: count)
        effects = machine.handle(.older)
        return (machine, effects.first)
    }

    private static func answer(
        _ machine: inout Machine, _ effects: [Machine.Effect], _ rows: [FeedRow], next: Int
    ) -> [Machine.Effect] {
        for case .load(_, let ticket) in effects {
            return machine.handle(.loaded(Page(items: rows, next: .offset(next), total: 100_000), ticket))
        }
        return []
    }

    private static func measure(_ settings: Settings) {
        let count = settings.choose(10_000, quick: 500)
        let rounds = settings.choose(30, quick: 1)
        page(count, rounds)
        refresh(count, rounds)
        rowAppeared(count, settings.choose(100_000, quick: 100))
    }

    /// The results of the contenders, with the first as a ratio of the second.
    private static func table(_ title: String, _ contenders: [Contender], rounds: Int, goal: Goal? = nil) {
        print("\n\(title)")
        let contest = Contest(contenders: contenders, rounds: rounds)
        let found = contest.measure()
        for (contender, measurement) in zip(contenders, found) {
            line(contender.name, duration(measurement.median), "\(measurement.allocations) allocations")
        }
        let ratio = found[1].median / found[0].median
        line("the second beside the first", String(format: "%.1f×", ratio), goal?.verdict(ratio) ?? "")
        if Set(found.map(\.result)).count > 1 { line("NOT THE SAME RESULT", "\(found.map(\.result))") }
    }

    private static func page(_ count: Int, _ rounds: Int) {
        let pages = 20
        let new = (0..<pages).map { page in (count + page * 30..<count + page * 30 + 30).map { FeedRow($0) } }
        let (machine, more) = machine(count, order: FeedRow.precedes)
        guard let more else { return }
        let sorted = Array(machine.state.items)
        // As in an app, a screen holds the former state, so every contender copies the list for each page.
        table(
            "\(pages) pages of 30 into an ordered list of \(count), notices first",
            [
                Contender("the feed: takes the pages in and merges") {
                    var (machine, effects, held) = (machine, [more], FeedItems<FeedRow>())
                    for page in new {
                        held = machine.state.items
                        effects = answer(&machine, effects, page, next: (page.last?.id ?? 0) + 1) + machine.handle(.older)
                    }
                    return held.count < machine.state.items.count ? check(machine.state.items) : 0
                },
                Contender("by hand: append what is new, sort all") {
                    var (known, rows, held) = (Set(sorted.map(\.id)), sorted, [FeedRow]())
                    for page in new {
                        held = rows
                        rows += page.filter { known.insert($0.id).inserted }
                        rows.sort(by: FeedRow.precedes)
                    }
                    return held.count < rows.count ? check(rows) : 0
                },
            ], rounds: rounds, goal: .atLeast(3))
    }

    private static func refresh(_ count: Int, _ rounds: Int) {
        let orders: [(name: String, precedes: (@Sendable (FeedRow, FeedRow) -> Bool)?)] = [
            ("the service's order", nil), ("notices first", FeedRow.precedes),
            ("oldest first, so that all re-read items are at the end", { $0.id > $1.id }),
        ]
        for (name, precedes) in orders {
            var (machine, _) = machine(count, order: precedes)
            let effects = machine.handle(.refresh)
            guard let load = effects.lazy.compactMap({ if case .load(_, let ticket) = $0 { ticket } else { nil } }).first
            else { return }
            // One has come, the others are there.
            let head = [FeedRow(-1)] + (0..<29).map { FeedRow($0) }
            let event = Machine.Event.loaded(Page(items: head, next: .offset(30), total: 100_001), load)
            let before = Array(machine.state.items)
            let bare = BareList(before, sequence: Array(0..<count), precedes: precedes)
            // Each begins with a copy of its state, since in an app a screen holds the former one.
            table(
                "a refresh that joins a list of \(count), \(name)",
                [
                    Contender("bare code for this one type") {
                        var bare = bare
                        bare.join(head)
                        return check(bare.rows)
                    },
                    Contender("the feed: keeps the older items") {
                        var machine = machine
                        _ = machine.handle(event)
                        return check(machine.state.items)
                    },
                    Contender("by hand: head before the rest, twice dropped" + (precedes == nil ? "" : ", sort all")) {
                        var known: Set<Int> = []
                        var rows = (head + before).filter { known.insert($0.id).inserted }
                        if let precedes { rows.sort(by: precedes) }
                        return check(rows)
                    },
                ], rounds: rounds, goal: .atMost(2))
        }
    }

    private static func rowAppeared(_ count: Int, _ times: Int) {
        print("\na row that came into sight, in a list of \(count); each figure is for one")
        for (name, id) in [("far from the end", count / 2), ("near the end, while the page is under way", count - 3)] {
            let (machine, _) = machine(count, order: nil)
            let contest = Contest(
                contenders: [
                    Contender(name) {
                        var machine = machine
                        var effects = 0
                        for _ in 0..<times { effects += machine.handle(.rowAppeared(id)).count }
                        return effects
                    }
                ], rounds: 5)
            let found = contest.measure()[0]
            line(
                name, duration(found.best / Double(times)),
                String(format: "%.3f allocations", Double(found.allocations) / Double(times)),
                String(format: "%.3f %% of a frame at 60 Hz", found.best / Double(times) / 16_666_667 * 100))
        }
    }

    /// A checksum of the order of rows.
    private static func check(_ rows: some RandomAccessCollection<FeedRow>) -> Int {
        var sum = rows.count
        for offset in stride(from: 0, to: rows.count, by: 97) {
            sum = sum &* 31 &+ rows[rows.index(rows.startIndex, offsetBy: offset)].id
        }
        return sum
    }
}
