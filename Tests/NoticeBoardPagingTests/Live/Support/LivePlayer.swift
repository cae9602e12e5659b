import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting

/// A random script: a list that follows a service whose stream drops, repeats, delays and reorders events, breaks, and forgets
/// where it was.
///
/// The service is a model that knows only its contract. At the end everything is quiet, the stream breaks once, and the list has
/// to equal the service's, or hold a gap.
struct LivePlayer {
    /// A change, as the stream sends it.
    enum Change: Sendable {
        case new(Ranked)
        case edited(Ranked)
        case gone(Int)
        case garbage

        func edits() throws -> [FeedEdit<Ranked>] {
            switch self {
            case .new(let item): [.insert(item)]
            case .edited(let item): [.patch(item.id) { $0 = item }]
            case .gone(let id): [.remove(id)]
            case .garbage: throw NoticeBoardError(.unreadableResponse)
            }
        }
    }

    /// What must never happen.
    enum Fault: String, Sendable {
        case invariant, requestWhileClosed, manyReads, notFollowing, ghost, missing, order, oldCopy, uncounted
    }

    private typealias Machine = FeedMachine<Ranked>

    private var random: SeededRandom
    private var machine: Machine
    private var service: PlainService
    private var versions: [Int: Int] = [:]
    /// Every change of the service so far.
    private var log: [Change] = []
    /// The changes that the stream has not delivered.
    private var pending: [Change] = []
    private var load: (position: PagePosition?, ticket: FeedTicket)?
    /// The page that the service has made for the pending load.
    private var made: Page<Ranked>?
    /// The stream that is open, and whether it has a connection.
    private var stream: Int?
    private var isConnected = false
    private var wait: Int?
    private var isOpen = false
    private var isInForeground = true
    /// Whether the service and the network are faultless.
    private var isQuiet = false
    private var garbage = 0
    private(set) var faults: Set<Fault> = []

    // Reads of the head, and what may have caused them.
    private(set) var breaks = 0
    private(set) var liveReads = 0
    private var failedReads = 0
    private(set) var events = 0
    private(set) var gapped = false

    init(_ seed: UInt64) {
        random = SeededRandom(seed: seed)
        var habits = PlainService.Habits()
        habits.usesCursors = random.chance(50)
        habits.pageSize = random.number(4...8)
        service = PlainService(count: random.number(0...40), habits)
        var rules = FeedRules<Ranked>()
        rules.prefetchDistance = random.number(1...4)
        rules.refreshPages = random.number(1...4)
        machine = Machine(rules)
        send(.followed(FollowMachine(.stream) { Date(timeIntervalSince1970: 0) }))
    }

    /// Plays the script.
    mutating func play() {
        if random.chance(80) { use() }
        for _ in 0..<random.number(20...120) where faults.isEmpty { step() }
        settle()
        compare()
    }

    // MARK: - Steps

    private mutating func step() {
        switch random.below(100) {
        case ..<24: change()
        case ..<48: deliver()
        case ..<68: answer()
        case ..<77: changeConnection()
        case ..<83: userActs()
        case ..<88: endWait()
        case ..<91: toggleUse()
        default: appear()
        }
    }

    /// Changes the service's list, and tells the stream, if there is a connection.
    private mutating func change() {
        let change: Change
        switch random.below(10) {
        case ..<5: change = .new(Ranked(id: service.insert(at: 0)))
        case ..<7 where !service.rows.isEmpty:
            let id = random.pick(service.rows)
            service.delete(id)
            change = .gone(id)
        case ..<9 where !service.rows.isEmpty:
            let id = random.pick(service.rows)
            versions[id, default: 0] += 1
            change = .edited(item(id))
        default: change = .garbage
        }
        log.append(change)
        guard isConnected, !random.chance(20) else { return }
        pending.append(change)
        if random.chance(10) { pending.append(change) }
    }

    private func item(_ id: Int) -> Ranked { Ranked(id: id, version: versions[id] ?? 0) }

    /// Delivers a change, not always the oldest.
    private mutating func deliver() {
        guard isConnected, let stream, !pending.isEmpty else { return }
        let change = pending.remove(at: random.chance(70) ? 0 : random.below(pending.count))
        events += 1
        if case .garbage = change { garbage += 1 }
        send(.liveEvent(stream) { _ in try change.edits() })
    }

    private mutating func answer() {
        guard let load else { return }
        guard isQuiet || !random.chance(10) else {
            if load.ticket.kind == .refresh { failedReads += 1 }
            return end(.failed(NoticeBoardError(.unreachable), load.ticket))
        }
        if made == nil {
            made = page(at: load.position)
            // Events may arrive between the service's answer and its arrival.
            if !isQuiet, random.chance(50) { return }
        }
        guard let page = made else { return }
        end(.loaded(page, load.ticket))
    }

    private mutating func page(at position: PagePosition?) -> Page<Ranked> {
        var page = service.page(at: position)
        page.items = page.items.map { item($0.id) }
        return page
    }

    private mutating func end(_ event: Machine.Event) {
        load = nil
        made = nil
        send(event)
    }

    private mutating func changeConnection() {
        guard let stream else { return }
        guard isConnected else { return connect(stream) }
        isConnected = false
        if random.chance(20) {
            self.stream = nil
            send(.live(.ended(stream, random.chance(70) ? NoticeBoardError(.connectionLost) : nil)))
        } else {
            send(.live(.disconnected(stream)))
        }
    }

    private mutating func connect(_ stream: Int) {
        isConnected = true
        breaks += 1
        // A service that forgot where the stream was sends nothing of what was missed, or old changes again.
        pending = isQuiet || random.chance(60) ? [] : Array(log.suffix(random.below(6)))
        send(.live(.connected(stream)))
    }

    private mutating func userActs() {
        guard isOpen, isInForeground else { return }
        switch random.below(4) {
        case 0: send(.request(.refresh))
        case 1: send(.request(.older))
        case 2: send(.request(.retry))
        default: send(.live(.life(.networkReturned)))
        }
    }

    private mutating func endWait() {
        guard let wait else { return }
        self.wait = nil
        send(.live(.waited(wait)))
    }

    private mutating func toggleUse() {
        switch random.below(3) {
        case 0 where isOpen:
            isOpen = false
            send(.request(.close))
        case 1 where isOpen:
            isInForeground.toggle()
            send(.live(.life(isInForeground ? .foreground : .background)))
        default: use()
        }
    }

    private mutating func use() {
        if !isInForeground {
            isInForeground = true
            send(.live(.life(.foreground)))
        }
        isOpen = true
        send(.request(.open))
    }

    private mutating func appear() {
        guard isOpen, isInForeground, !machine.state.items.isEmpty else { return }
        send(.request(.rowAppeared(random.pick(machine.state.items).id)))
    }

    // MARK: - The machine

    private mutating func send(_ event: Machine.Event) {
        var isUsers = false
        if case .request = event { isUsers = true }
        for effect in machine.handle(event) {
            switch effect {
            case .load(let position, let ticket):
                if ticket.kind == .refresh, ticket.page == 0, !isUsers { liveReads += 1 }
                if ticket.page == 0, !isOpen || !isInForeground { faults.insert(.requestWhileClosed) }
                load = (position, ticket)
                made = nil
            case .cancel(let ticket):
                guard ticket.number == load?.ticket.number else { continue }
                load = nil
                made = nil
            case .wait: break
            }
        }
        for effect in machine.takeFollowEffects() {
            switch effect {
            case .open(let number):
                stream = number
                isConnected = false
                pending = []
                if !isOpen || !isInForeground { faults.insert(.requestWhileClosed) }
            case .close:
                stream = nil
                isConnected = false
                pending = []
            case .wait(_, let number): wait = number
            case .stopWaiting: wait = nil
            }
        }
        if !machine.brokenInvariants.isEmpty { faults.insert(.invariant) }
    }

    // MARK: - The end

    /// Lets everything arrive or be lost, breaks the stream once, and answers all that is asked.
    private mutating func settle() {
        isQuiet = true
        pending = []
        use()
        for _ in 0..<500 where !finishStep() {}
        if let stream, isConnected {
            isConnected = false
            send(.live(.disconnected(stream)))
        }
        for _ in 0..<500 where !finishStep() {}
        if machine.state.live != .following { faults.insert(.notFollowing) }
        if liveReads > breaks + garbage + failedReads { faults.insert(.manyReads) }
        if machine.state.unreadableEvents != garbage { faults.insert(.uncounted) }
    }

    /// Does the next thing that is due; returns whether nothing is.
    private mutating func finishStep() -> Bool {
        if load != nil {
            answer()
        } else if let stream, !isConnected {
            connect(stream)
        } else if wait != nil {
            endWait()
        } else if stream == nil {
            send(.request(.retry))
        } else {
            return true
        }
        return false
    }

    /// Compares the list with the service's, after every gap was loaded and every row has appeared.
    ///
    /// With cursors, the rows below a gap can be read only through the gap. A row that was the last one may be deleted: no page
    /// shows that until it has rows on both sides and the list is refreshed.
    private mutating func compare() {
        gapped = !machine.state.gaps.isEmpty
        let last = machine.state.items.last?.id
        if machine.state.items.first?.id != service.rows.first { faults.insert(.missing) }
        for _ in 0..<100 {
            guard let gap = machine.state.gaps.first else { break }
            send(.request(.gap(gap)))
            for _ in 0..<50 where !finishStep() {}
        }
        for _ in 0..<2 {
            for id in machine.state.items.ids where machine.state.items.contains(id: id) {
                send(.request(.rowAppeared(id)))
                for _ in 0..<50 where !finishStep() {}
            }
        }
        let shown = machine.state.items
        let rows = Set(service.rows)
        let known = Set(shown.ids)
        let expected = service.rows.filter(known.contains)
        if !known.subtracting([last].compactMap { $0 }).isSubset(of: rows) { faults.insert(.ghost) }
        if shown.ids.filter(rows.contains) != expected { faults.insert(.order) }
        if machine.state.gaps.isEmpty, expected != Array(service.rows.prefix(expected.count)) { faults.insert(.missing) }
        if shown.contains(where: { rows.contains($0.id) && $0.version != versions[$0.id] ?? 0 }) { faults.insert(.oldCopy) }
    }
}
