import NoticeBoardKit

/// A post list's machine with its loads numbered in the order of their requests.
struct PostListBench {
    struct Load: Equatable {
        let board: Board.ID
        let offset: Int
        let ticket: FeedTicket
    }

    private(set) var machine: PostList.Machine
    /// Every load so far.
    private(set) var loads: [Load] = []
    /// The loads that are neither answered nor cancelled.
    private(set) var underWay: [Load] = []

    init(_ machine: PostList.Machine) { self.machine = machine }

    var state: PostList.State { machine.state }

    /// Sends an event to the machine and returns the requested effects.
    @discardableResult
    mutating func handle(_ event: PostList.Machine.Event) -> [String] {
        if case .feed(.loaded(_, let ticket)) = event { forget(ticket) }
        if case .feed(.failed(_, let ticket)) = event { forget(ticket) }
        if case .feed(.gaveUp(let ticket)) = event { forget(ticket) }
        return machine.handle(event).compactMap { take($0) }
    }

    /// Answers the load with the given number, even a late one, with a page.
    @discardableResult
    mutating func answer(_ number: Int, with page: Page<Post>) -> [String] {
        guard loads.indices.contains(number) else { return ["load \(number) was never asked for"] }
        let load = loads[number]
        return handle(.feed(.loaded(page, load.ticket)))
    }

    private mutating func forget(_ ticket: FeedTicket) { underWay.removeAll { $0.ticket == ticket } }

    private mutating func take(_ effect: PostList.Machine.Effect) -> String? {
        switch effect {
        case .feed(.load(let position, let ticket), let board):
            var offset = 0
            if case .offset(let place)? = position { offset = place }
            let load = Load(board: board, offset: offset, ticket: ticket)
            loads.append(load)
            underWay.append(load)
            return "load \(board) from \(offset)"
        case .feed(.wait, _): return "wait"
        case .feed(.cancel(let ticket), _):
            forget(ticket)
            return "cancel \(ticket.kind)"
        // The notifications to the read marks have their own tests.
        case .opened, .saw: return nil
        }
    }
}

extension PostList.State {
    /// The visible state in one line.
    var summary: String { "\(title): \(display) \(rows.ids)" }
}
