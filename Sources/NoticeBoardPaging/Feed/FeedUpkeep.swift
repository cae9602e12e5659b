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

    init(_ rules: FeedRules<Item>) {
        fresh = rules.fresh
        age = LoadAge(now: rules.life?.now)
    }

    var isTooOld: Bool { age.isOlder(than: fresh?.age) }

    func noteRequest(_ ticket: FeedTicket) {
        if ticket.kind == .refresh, ticket.page == 0 { age.noteLoad() }
        if let exchange { requests[ticket.number] = exchange.begin() }
    }

    func noteEnd(_ ticket: FeedTicket) { requests[ticket.number] = nil }

    func carryOut(_ effects: [FollowMachine.Effect]) {
        for effect in effects { follower?.carryOut(effect) }
    }

    /// A page that the list accepts, and its request.
    struct Arrival {
        fileprivate let ids: [Item.ID]
        fileprivate let request: ItemExchange<Item>.Request
    }

    /// Replaces the items of a page that the list expects by copies that were requested later.
    func arrival(_ event: inout FeedMachine<Item>.Event, _ expected: FeedTicket?) -> Arrival? {
        guard let exchange, case .loaded(var page, let ticket) = event, ticket == expected, page.storedAt == nil,
            let request = requests.removeValue(forKey: ticket.number)
        else { return nil }
        page.items = exchange.newest(page.items, request)
        event = .loaded(page, ticket)
        return Arrival(ids: page.items.map(\.id), request: request)
    }

    /// Shows the items of a page, as the list has them now, in the other lists.
    func publish(_ arrival: Arrival, from shown: FeedItems<Item>) {
        exchange?.publish(arrival.ids.compactMap { shown[id: $0] }, arrival.request, from: membership)
    }
}
