import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// A feed's machine for tests that send events by hand and inspect effects.
struct FeedMachineDriver {
    typealias Machine = FeedMachine<Ranked>

    private(set) var machine: Machine
    /// The pending load, if any.
    private(set) var load: (position: PagePosition?, ticket: FeedTicket)?
    /// The positions of all requests.
    private(set) var asked: [PagePosition?] = []
    /// Every load that was cancelled before its response.
    private(set) var cancelled: [FeedTicket] = []

    init(_ change: (inout FeedRules<Ranked>) -> Void = { _ in }) {
        var rules = FeedRules<Ranked>()
        rules.prefetchDistance = 2
        change(&rules)
        machine = Machine(rules)
    }

    /// Creates a list restored from a snapshot.
    init(from memory: FeedSnapshot<Ranked>, refreshPages: Int = 4, order: FeedOrder = .newestFirst) {
        var rules = FeedRules<Ranked>()
        (rules.refreshPages, rules.serviceOrder) = (refreshPages, order)
        machine = Machine(rules, from: memory)
    }

    var state: FeedState<Ranked> { machine.state }
    var ids: [Int] { machine.state.items.map(\.id) }

    @discardableResult
    mutating func handle(_ request: FeedRequest<Int>) -> [Machine.Effect] { handle(.request(request)) }

    @discardableResult
    mutating func handle(_ event: Machine.Event) -> [Machine.Effect] {
        let effects = machine.handle(event)
        for rule in machine.brokenInvariants { Issue.record("\(rule)") }
        for effect in effects {
            switch effect {
            case .load(let position, let ticket):
                asked.append(position)
                load = (position, ticket)
            case .cancel(let ticket) where ticket.number == load?.ticket.number:
                if let load { cancelled.append(load.ticket) }
                load = nil
            case .cancel, .wait: break
            }
        }
        return effects
    }

    /// Answers the pending load.
    @discardableResult
    mutating func answer(_ page: Page<Ranked>) -> [Machine.Effect] {
        end { .loaded(page, $0) }
    }

    /// Answers like a service that has these items, with offsets.
    mutating func answer(_ list: some Collection<Int>, limit: Int = 4, tellsTotal: Bool = true) {
        var start = 0
        if case .offset(let offset)? = load?.position { start = offset }
        let ids = list.dropFirst(start).prefix(limit)
        let end = start + ids.count
        answer(.ranked(ids, next: end < list.count ? .offset(end) : nil, total: tellsTotal ? list.count : nil))
    }

    /// Answers requests until none is pending.
    mutating func answerAll(_ list: some Collection<Int>, limit: Int = 4, tellsTotal: Bool = true) {
        while load != nil, asked.count < 1000 { answer(list, limit: limit, tellsTotal: tellsTotal) }
    }

    @discardableResult
    mutating func fail(_ code: NoticeBoardError.Code = .unreachable) -> [Machine.Effect] {
        end { .failed(NoticeBoardError(code), $0) }
    }

    @discardableResult
    mutating func giveUp() -> [Machine.Effect] { end { .gaveUp($0) } }

    private mutating func end(_ event: (FeedTicket) -> Machine.Event) -> [Machine.Effect] {
        guard let ticket = load?.ticket else { return [] }
        load = nil
        return handle(event(ticket))
    }
}

extension Page<Ranked> {
    static func ranked(_ ids: some Sequence<Int>, next: PagePosition? = nil, total: Int? = nil) -> Page {
        Page(items: ids.map { Ranked(id: $0) }, next: next, total: total)
    }
}
