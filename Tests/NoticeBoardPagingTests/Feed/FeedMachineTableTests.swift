import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Checks the effects and the resulting state of every event in every state of a feed.
@Suite("FeedMachine: state table", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedMachineTableTests {
    private typealias Machine = FeedMachine<Ranked>

    private var memory: FeedSnapshot<Ranked> {
        FeedSnapshot(
            items: (0..<4).map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .offset(4), recent: [0, 1, 2, 3], loaded: 4, total: 12))
    }

    /// Returns a machine in a state, and the ticket of its pending load.
    private func point(_ name: String) -> (Machine, FeedTicket?) {
        var rules = FeedRules<Ranked>()
        (rules.prefetchDistance, rules.spinnerDelay) = (2, 0.5)
        let parts = name.split(separator: ", ")
        var machine = parts.first == "kept" ? Machine(rules, from: memory) : Machine(rules)
        var ticket: FeedTicket?
        func hand(_ event: Machine.Event) {
            for case .load(_, let next) in machine.handle(event) { ticket = next }
        }
        func hand(_ request: FeedRequest<Int>) { hand(.request(request)) }
        func end(_ event: (FeedTicket) -> Machine.Event) {
            guard let under = ticket else { return }
            ticket = nil
            hand(event(under))
        }
        for part in parts {
            switch part {
            case "opened": hand(.open)
            case "more": hand(.older)
            case "refresh": hand(.refresh)
            case "fails": end { .failed(NoticeBoardError(.timedOut), $0) }
            case "loses its place": end { .failed(NoticeBoardError(.placeLost), $0) }
            case "head": end { .loaded(.ranked(0..<4, next: .offset(4), total: 12), $0) }
            case "whole": end { .loaded(.ranked(0..<4, total: 4), $0) }
            case "nothing": end { .loaded(.ranked([]), $0) }
            default: break
            }
        }
        return (machine, ticket)
    }

    private func events(_ ticket: FeedTicket?) -> [(String, Machine.Event)] {
        let requests: [(String, FeedRequest<Int>)] = [
            ("open", .open), ("refresh", .refresh), ("reload", .reload), ("last row", .rowAppeared(3)),
            ("second row", .rowAppeared(1)),
            ("more", .older), ("all", .all), ("retry", .retry), ("reset", .reset), ("close", .close), ("stop", .stopAll),
            ("scroll", .scrolled(2)),
        ]
        let asked = requests.map { ($0, Machine.Event.request($1)) }
        guard let ticket else { return asked }
        return asked + [
            ("waited", .waited(ticket)), ("failure", .failed(NoticeBoardError(.unreachable), ticket)),
            ("give up", .gaveUp(ticket)),
        ]
    }

    private func received(_ machine: Machine, _ effects: [Machine.Effect]) -> String {
        let mark = { (ticket: FeedTicket) in
            (ticket.kind == .older ? "m" : "r") + "\(ticket.number)" + (ticket.page > 0 ? ".\(ticket.page)" : "")
        }
        let words = effects.map { effect in
            switch effect {
            case .load(nil, let ticket): mark(ticket) + " at the head"
            case .load(.offset(let offset)?, let ticket): mark(ticket) + " at \(offset)"
            case .load(.cursor(let cursor)?, let ticket): mark(ticket) + " at \(cursor)"
            case .load(.page(let number)?, let ticket): mark(ticket) + " at page \(number)"
            case .wait(let seconds, let ticket): "wait \(mark(ticket))" + (seconds == 0.5 ? "" : " for \(seconds)")
            case .cancel(let ticket): "end \(mark(ticket))"
            }
        }
        let phase = { (phase: LoadPhase) in
            switch phase {
            case .idle: "idle"
            case .loading(let isSlow): isSlow ? "slow" : "loading"
            case .failed(let error): "\(error.code)"
            }
        }
        let state = machine.state
        let flags = [
            (state.wasRequested, "asked"), (state.isLoaded, "loaded"), (state.isStale, "old"), (state.isLoadingAll, "all"),
        ]
        let seen = [phase(state.refresh), phase(state.older)] + flags.filter(\.0).map(\.1) + (state.end.map { ["\($0)"] } ?? [])
        return (words + [seen.joined(separator: " ")]).joined(separator: ", ")
    }

    /// Events that are not listed change nothing and have no effects.
    private static let table: [(String, [String: String])] = [
        (
            "fresh",
            [
                "open": "r1 at the head, wait r1, loading idle asked", "refresh": "r1 at the head, wait r1, loading idle asked",
                "reload": "r1 at the head, wait r1, loading idle asked", "more": "r1 at the head, wait r1, loading idle asked",
                "all": "r1 at the head, wait r1, loading idle asked all",
            ]
        ),
        (
            "opened",
            [
                "reload": "end r1, r2 at the head, wait r2, loading idle asked", "all": "loading idle asked all",
                "reset": "end r1, idle idle", "waited": "slow idle asked", "failure": "end r1, unreachable idle asked",
                "give up": "end r1, idle idle asked",
            ]
        ),
        (
            "opened, fails",
            [
                "refresh": "r2 at the head, wait r2, loading idle asked", "reload": "r2 at the head, wait r2, loading idle asked",
                "more": "r2 at the head, wait r2, loading idle asked", "all": "r2 at the head, wait r2, loading idle asked all",
                "retry": "r2 at the head, wait r2, loading idle asked", "reset": "idle idle",
            ]
        ),
        (
            "opened, head",
            [
                "refresh": "r2 at the head, wait r2, loading idle asked loaded",
                "last row": "m2 at 4, wait m2, idle loading asked loaded",
                "reload": "r2 at the head, wait r2, loading idle asked loaded",
                "more": "m2 at 4, wait m2, idle loading asked loaded",
                "all": "m2 at 4, wait m2, idle loading asked loaded all", "reset": "idle idle",
            ]
        ),
        (
            "opened, head, more",
            [
                "refresh": "end m2, r3 at the head, wait r3, loading idle asked loaded",
                "reload": "end m2, r3 at the head, wait r3, loading idle asked loaded", "all": "idle loading asked loaded all",
                "reset": "end m2, idle idle", "close": "end m2, idle idle asked loaded", "waited": "idle slow asked loaded",
                "failure": "end m2, idle unreachable asked loaded", "give up": "end m2, idle idle asked loaded",
            ]
        ),
        (
            "opened, head, more, fails",
            [
                "refresh": "r3 at the head, wait r3, loading idle asked loaded",
                "more": "m3 at 4, wait m3, idle loading asked loaded",
                "reload": "r3 at the head, wait r3, loading idle asked loaded",
                "retry": "m3 at 4, wait m3, idle loading asked loaded",
                "all": "m3 at 4, wait m3, idle loading asked loaded all", "reset": "idle idle",
            ]
        ),
        (
            "opened, head, more, loses its place",
            [
                "refresh": "r3 at the head, wait r3, loading idle asked loaded",
                "more": "r3 at the head, wait r3, loading idle asked loaded",
                "reload": "r3 at the head, wait r3, loading idle asked loaded",
                "retry": "r3 at the head, wait r3, loading idle asked loaded",
                "all": "r3 at the head, wait r3, loading idle asked loaded all", "reset": "idle idle",
            ]
        ),
        (
            "opened, head, refresh",
            [
                "reload": "end r2, r3 at the head, wait r3, loading idle asked loaded", "all": "loading idle asked loaded all",
                "reset": "end r2, idle idle", "waited": "slow idle asked loaded",
                "failure": "end r2, unreachable idle asked loaded",
                "give up": "end r2, idle idle asked loaded",
            ]
        ),
        (
            "opened, head, refresh, fails",
            [
                "refresh": "r3 at the head, wait r3, loading idle asked loaded",
                "more": "m3 at 4, wait m3, timedOut loading asked loaded",
                "reload": "r3 at the head, wait r3, loading idle asked loaded",
                "retry": "r3 at the head, wait r3, loading idle asked loaded",
                "last row": "m3 at 4, wait m3, timedOut loading asked loaded",
                "all": "m3 at 4, wait m3, timedOut loading asked loaded all",
                "reset": "idle idle",
            ]
        ),
        (
            "opened, head, more, refresh",
            [
                "reload": "end r3, r4 at the head, wait r4, loading idle asked loaded", "all": "loading idle asked loaded all",
                "reset": "end r3, idle idle", "waited": "slow idle asked loaded",
                "failure": "end r3, m4 at 4, wait m4, unreachable loading asked loaded",
                "give up": "end r3, idle idle asked loaded",
            ]
        ),
        (
            "opened, head, more, fails, refresh, fails",
            [
                "refresh": "end m4, r5 at the head, wait r5, loading idle asked loaded", "reset": "end m4, idle idle",
                "reload": "end m4, r5 at the head, wait r5, loading idle asked loaded",
                "all": "timedOut loading asked loaded all",
                "retry": "end m4, r5 at the head, wait r5, loading idle asked loaded",
                "close": "end m4, timedOut idle asked loaded",
                "waited": "timedOut slow asked loaded", "failure": "end m4, timedOut unreachable asked loaded",
                "give up": "end m4, timedOut idle asked loaded",
            ]
        ),
        (
            "opened, whole",
            [
                "refresh": "r2 at the head, wait r2, loading idle asked loaded lastPage",
                "reload": "r2 at the head, wait r2, loading idle asked loaded lastPage", "reset": "idle idle",
            ]
        ),
        (
            "opened, head, more, nothing",
            [
                "refresh": "r3 at the head, wait r3, loading idle asked loaded early",
                "retry": "m3 at 4, wait m3, idle loading asked loaded",
                "reload": "r3 at the head, wait r3, loading idle asked loaded early", "reset": "idle idle",
            ]
        ),
        (
            "kept",
            [
                "open": "r1 at the head, wait r1, loading idle asked loaded old",
                "more": "m1 at 0, wait m1, idle loading loaded old",
                "refresh": "r1 at the head, wait r1, loading idle asked loaded old",
                "last row": "m1 at 0, wait m1, idle loading loaded old",
                "reload": "r1 at the head, wait r1, loading idle asked loaded old",
                "all": "m1 at 0, wait m1, idle loading loaded old all",
                "reset": "idle idle",
            ]
        ),
        (
            "kept, opened",
            [
                "reload": "end r1, r2 at the head, wait r2, loading idle asked loaded old",
                "all": "loading idle asked loaded old all",
                "reset": "end r1, idle idle", "waited": "slow idle asked loaded old",
                "give up": "end r1, idle idle asked loaded old",
                "failure": "end r1, unreachable idle asked loaded old",
            ]
        ),
        (
            "kept, opened, fails",
            [
                "refresh": "r2 at the head, wait r2, loading idle asked loaded old", "reset": "idle idle",
                "reload": "r2 at the head, wait r2, loading idle asked loaded old",
                "retry": "r2 at the head, wait r2, loading idle asked loaded old",
                "more": "m2 at 0, wait m2, timedOut loading asked loaded old",
                "last row": "m2 at 0, wait m2, timedOut loading asked loaded old",
                "all": "m2 at 0, wait m2, timedOut loading asked loaded old all",
            ]
        ),
    ]

    @Test("State and event determine the effects and the next state", arguments: table.map(\.0)) func everything(
        name: String
    ) {
        let (begun, ticket) = point(name)
        let before = received(begun, [])
        let row = Self.table.first { $0.0 == name }?.1 ?? [:]
        for (event, happened) in events(ticket) {
            var machine = begun
            let effects = machine.handle(happened)
            #expect(received(machine, effects) == row[event] ?? before, "\(event): \(name)")
            #expect(machine.anchor == (event == "scroll" && begun.state.items.contains(id: 2) ? 2 : nil), "\(event): \(name)")
        }
    }
}
