public import NoticeBoardBase

/// A list on a screen as a value: what it shows, when it loads, and what it makes of the answers.
///
/// ```swift
/// var machine = FeedMachine<Post>()
/// machine.handle(.open)                        // [.load(nil, ticket), .wait(0.3, ticket)]
/// machine.handle(.loaded(page, ticket))        // [.cancel(ticket)]
/// machine.state.display                        // .items
/// ```
///
/// - No item stands in it twice, and never are two loads under way.
/// - What a load brings that is not the current one, or brings twice, is dropped.
/// - It is empty only when an answer said so.
///
/// ``Feed`` drives it on the main actor.
public struct FeedMachine<Item: Identifiable & Equatable & Sendable>: StateMachine where Item.ID: Sendable {
    /// What is to be seen.
    public internal(set) var state: FeedState<Item>
    /// How it behaves.
    public let rules: FeedRules<Item>
    /// The row at the top of the screen, as the app said last; always one of the list.
    ///
    /// When it leaves the list its neighbour takes its place, so that a screen that is built anew stands where it stood.
    public internal(set) var anchor: Item.ID?

    /// The way through the list, as far as it was loaded.
    var walk: PageWalk<Item>
    /// The loaded items in the service's order.
    var sequence: [Item.ID] = []
    /// Items at the head that stand here because a change said so, and no page yet.
    var newcomers: Set<Item.ID> = []
    /// What changed while a load was under way, of which its page may not know.
    var missed: [@Sendable (FeedShown<Item>) -> [FeedEdit<Item>]] = []
    /// The refresh that is under way.
    var head: FeedHead<Item>?
    /// The ticket of the further page that is under way.
    var moreTicket: FeedTicket?
    /// The row nearest to the end that asked for more.
    var frontier: Item.ID?
    /// Whether a further page is wanted whatever rows are in sight.
    var wantsMore = false
    private var number = 0

    /// A feed that was not asked for yet.
    public init(_ rules: FeedRules<Item> = FeedRules()) {
        self.rules = rules
        state = FeedState(kind: rules.kind)
        walk = PageWalk(rules: rules.paging)
    }

    /// A feed that shows what was kept of it, until it is refreshed.
    public init(_ rules: FeedRules<Item> = FeedRules(), from memory: FeedMemory<Item>) {
        self.init(rules)
        var known: Set<Item.ID> = []
        let items = memory.items.filter { known.insert($0.id).inserted }
        guard !items.isEmpty else { return }
        sequence = items.map(\.id)
        walk = PageWalk(rules: rules.paging, from: memory.bookmark, known: known)
        walk.first = sequence.first
        rules.order.merge(items, into: &state.items)
        (state.isLoaded, state.isOld, state.end, state.total) = (true, true, walk.end, walk.progress.total)
        keepTotal()
        if memory.anchor.map(known.contains) == true { anchor = memory.anchor }
    }

    /// What is to be kept of the list; nothing while there is nothing to keep.
    public var memory: FeedMemory<Item>? {
        guard state.isLoaded, !sequence.isEmpty else { return nil }
        let items = Dictionary(state.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return FeedMemory(items: sequence.compactMap { items[$0] }, bookmark: walk.bookmark, anchor: anchor)
    }

    /// Takes in what happened, and says what is to be done.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .open:
            if hasHead, !state.isOld || head != nil { return continueMore() }
            // A view that comes into sight again and again must not ask again and again.
            return state.refresh.failure == nil ? startRefresh() : []
        case .refresh: return startRefresh()
        case .reload:
            let given = head.map { [Effect.cancel($0.ticket)] } ?? []
            head = nil
            return given + startRefresh(joining: false)
        case .appeared(let id): return appeared(id)
        case .more:
            guard hasHead else { return startRefresh() }
            wantsMore = true
            return startMore()
        case .all:
            state.isLoadingAll = true
            return hasHead ? startMore() : startRefresh()
        case .retry:
            if state.refresh.failure != nil || state.isAsked && !hasHead { return startRefresh() }
            if state.end == .early {
                walk.reopen()
                state.end = nil
                return startMore()
            }
            return state.more.failure == nil ? [] : startMore()
        case .reset: return reset()
        case .scrolled(let id):
            if state.items.contains(where: { $0.id == id }) || id == nil { anchor = id }
            return []
        case .close: return close()
        case .stopAll:
            (state.isLoadingAll, wantsMore) = (false, false)
            return []
        case .changed(let change):
            let edits = change.edits(rules.belongs)
            return take { _ in edits }
        case .edited(let translation): return take(translation)
        case .loaded(let page, let ticket):
            switch ticket {
            case head?.ticket: return takeHead(page)
            case moreTicket: return takeMore(page)
            default: return []
            }
        case .failed(let error, let ticket): return end(ticket, in: .failed(error))
        case .gaveUp(let ticket):
            guard ticket == head?.ticket || ticket == moreTicket else { return [] }
            // Nothing is asked for again by itself: it would be given up again.
            (frontier, wantsMore, state.isLoadingAll) = (nil, false, false)
            return end(ticket, in: .idle)
        case .waited(let ticket):
            if ticket.first == head?.ticket.first { state.refresh = .loading(isSlow: true) }
            if ticket.first == moreTicket?.first { state.more = .loading(isSlow: true) }
            return []
        }
    }

    // MARK: - Loads

    /// Whether the list's head is there, or on its way.
    private var hasHead: Bool { state.isLoaded || head != nil }
    /// Whether anything is on its way.
    var isLoading: Bool { head != nil || moreTicket != nil }

    /// A ticket for a load, and the effects that begin it.
    mutating func begin(_ kind: FeedTicket.Kind, at position: PagePosition?) -> (FeedTicket, [Effect]) {
        number += 1
        let ticket = FeedTicket(kind: kind, number: number, page: 0)
        return (ticket, [.load(position, ticket), .wait(rules.patience, ticket)])
    }

    /// Ends a load that brings nothing more.
    mutating func end(_ ticket: FeedTicket, in phase: FeedPhase) -> [Effect] {
        switch ticket {
        case head?.ticket:
            head = nil
            state.refresh = phase
            forgetMissed()
            // The list goes on as it was.
            return [.cancel(ticket)] + continueMore()
        case moreTicket:
            moreTicket = nil
            state.more = phase
            forgetMissed()
            return [.cancel(ticket)]
        default: return []
        }
    }

    private mutating func close() -> [Effect] {
        (frontier, wantsMore, state.isLoadingAll) = (nil, false, false)
        guard let ticket = moreTicket else { return [] }
        return end(ticket, in: .idle)
    }

    private mutating func reset() -> [Effect] {
        let effects = [head?.ticket, moreTicket].compactMap { $0.map(Effect.cancel) }
        let number = number
        self = FeedMachine(rules)
        self.number = number
        return effects
    }
}
