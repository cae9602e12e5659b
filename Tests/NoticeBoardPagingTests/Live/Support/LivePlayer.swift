import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting

/// Plays a script: a list that follows a service whose stream drops, repeats, delays and reorders events, breaks, and forgets
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
        case invariant, requestWhileClosed, manyReads, notFollowing, uncounted, restless
        /// A row that the service has deleted; the last one, or another.
        case lastGhost, ghost
        case missing, order, oldCopy
    }

    typealias Machine = FeedMachine<Ranked>

    private(set) var machine: Machine
    private(set) var service: PlainService
    private(set) var versions: [Int: Int] = [:]
    /// Every change of the service so far.
    private var log: [Change] = []
    /// The changes that the stream has not delivered.
    private(set) var pending: [Change] = []
    private(set) var load: (position: PagePosition?, ticket: FeedTicket)?
    /// The page that the service has made for the pending load.
    private(set) var made: Page<Ranked>?
    /// The stream that is open, and whether it has a connection.
    private(set) var stream: Int?
    private(set) var isConnected = false
    private(set) var wait: Int?
    private(set) var isOpen = false
    private(set) var isInForeground = true
    private(set) var garbage = 0
    private(set) var faults: Set<Fault> = []

    // Reads of the head, and what may have caused them.
    private(set) var breaks = 0
    private(set) var liveReads = 0
    private(set) var failedReads = 0
    private(set) var requests = 0
    private(set) var events = 0
    var gapped = false
    /// Receives a line for each step, request and answer.
    var trace: ((String) -> Void)?

    init(_ script: LiveScript) {
        var habits = PlainService.Habits()
        habits.usesCursors = script.usesCursors
        habits.pageSize = script.pageSize
        service = PlainService(count: script.count, habits)
        var rules = FeedRules<Ranked>()
        rules.prefetchDistance = script.prefetchDistance
        rules.refreshPages = script.refreshPages
        machine = Machine(rules)
        send(.followed(FollowMachine(.stream) { Date(timeIntervalSince1970: 0) }))
    }

    /// Plays a script to its end, and compares the lists.
    static func faults(of script: LiveScript, trace: ((String) -> Void)? = nil) -> Set<Fault> {
        var player = LivePlayer(script)
        player.trace = trace
        for step in script.steps where player.faults.isEmpty { player.play(step) }
        player.finish()
        return player.faults
    }

    mutating func note(_ fault: Fault) {
        faults.insert(fault)
        trace?("FAULT \(fault)")
    }

    // MARK: - Steps

    mutating func play(_ step: LiveScript.Step) {
        trace?("\(step)")
        switch step {
        case .insert(let sending): tell(.new(Ranked(id: service.insert(at: 0))), sending)
        case .delete(let index, let sending):
            guard service.rows.indices.contains(index) else { return }
            let id = service.rows[index]
            service.delete(id)
            tell(.gone(id), sending)
        case .edit(let index, let sending):
            guard service.rows.indices.contains(index) else { return }
            let id = service.rows[index]
            versions[id, default: 0] += 1
            tell(.edited(item(id)), sending)
        case .garbage(let sending): tell(.garbage, sending)
        case .deliver(let index): deliver(index)
        case .fail:
            guard let load else { return }
            if load.ticket.kind == .refresh { failedReads += 1 }
            end(.failed(NoticeBoardError(.unreachable), load.ticket))
        case .makePage: makePage()
        case .answer: answer()
        case .disconnect:
            guard let stream, isConnected else { return }
            isConnected = false
            send(.live(.disconnected(stream)))
        case .endStream(let fails):
            guard let stream, isConnected else { return }
            isConnected = false
            self.stream = nil
            send(.live(.ended(stream, fails ? NoticeBoardError(.connectionLost) : nil)))
        case .connect(let count): connect(repeating: count)
        case .refresh: ask(.refresh)
        case .older: ask(.older)
        case .retry: ask(.retry)
        case .networkReturned:
            if isOpen, isInForeground { send(.live(.life(.networkReturned))) }
        case .endWait:
            guard let wait else { return }
            self.wait = nil
            send(.live(.waited(wait)))
        case .close:
            guard isOpen else { return }
            isOpen = false
            send(.request(.close))
        case .changePlace:
            guard isOpen else { return }
            isInForeground.toggle()
            send(.live(.life(isInForeground ? .foreground : .background)))
        case .use: use()
        case .appear(let index):
            guard isOpen, isInForeground, index < machine.state.items.count else { return }
            send(.request(.rowAppeared(machine.state.items[index].id)))
        }
    }

    private func item(_ id: Int) -> Ranked { Ranked(id: id, version: versions[id] ?? 0) }

    /// Tells the stream of a change, if there is a connection.
    private mutating func tell(_ change: Change, _ sending: LiveScript.Sending) {
        log.append(change)
        guard isConnected, sending != .lost else { return }
        pending.append(change)
        if sending == .twice { pending.append(change) }
    }

    private mutating func deliver(_ index: Int) {
        guard isConnected, let stream, pending.indices.contains(index) else { return }
        let change = pending.remove(at: index)
        events += 1
        if case .garbage = change { garbage += 1 }
        send(.liveEvent(stream) { _ in try change.edits() })
    }

    private mutating func makePage() {
        guard let load, made == nil else { return }
        var page = service.page(at: load.position)
        page.items = page.items.map { item($0.id) }
        made = page
        trace?("    page of \(String(describing: load.position)): \(page.items.map(\.id)), next \(String(describing: page.next))")
    }

    mutating func answer() {
        makePage()
        guard let page = made, let load else { return }
        end(.loaded(page, load.ticket))
    }

    private mutating func end(_ event: Machine.Event) {
        load = nil
        made = nil
        send(event)
    }

    /// Connects a stream whose service forgot where it was: it sends nothing of what was missed, or old changes again.
    private mutating func connect(repeating count: Int) {
        guard let stream, !isConnected else { return }
        isConnected = true
        breaks += 1
        pending = Array(log.suffix(count))
        send(.live(.connected(stream)))
    }

    private mutating func ask(_ request: FeedRequest<Int>) {
        if isOpen, isInForeground { send(.request(request)) }
    }

    private mutating func use() {
        if !isInForeground {
            isInForeground = true
            send(.live(.life(.foreground)))
        }
        isOpen = true
        send(.request(.open))
    }

    /// Loses the events that were not delivered.
    mutating func dropPending() { pending = [] }

    // MARK: - The machine

    /// Whether a read of the head that an event causes is the user's: asked for, or because older pages have lost their place.
    private func isUsers(_ event: Machine.Event) -> Bool {
        switch event {
        case .request: true
        case .loaded(_, let ticket), .failed(_, let ticket): ticket.kind == .older
        default: false
        }
    }

    mutating func send(_ event: Machine.Event) {
        let isUsers = isUsers(event)
        for effect in machine.handle(event) {
            switch effect {
            case .load(let position, let ticket):
                if ticket.kind == .refresh, ticket.page == 0, !isUsers { liveReads += 1 }
                requests += 1
                if ticket.page == 0, !isOpen || !isInForeground { note(.requestWhileClosed) }
                load = (position, ticket)
                made = nil
                trace?("    \(ticket.kind) \(ticket.number).\(ticket.page) at \(String(describing: position))")
            case .cancel(let ticket):
                guard ticket.number == load?.ticket.number else { continue }
                load = nil
                made = nil
                trace?("    cancels \(ticket.number)")
            case .wait: break
            }
        }
        for effect in machine.takeFollowEffects() {
            switch effect {
            case .open(let number):
                stream = number
                isConnected = false
                pending = []
                if !isOpen || !isInForeground { note(.requestWhileClosed) }
            case .close:
                stream = nil
                isConnected = false
                pending = []
            case .wait(_, let number): wait = number
            case .stopWaiting: wait = nil
            }
        }
        if !machine.brokenInvariants.isEmpty { note(.invariant) }
        trace?("    \(machine.state.items.ids)")
    }
}
