import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting

/// A list on a server that changes, fails and delays, with a record of all events.
///
/// It knows only the contract of a service, and nothing about how a walk works.
final class RandomService: Sendable {
    enum Change: CaseIterable { case none, arrivals, deletions, oneAtATime, both }
    enum Paging: CaseIterable { case offsets, offsetsWithoutTotal, cursors }
    struct Failure: Error {}

    struct Plan: Sendable {
        var size = 0
        var limit = 1
        var change = Change.none
        var paging = Paging.offsets
        var overlap = 0
        var ahead = 0
        var failurePercent = 0
        var brokenPercent = 0
        var isCapped = false
        /// Whether a walk may request pages after the end: a bookmark's position is also searched from the head.
        var looksAgain = false

        init(_ random: inout SeededRandom) {
            size = random.number(0...18)
            limit = random.number(1...7)
            change = Change.allCases[random.number(0...4)]
            paging = random.chance(60) ? .offsets : random.chance(50) ? .offsetsWithoutTotal : .cursors
            overlap = random.chance(50) ? 0 : random.number(1...5)
            ahead = random.chance(40) ? 0 : random.number(1...5)
            failurePercent = random.chance(30) ? 15 : 0
            brokenPercent = random.chance(30) ? random.number(1...60) : 0
            isCapped = random.chance(20)
        }
    }

    /// The changes between two responses.
    struct Event: Sendable {
        var arrived = 0
        var deleted = 0
    }

    struct Record: Sendable {
        var random: SeededRandom
        /// Every item that ever existed, in the list's order.
        var universe: [Int] = []
        var list: [Int] = []
        var broken: Set<Int> = []
        var changesLeft = 12
        var nextID = 0
        var events: [Event] = []
        var pending = Event()
        var requests = 0
        var inFlight = 0
        var mostInFlight = 0
        var totals: [Int] = []
        var saidTheEnd = false
        var failures = 0
        var emptyPages = 0
        var complaints: [String] = []
    }

    let plan: Plan
    let first: [Int]
    private let record: Locked<Record>

    init(_ plan: Plan, _ random: SeededRandom) {
        self.plan = plan
        var new = Record(random: random)
        new.universe = Array(0..<plan.size)
        new.list = new.universe
        new.nextID = plan.size
        for id in new.list where new.random.chance(plan.brokenPercent) { new.broken.insert(id) }
        first = new.list
        record = Locked(new)
    }

    var now: Record { record.withLock { $0 } }

    func change(_ body: (inout Record) -> Void) { record.withLock { body(&$0) } }

    /// Answers like a server, after yielding to other tasks.
    ///
    /// A cancelled call counts as finished at its cancellation, even if it still runs.
    func load(_ position: PagePosition?) async throws -> Page<Numbered> {
        let (isOver, isCounted) = (Locked(false), Locked(false))
        return try await withTaskCancellationHandler {
            let (turns, fails) = try record.withLock { record in
                guard !isOver.withLock({ $0 }) else { throw CancellationError() }
                isCounted.withLock { $0 = true }
                record.inFlight += 1
                record.mostInFlight = max(record.mostInFlight, record.inFlight)
                return (plan.ahead > 0 ? record.random.number(0...2) : 0, record.random.chance(plan.failurePercent))
            }
            // A random number of turns, so that pages arrive in every order.
            for _ in 0..<turns { await Task.yield() }
            return try record.withLock { record in
                guard !isOver.withLock({ $0 }) else { throw CancellationError() }
                record.inFlight -= 1
                isOver.withLock { $0 = true }
                return try answer(position, fails, &record)
            }
        } onCancel: {
            record.withLock { record in
                let wasOver = isOver.withLock { isOver in
                    defer { isOver = true }
                    return isOver
                }
                if !wasOver, isCounted.withLock({ $0 }) { record.inFlight -= 1 }
            }
        }
    }

    private func answer(_ position: PagePosition?, _ fails: Bool, _ record: inout Record) throws -> Page<Numbered> {
        if record.requests > 0 { disturb(&record) }
        record.requests += 1
        if fails {
            record.failures += 1
            throw Failure()
        }
        record.events.append(record.pending)
        record.pending = Event()
        let limit = plan.isCapped && record.random.chance(50) ? max(1, plan.limit / 2) : plan.limit
        return plan.paging == .cursors ? behind(position, limit, &record) : window(position, limit, &record)
    }

    private func window(_ position: PagePosition?, _ limit: Int, _ record: inout Record) -> Page<Numbered> {
        var start = 0
        if case .offset(let offset)? = position { start = offset }
        let tellsTotal = plan.paging == .offsets
        let known = plan.ahead == 0 ? record.totals.last : record.totals.max()
        if let known, start > 0, start >= known { record.complaints.append("\(start) asked for behind the end \(known)") }
        if record.saidTheEnd, !tellsTotal, plan.ahead == 0, plan.overlap == 0, !plan.looksAgain {
            record.complaints.append("asked after the end")
        }
        let raw = record.list.dropFirst(start).prefix(limit)
        let end = start + raw.count
        let hasMore = tellsTotal ? end < record.list.count && !raw.isEmpty : raw.count == limit
        if tellsTotal { record.totals.append(record.list.count) }
        record.saidTheEnd = !hasMore
        return page(raw, next: hasMore ? .offset(end) : nil, total: tellsTotal ? record.list.count : nil, &record)
    }

    private func behind(_ position: PagePosition?, _ limit: Int, _ record: inout Record) -> Page<Numbered> {
        var (after, turn) = (-1, 0)
        if case .cursor(let text)? = position {
            let numbers = text.split(separator: ".").compactMap { Int($0) }
            (after, turn) = (numbers[0], numbers[1])
        }
        // Cursors never repeat: each contains the number of empty pages before it.
        if record.random.chance(15) { return page([], next: .cursor("\(after).\(turn + 1)"), total: nil, &record) }
        let passed = record.universe.firstIndex(of: after).map { Set(record.universe[...$0]) } ?? []
        let left = record.list.filter { !passed.contains($0) }
        let raw = left.prefix(limit)
        return page(raw, next: raw.count < left.count ? raw.last.map { .cursor("\($0).\(turn)") } : nil, total: nil, &record)
    }

    private func page(_ raw: some Sequence<Int>, next: PagePosition?, total: Int?, _ record: inout Record) -> Page<Numbered> {
        var page = Page<Numbered>(items: [], next: next, total: total)
        for (index, id) in raw.enumerated() {
            if record.broken.contains(id) {
                page.skipped.append(SkippedElement(index: index, path: "", reason: "broken"))
            } else {
                page.items.append(Numbered(id))
            }
        }
        if page.items.isEmpty { record.emptyPages += 1 }
        return page
    }

    // MARK: - Change

    private func disturb(_ record: inout Record) {
        guard record.changesLeft > 0, plan.change != .none, record.random.chance(40) else { return }
        record.changesLeft -= 1
        let arrives =
            switch plan.change {
            case .arrivals, .both: true
            case .oneAtATime: record.pending.deleted == 0 && record.random.chance(50)
            case .none, .deletions: false
            }
        let vanishes =
            switch plan.change {
            case .deletions, .both: true
            case .oneAtATime: !arrives && record.pending.arrived == 0
            case .none, .arrivals: false
            }
        if arrives { arrive(record.random.number(1...3), &record) }
        if vanishes { vanish(record.random.chance(10) ? record.random.number(1...20) : record.random.number(1...3), &record) }
    }

    /// Adds items, mostly at the head like new posts.
    func arrive(_ count: Int, _ record: inout Record) {
        for _ in 0..<count {
            let index = record.random.chance(70) ? 0 : record.random.number(0...record.list.count)
            let place = index < record.list.count ? record.universe.firstIndex(of: record.list[index]) : nil
            record.universe.insert(record.nextID, at: place ?? record.universe.endIndex)
            record.list.insert(record.nextID, at: index)
            record.nextID += 1
        }
        record.pending.arrived += count
    }

    func vanish(_ count: Int, _ record: inout Record) {
        for _ in 0..<min(count, record.list.count) {
            record.list.remove(at: record.random.number(0...(record.list.count - 1)))
            record.pending.deleted += 1
        }
    }
}
