import NoticeBoardBase
import NoticeBoardTesting

@testable import NoticeBoardPaging

/// Runs a feed against a changing list: answers requests late and in any order, and checks the invariants.
struct FeedPlayer {
    typealias Machine = FeedMachine<Ranked>

    struct Load {
        let ticket: FeedTicket
        let position: PagePosition?
        /// The page at the time of the request; with `nil`, the page when the response is delivered.
        let page: Page<Ranked>?
    }

    /// What may happen to the list while it is shown.
    enum Changes: String, Sendable, CaseIterable { case all, withoutDeletions, none }

    let changes: Changes
    /// The kind of the list; `nil` draws one.
    let kind: FeedKind?
    var counts = Counts()
    var complaints: [String] = []
    /// The requests of each act.
    var costs: ActCosts
    /// Whether the list ended with all rows, but some in a wrong place.
    var isMisplaced = false
    /// Whether a deleted row stayed although all rows have appeared.
    var keepsDeleted = false
    var machine: Machine
    var list: ChangingList
    var random: SeededRandom
    let isOrdered: Bool
    /// Whether items are also inserted in the middle.
    let isFixed: Bool
    /// Whether gaps are also filled from below, and lists also begin in the middle.
    let readsUpwards: Bool
    var flying: [Load] = []
    /// Loads that were cancelled or answered.
    var stale: [Load] = []
    private var answered: Set<FeedTicket> = []
    private var isAnswered = false
    /// Items inserted by a change.
    private var written: Set<Int> = []
    /// Whether the pending refresh is a reload.
    private var isAnew = false
    /// The row directly below the last refresh.
    ///
    /// Faults in joining the refresh show when this row changes.
    private var seam: Int?
    /// Whether the list missed a change: a deletion, or an insertion in the middle.
    var isDirty = false
    /// The arrivals since the last response, and whether they ever exceeded a page.
    ///
    /// After such a burst the order may be wrong until the list is reloaded.
    var (arrived, isBurst) = (0, false)
    private var log: [String]?

    /// Creates a player with random events from `seed`; `keepsLog` records the events.
    init(
        _ seed: UInt64, _ changes: Changes = .all, kind: FeedKind? = nil, readsUpwards: Bool = false, keepsLog: Bool = false
    ) {
        (self.changes, self.kind, self.readsUpwards) = (kind?.events.changes ?? changes, kind, readsUpwards)
        log = keepsLog ? [] : nil
        random = SeededRandom(seed: seed)
        let drawn = ChangingList.Paging.allCases[random.number(0...2)]
        let paging = kind?.paging ?? drawn
        list = ChangingList(
            // Without a total only overlapping pages reveal changes, which a page of one item cannot do.
            paging, count: random.number(0...24),
            limit: random.number((paging == .offsetsWithoutTotal ? 4 : kind == nil ? 1 : 3)...7),
            isCapped: random.chance(30) && paging != .numbered,
            brokenPercent: kind?.events == .undecodable || kind?.events == .decodableInTurn ? 15 : 0, &random)
        isOrdered = random.chance(50)
        isFixed = random.chance(50) && kind == nil || kind?.order == .fixed
        var rules = FeedRules<Ranked>()
        if isOrdered { rules.order = { $0.rank < $1.rank } }
        if isFixed { rules.serviceOrder = .fixed }
        if let kind { rules.serviceOrder = kind.order }
        rules.prefetchDistance = random.number(0...4)
        rules.refreshPages = random.number(1...4)
        rules.paging.remembered = random.number(3...12)
        costs = ActCosts(refreshPages: rules.refreshPages, hidesRows: false)
        machine = Machine(rules)
    }

    /// The recorded events, for debugging.
    var story: String { (log ?? []).joined(separator: "\n") }

    mutating func play() {
        for _ in 0..<random.number(5...60) where complaints.isEmpty { step() }
        settle()
    }

    // MARK: - Events

    private mutating func step() {
        switch random.number(0...99) {
        case ..<8: send(.open)
        case ..<16: send(.refresh)
        case ..<30: appear()
        case ..<34: send(.older)
        case ..<36: send(.all)
        case ..<40: send(.retry)
        case ..<41: reset()
        case ..<42: restart()
        case ..<43: send(.close)
        case ..<46: send(.scrolled(random.chance(90) ? machine.state.items.randomElement(using: &random)?.id : 999))
        case ..<70: answer()
        case ..<74: answerInVain()
        case ..<76: wait()
        case ..<78: fill()
        case ..<92: change()
        default: changeUnheard()
        }
    }

    private mutating func appear() {
        let rows = machine.state.items
        let some = random.chance(70) ? rows.suffix(5) : rows[...]
        if let row = some.randomElement(using: &random) { send(.rowAppeared(row.id)) }
    }

    private mutating func fill() {
        if let gap = machine.state.gaps.randomElement(using: &random) {
            send(.gap(gap, fromBelow: readsUpwards && random.chance(60)))
        }
    }

    private mutating func reset() {
        (isAnswered, isDirty) = (false, false)
        if readsUpwards, list.paging != .cursors, random.chance(70) {
            counts.begun += 1
            return send(.openAt(.offset(random.number(0...list.items.count + 2))))
        }
        send(.reset)
        check(machine.state == FeedState(), "a reset leaves something")
    }

    /// Restarts the app from its snapshot.
    mutating func restart() {
        let (kept, before) = (machine.snapshot, machine.state)
        carryOut(machine.reset(to: kept))
        log?.append("restart")
        guard kept != nil else { return isAnswered = false }
        check(Set(machine.state.items.ids) == Set(before.items.ids), "a restart loses rows")
        // Only gaps above a shown row are kept.
        let shown = before.gaps.map(\.before).filter { $0.map { before.items.contains(id: $0) } ?? false }
        check(shown.allSatisfy(machine.state.gaps.map(\.before).contains), "a restart loses gaps")
    }

    private mutating func wait() {
        guard let load = (random.chance(50) ? flying : stale).randomElement(using: &random) else { return }
        let before = machine.state.display
        send(.waited(load.ticket))
        check(machine.state.display == before, "waiting changes what is shown")
    }

    /// Returns the index of a random item, half of the time of the one at the joint.
    private mutating func somewhere() -> Int? {
        let place = list.items.firstIndex { $0.id == seam }
        return random.chance(50) && place != nil ? place : list.items.indices.randomElement(using: &random)
    }

    mutating func change() {
        guard changes != .none else { return }
        let index = somewhere()
        switch (random.number(0...2), index) {
        case (0, _):
            let index = !isFixed || random.chance(70) ? 0 : random.number(0...list.items.count)
            if index > 0 { isDirty = true }
            counts.inserted += 1
            arrive(1)
            let item = list.arrive(at: index, isDecodable: true, &random)
            written.insert(item.id)
            send(.changed(.inserted(item)))
        case (1, let index?):
            counts.updated += 1
            send(.changed(.updated(list.change(at: index, &random))))
        case (2, let index?) where changes == .all:
            counts.removed += 1
            var item = list.vanish(at: index)
            guard random.chance(30) else { return send(.changed(.removed(item.id))) }
            item.rank = Ranked.away
            send(.changed(.updated(item)))
        default: break
        }
    }

    /// Makes changes of other users, which the feed sees only on a refresh.
    private mutating func changeUnheard() {
        guard changes != .none else { return }
        counts.silent += 1
        if let kind, random.chance(40), change(kind) { return }
        if random.chance(30), changes == .all, let index = somewhere() {
            isDirty = true
            _ = list.vanish(at: index)
        } else {
            let count = random.number(1...9)
            arrive(count)
            for _ in 0..<count { _ = list.arrive(at: 0, &random) }
        }
    }

    /// Makes a change that only this kind of list has, and returns whether there was one.
    private mutating func change(_ kind: FeedKind) -> Bool {
        switch kind.events {
        case _ where kind.order == .moving:
            if let index = list.items.indices.randomElement(using: &random) { list.bump(at: index) }
        case .pins: list.pin(&random)
        case .decodableInTurn: list.breakOrMend(&random)
        case .quiet, .withoutDeletions, .everything, .undecodable: return false
        }
        isDirty = true
        return true
    }

    private mutating func arrive(_ count: Int) { arrived += count }

    // MARK: - Responses

    private mutating func answer() {
        guard let index = flying.indices.randomElement(using: &random) else { return }
        let load = flying.remove(at: index)
        stale.append(load)
        answered.insert(load.ticket)
        switch random.number(0...9) {
        case 0:
            counts.failed += 1
            send(.failed(NoticeBoardError(.unreachable), load.ticket))
        case 1:
            counts.gaveUp += 1
            send(.gaveUp(load.ticket))
        default: deliver(load)
        }
    }

    mutating func deliver(_ load: Load) {
        let page = load.page ?? list.page(at: load.position, &random)
        // A refresh begins at the head and finds all arrivals.
        let isFirst = load.ticket.kind == .refresh && load.ticket.page == 0
        if !isFirst, list.paging != .cursors, arrived >= max(1, list.limit / 2) { isBurst = true }
        if load.page == nil { arrived = 0 }
        if load.ticket.kind == .refresh, let last = list.items.firstIndex(where: { $0.id == page.items.last?.id }) {
            seam = list.items.dropFirst(last + 1).first?.id
        }
        let wasLoaded = machine.state.isLoaded
        let old = Set(machine.state.items.map(\.id))
        let isAnew = self.isAnew
        if load.ticket.kind == .refresh { isAnswered = true }
        send(.loaded(page, load.ticket))
        if load.ticket.kind == .reread { counts.reread += 1 }
        if load.ticket.kind != .refresh {
            let lost = list.items.map(\.id).filter { old.contains($0) && !machine.state.items.contains(id: $0) }
                .filter { !list.everPinned.contains($0) }
            check(lost.isEmpty, "\(load.ticket.kind) loses \(lost)")
        }
        guard load.ticket.kind == .refresh, wasLoaded, !machine.state.refresh.isLoading, !old.isEmpty else { return }
        if machine.state.items.contains(where: { old.contains($0.id) }) { counts.joined += 1 }
        if !machine.state.gaps.isEmpty { counts.gapped += 1 }
        guard !isAnew else { return }
        // An item that a change inserted at the head may be further down at the service.
        let kept = list.items.map(\.id).filter { old.contains($0) && !written.contains($0) && !list.everPinned.contains($0) }
        let lost = kept.filter { !machine.state.items.contains(id: $0) }
        check(lost.isEmpty, "a refresh loses \(lost)")
    }

    /// Delivers a response of a cancelled load, or a second response of the same load.
    private mutating func answerInVain() {
        guard let load = stale.randomElement(using: &random) else { return }
        let before = machine
        switch random.number(0...3) {
        case 0: send(.failed(NoticeBoardError(.timedOut), load.ticket))
        case 1: send(.gaveUp(load.ticket))
        default: send(.loaded(load.page ?? list.page(at: load.position, &random), load.ticket))
        }
        check(machine.state == before.state, "an answer of \(load.ticket) is taken in that nobody waits for")
        if answered.contains(load.ticket) { counts.twice += 1 } else { counts.late += 1 }
    }

    private mutating func carryOut(_ effects: [Machine.Effect]) {
        for effect in effects {
            switch effect {
            case .load(let position, let ticket):
                check(!flying.contains { $0.ticket.kind == ticket.kind }, "two loads of one kind at once")
                check(!(flying + stale).contains { $0.ticket == ticket }, "a ticket is used twice")
                let page = random.chance(50) ? list.page(at: position, &random) : nil
                flying.append(Load(ticket: ticket, position: position, page: page))
                counts.loads += 1
                if ticket.page > 0 { counts.chained += 1 }
            case .cancel(let ticket):
                let given = flying.filter { $0.ticket.number == ticket.number }
                counts.cancelled += given.count
                stale += given
                flying.removeAll { $0.ticket.number == ticket.number }
            case .wait: break
            }
        }
    }

    // MARK: - Invariants

    mutating func send(_ request: FeedRequest<Int>) { send(.request(request)) }

    mutating func send(_ event: Machine.Event) {
        let before = machine
        if case .request(.reload) = event { isAnew = true }
        counts.events += 1
        costs.begin(event, whileLoading: before.isLoading)
        let effects = machine.handle(event)
        let requests = effects.count { if case .load = $0 { true } else { false } }
        costs.add(requests, isLoadingAll: machine.state.isLoadingAll, isEmpty: before.isLoading && machine.content.items.isEmpty)
        if let excess = costs.excess { check(false, excess) }
        log?.append("\(event)\n    → \(effects)\n    \(machine.state.items.map(\.id)) of \(list.items.map(\.id))")
        for rule in machine.brokenInvariants { check(false, rule) }
        carryOut(effects)
        let begins = machine.state.refresh.isLoading && !before.state.refresh.isLoading
        if begins, before.state.older.failure?.code == .placeLost { isAnew = true }
        if !machine.state.refresh.isLoading { isAnew = false }
        let (state, ids) = (machine.state, machine.state.items.map(\.id))
        check(Set(ids).count == ids.count, "an item stands twice")
        check(state.refresh.isLoading == flying.contains { $0.ticket.kind == .refresh }, "the refresh is not as it says")
        check(state.older.isLoading == flying.contains { $0.ticket.kind == .older }, "the loading of more is not as it says")
        let fills = state.gapPhases.values.contains { $0.isLoading }
        // A gap that waits for another load counts as loading.
        let waits = !machine.gapLoads.waiting.isEmpty && !flying.isEmpty
        check(fills == flying.contains { $0.ticket.kind == .gap } || waits, "the loading of a gap is not as it says")
        check(state.gapPhases.keys.allSatisfy(state.gaps.contains), "a gap that is gone has a phase")
        check(state.gaps.allSatisfy { gap in gap.before.map(ids.contains) ?? true }, "a gap above no row")
        check(flying.count < 2, "two loads at once")
        check(isAnswered || state.items.isEmpty, "items before an answer")
        if case .empty = state.display { check(isAnswered && state.end != nil, "empty before an answer says so") }
        if case .gaveUp(let ticket) = event { check(!asks(effects, ticket.kind), "what was given up is asked for again") }
        if case .request(.close) = event { check(!state.older.isLoading && effects.count < 2, "a list out of sight reads on") }
        // The list's own order does not cross a gap.
        let ranks = state.entries.map { entry in if case .item(let item) = entry { item.rank } else { nil as Int? } }
        let isInOrder = zip(ranks, ranks.dropFirst()).allSatisfy { $0 ?? 0 <= $1 ?? .max }
        if isOrdered { check(isInOrder, "out of order") }
        check(machine.anchor.map(ids.contains) ?? true, "the anchor is not in the list")
        if let anchor = before.anchor, ids.contains(anchor) {
            if case .request(.scrolled) = event { return }
            check(machine.anchor == anchor, "the anchor has moved although its row stays")
        } else if before.anchor != nil, !ids.isEmpty, Set(before.state.items.map(\.id)).intersection(ids).isEmpty == false {
            check(machine.anchor != nil, "the anchor is lost although the list stays")
        }
    }

    private func asks(_ effects: [Machine.Effect], _ kind: FeedTicket.Kind) -> Bool {
        effects.contains { if case .load(_, let ticket) = $0 { ticket.kind == kind } else { false } }
    }

    mutating func check(_ holds: Bool, _ complaint: @autoclosure () -> String) {
        if !holds { complaints.append(complaint()) }
    }
}
