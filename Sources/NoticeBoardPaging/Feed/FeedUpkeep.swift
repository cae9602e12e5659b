import NoticeBoardBase

/// What a list does by itself: it follows its service, ages, and shares items with other lists.
@MainActor final class FeedUpkeep<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
    var follower: Follower?
    var observation: StateObservation?
    var exchange: ItemExchange<Item>?
    var membership: ItemExchange<Item>.Member?
    private let fresh: Freshness?
    private var age: LoadAge
    /// The running requests, by the numbers of their loads.
    private var requests: [Int: ItemExchange<Item>.Request] = [:]
    /// The pages of a head that the list does not have yet.
    private var heldArrivals: [Arrival] = []

    init(_ rules: FeedRules<Item>) {
        fresh = rules.fresh
        age = LoadAge(now: rules.life?.now)
    }

    var isTooOld: Bool { age.isOlder(than: fresh?.age) }

    func noteRequest(_ ticket: FeedTicket) {
        if ticket.kind == .refresh, ticket.page == 0 { age.noteLoad() }
        if let exchange { requests[ticket.number] = exchange.begin() }
    }

    func noteEnd(_ ticket: FeedTicket) {
        requests[ticket.number] = nil
        heldArrivals.removeAll { $0.ticket.number == ticket.number }
    }

    func carryOut(_ effects: [FollowMachine.Effect]) {
        for effect in effects { follower?.carryOut(effect) }
    }

    /// A page that the list accepts, and its request.
    struct Arrival {
        fileprivate let ids: [Item.ID]
        fileprivate let request: ItemExchange<Item>.Request
        fileprivate let ticket: FeedTicket
    }

    /// Replaces the items of a page that the list expects by copies that were requested later.
    func arrival(_ event: inout FeedMachine<Item>.Event, _ expected: FeedTicket?) -> Arrival? {
        guard let exchange, case .loaded(var page, let ticket) = event, ticket == expected, page.storedAt == nil,
            let request = requests.removeValue(forKey: ticket.number)
        else { return nil }
        page.items = exchange.newest(page.items, request)
        event = .loaded(page, ticket)
        exchange.remember(page.items, request)
        return Arrival(ids: page.items.map(\.id), request: request, ticket: ticket)
    }

    /// Returns the pages that the list has now: those of a head come together, once it has met the loaded rows.
    ///
    /// `lastHead` is the number of the load that brought the list's head.
    func arrivalsToPublish(_ arrival: Arrival, lastHead: Int) -> [Arrival] {
        heldArrivals.append(arrival)
        if arrival.ticket.kind == .refresh, arrival.ticket.number != lastHead { return [] }
        defer { heldArrivals = [] }
        return heldArrivals
    }

    /// Shows the items of pages, as the list has them now, in the other lists.
    func publish(_ arrivals: [Arrival], from shown: FeedItems<Item>) {
        for arrival in arrivals {
            exchange?.publish(arrival.ids.compactMap { shown[id: $0] }, arrival.request, from: membership)
        }
    }
}
