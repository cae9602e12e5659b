import NoticeBoardBase
import NoticeBoardTesting

@testable import NoticeBoardPaging

/// Plays a short sequence, lets the list come to rest, and compares it with its service as it is, without a restart or reload.
struct PlainPlayer {
    /// What is wrong with a list.
    enum Fault: String, Sendable, CaseIterable {
        /// A row that exists was removed, without a gap that stands for it.
        case removedLiving
        case twice
        /// A deleted row stays although its region was loaded again.
        case ghost
        /// A row is missing, without a gap.
        case missing
        case order
        /// A gap cannot be loaded.
        case gap
        /// The row at the top of the screen is lost although it exists.
        case anchor
        /// One act costs more requests than the guides promise, or requests do not end.
        case storm
        /// The list shows an error although every request was answered.
        case error
    }

    /// The number of quiet rounds before the list is compared: each row appears, gaps are loaded, and the list is refreshed.
    static let rounds = 4

    private(set) var driver: FeedMachineDriver
    private(set) var service: PlainService
    private(set) var faults: [Fault: String] = [:]
    private(set) var requests = 0
    /// How often rows were in a wrong order after an answer.
    private(set) var wrongOrders = 0
    /// The links between living rows after each act, and those that the service contradicts.
    private(set) var links = LinkCount()
    /// The rows that the user added.
    private var written: Set<Int> = []
    /// The requests of each act.
    private(set) var costs: ActCosts
    private let sequence: PlainSequence
    private var captured: (ticket: FeedTicket, answer: Result<Page<Ranked>, NoticeBoardError>)?
    private(set) var story: [String] = []
    private let keepsStory: Bool
    /// Whether acts with too many requests are only counted.
    var ignoresStorms = false

    init(_ sequence: PlainSequence, keepsStory: Bool = false) {
        self.sequence = sequence
        self.keepsStory = keepsStory
        service = PlainService(count: sequence.count, sequence.habits)
        costs = ActCosts(refreshPages: sequence.refreshPages, hidesRows: sequence.hidesRows)
        driver = FeedMachineDriver {
            $0.serviceOrder = sequence.order
            $0.refreshPages = sequence.refreshPages
            $0.prefetchDistance = sequence.prefetchDistance
            $0.paging.overlap = sequence.overlap
            if sequence.hidesRows { $0.filter = { Self.hides($0.id) ? .kind : nil } }
        }
    }

    var ids: [Int] { driver.ids }
    /// The rows that a list can show.
    private var living: [Int] { sequence.hidesRows ? service.rows.filter { !Self.hides($0) } : service.rows }

    private static func hides(_ row: Int) -> Bool { !row.isMultiple(of: 3) }

    /// Plays all acts, then compares the list with the service.
    mutating func play() {
        handle(.open)
        for act in sequence.acts where faults.isEmpty {
            carryOut(act)
            countLinks()
        }
        settle()
    }

    // MARK: - Acts

    mutating func carryOut(_ act: PlainSequence.Act) {
        if keepsStory { story.append("\(act)") }
        let (ids, rows) = (driver.ids, service.rows)
        switch act {
        case .answer: answer()
        case .capture: captured = driver.load.map { ($0.ticket, service.answer(at: $0.position)) }
        case .drain: drain()
        case .refresh: handle(.refresh)
        case .older: handle(.older)
        case .all: handle(.all)
        case .retry: handle(.retry)
        case .appear(let index) where !ids.isEmpty: handle(.rowAppeared(ids[index % ids.count]))
        case .appearLast where !ids.isEmpty: handle(.rowAppeared(ids[ids.count - 1]))
        case .gap where !driver.state.gaps.isEmpty: handle(.gap(driver.state.gaps[0]))
        case .gapFromBelow where !driver.state.gaps.isEmpty: handle(.gap(driver.state.gaps[0], fromBelow: true))
        case .openAt(let index): handle(.openAt(.offset(index)))
        case .store: service.store()
        case .changeNetwork: service.isOffline.toggle()
        case .restart: restart(keeping: .max)
        case .restartTrimmed(let count): restart(keeping: count)
        case .arrive(let count):
            for _ in 0..<count { service.insert(at: 0) }
        case .insertMiddle(let index): service.insert(at: index % (rows.count + 1))
        case .delete(let index, let count) where !rows.isEmpty: service.delete(from: index % rows.count, count: count)
        case .insert:
            let row = service.insert(at: 0)
            written.insert(row)
            handle(.changed(.inserted(Ranked(id: row))))
        case .remove(let index) where !ids.isEmpty:
            let row = ids[index % ids.count]
            service.delete(row)
            handle(.changed(.removed(row)))
        case .appear, .appearLast, .gap, .gapFromBelow, .delete, .remove: break
        }
    }

    private mutating func restart(keeping count: Int) {
        guard let snapshot = driver.machine.snapshot else { return }
        handle(.restored(count == .max ? snapshot : snapshot.trimmed(to: count)), mayRemove: true)
        handle(.open)
    }

    private mutating func answer() {
        guard let load = driver.load else { return }
        requests += 1
        let late = captured?.ticket == load.ticket ? captured?.answer : nil
        let answer = late ?? service.answer(at: load.position)
        captured = nil
        tell(answer, to: load.position)
        // A list that has lost its place is replaced as a whole.
        let isReplaced = driver.machine.load?.head.map { !$0.joins } ?? false
        let former = driver
        switch answer {
        case .success(let page): driver.answer(page)
        case .failure(let error): driver.fail(error.code)
        }
        count(after: former)
        check(after: former, mayRemove: isReplaced)
    }

    private mutating func tell(_ answer: Result<Page<Ranked>, NoticeBoardError>, to position: PagePosition?) {
        guard keepsStory else { return }
        let asked = position.map { "\($0)" } ?? "head"
        switch answer {
        case .success(let page):
            let next = page.next.map { "\($0)" } ?? "nil"
            let kind = page.storedAt == nil ? "" : ", stored"
            story.append("  \(asked) -> \(page.items.map(\.id)), \(next), total \(page.total ?? -1)\(kind)")
        case .failure(let error): story.append("  \(asked) -> \(error.code)")
        }
    }

    private mutating func handle(_ request: FeedRequest<Int>) { handle(.request(request)) }

    private mutating func handle(_ event: FeedMachineDriver.Machine.Event, mayRemove: Bool = false) {
        let former = driver
        costs.begin(event, whileLoading: driver.load != nil)
        driver.handle(event)
        count(after: former)
        check(after: former, mayRemove: mayRemove)
    }

    /// Counts the requests that an event or an answer caused.
    private mutating func count(after former: FeedMachineDriver) {
        costs.add(
            driver.asked.count - former.asked.count, isLoadingAll: driver.state.isLoadingAll,
            isEmpty: former.load != nil && driver.machine.content.items.isEmpty)
        if let excess = costs.excess, !ignoresStorms { fail(.storm, excess) }
    }

    /// Answers every request, and returns their number.
    @discardableResult
    private mutating func drain() -> Int {
        var count = 0
        while driver.load != nil, count < 400, faults.isEmpty {
            count += 1
            answer()
        }
        if driver.load != nil, faults.isEmpty { fail(.storm, "requests do not end") }
        return count
    }

    // MARK: - The judge

    private mutating func check(after former: FeedMachineDriver, mayRemove: Bool) {
        let ids = driver.ids
        let (now, living) = (Set(ids), Set(self.living))
        if keepsStory {
            let gaps = driver.state.gaps.map { "\($0.after ?? -1)|\($0.before ?? -1)" }
            story.append("  = \(ids) \(gaps) of \(service.rows), end \(String(describing: driver.state.end))")
        }
        if now.count != ids.count { fail(.twice, "\(ids)") }
        let failures = [driver.state.refresh.failure, driver.state.older.failure].compactMap { $0 }
        if failures.contains(where: { $0.code == .placeLost }), !sequence.habits.cursorsDie { fail(.error, "\(ids)") }
        guard !mayRemove else { return }
        let before = former.ids
        let lost = before.filter { living.contains($0) && !now.contains($0) }
        // A row that the user added may be below all rows that are shown, or in a gap.
        let lowest = self.living.lastIndex(where: now.contains) ?? -1
        if driver.state.gaps.isEmpty, self.living.prefix(lowest + 1).contains(where: lost.contains) {
            fail(.removedLiving, "\(lost) of \(before), now \(ids)")
        }
        checkOrder()
        // Above a hidden anchor, a row that comes may be the next visible one.
        guard let anchor = former.machine.content.anchor, now.contains(anchor) else { return }
        if driver.machine.anchor != anchor { fail(.anchor, "\(anchor)") }
    }

    /// Checks the order of the rows that came from pages; a row that the user added stands at the head until a page shows it.
    private mutating func checkOrder() {
        let shown = ids.filter { !written.contains($0) }
        let isShown = Set(shown)
        let rows = living.filter(isShown.contains)
        let isLiving = Set(rows)
        if shown.filter(isLiving.contains) != rows { wrongOrders += 1 }
    }

    private mutating func countLinks() {
        guard sequence.order != .moving else { return }
        links.add(driver.machine.content, service.rows, sequence.order)
    }

    private mutating func settle() {
        service.isOffline = false
        drain()
        if let row = ids.dropFirst(ids.count / 2).first { handle(.scrolled(row)) }
        for round in 0..<Self.rounds where faults.isEmpty {
            handle(.refresh)
            drain()
            loadGaps()
            handle(.all)
            drain()
            if driver.state.end != .lastPage {
                handle(.retry)
                drain()
            }
            countLinks()
            if round >= 1, isRight { return }
            for id in ids where faults.isEmpty {
                handle(.rowAppeared(id))
                drain()
            }
        }
        guard faults.isEmpty else { return }
        compare()
    }

    private var isRight: Bool { ids == living && driver.state.gaps.isEmpty }

    private mutating func loadGaps() {
        var tries = 0
        while let gap = driver.state.gaps.first, tries < 60, faults.isEmpty {
            tries += 1
            handle(.gap(gap))
            drain()
        }
    }

    private mutating func compare() {
        let (rows, shown) = (living, Set(ids))
        // An empty page whose total says that there are items fails, and the list says so.
        guard !rows.isEmpty || driver.state.refresh.failure?.code != .endedEarly else { return }
        let living = Set(rows)
        let story = "\(ids), not \(rows), \(driver.state.gaps)"
        if !shown.isSubset(of: living) { fail(.ghost, story) }
        if !driver.state.gaps.isEmpty { fail(.gap, story) }
        if !living.isSubset(of: shown), driver.state.gaps.isEmpty { fail(.missing, story) }
        if ids.filter(living.contains) != rows.filter(shown.contains) { fail(.order, story) }
    }

    private mutating func fail(_ fault: Fault, _ story: String) {
        if faults[fault] == nil { faults[fault] = story }
    }
}
