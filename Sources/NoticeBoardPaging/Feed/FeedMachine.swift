import Foundation
import NoticeBoardBase

/// A list on a screen as a value: decides what to show and when to load, and applies the results.
///
/// It handles events and returns effects to carry out. It has no clock, no network and no actor, so tests run it anywhere.
///
/// - No item appears twice, and at most one load runs at a time.
/// - The result of a load that is not current, or a second result, is dropped.
/// - The list is empty only if an answer said so.
///
/// ``Feed`` drives it on the main actor.
package struct FeedMachine<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    let rules: FeedRules<Item>
    /// The state to show.
    package internal(set) var state = FeedState<Item>()

    /// The content of the list.
    var content: FeedContent<Item>
    /// The running load.
    var load: FeedLoad<Item>?
    /// The gaps that load, failed or wait.
    var gapLoads = GapLoads<Item.ID>()
    /// Where a list that begins in the middle begins; `nil` once it is loaded.
    var start: PagePosition?
    /// The stale rows to reload.
    var rereads = RereadQueue<Item.ID>()
    /// What is wanted of older pages.
    var olderPages = OlderPages<Item.ID>()
    /// The requests that the user's acts may still cause.
    var budget = RequestBudget()
    /// Whether the list is off screen and was not used since: wanted pages wait.
    var isClosed = false
    /// Whether the app is in the background, where a list does nothing by itself.
    var isInBackground = false
    /// The number of the last load.
    var number = 0
    /// The number of the last load that brought a head from the network.
    var lastHead = 0
    /// What the list does to follow its service; `nil` if it does not.
    package internal(set) var follow: FollowMachine?
    /// The number of the last stream that the list followed before.
    var lastStream = 0

    /// Creates a feed that was not requested yet, or shows a snapshot until it is refreshed.
    package init(_ rules: FeedRules<Item> = FeedRules(), from memory: FeedSnapshot<Item>? = nil) {
        var rules = rules
        rules.refreshPages = min(rules.refreshPages, 10_000)
        rules.paging.order = rules.serviceOrder
        rules.paging.maximumSearchPages = max(rules.refreshPages, 4)
        // A total may be wrong: only the service's own word ends the list.
        rules.paging.endsAtTotal = false
        self.rules = rules
        content = FeedContent(rules, from: memory)
        if !content.items.isEmpty {
            state.isLoaded = true
            state.isStale = true
            state.storedAt = memory?.storedAt
        }
        show()
    }

    /// The row at the top of the screen, as last set by the app; always one of the list.
    ///
    /// If the row leaves the list, a neighbor replaces it, so that a restored screen keeps its position.
    package var anchor: Item.ID? { content.anchor.flatMap { content.visibleRow(at: $0) ?? content.visible.last?.id } }

    /// The data to store for the list; `nil` if there are no items.
    package var snapshot: FeedSnapshot<Item>? {
        state.isLoaded && !content.items.isEmpty ? content.snapshot(state.storedAt) : nil
    }

    /// Whether a load is running.
    package var isLoading: Bool { load != nil }
    /// The ticket of the page in flight.
    var ticket: FeedTicket? { load?.ticket }
    /// Whether a refresh is running, including its reload of stale rows.
    var isRefreshing: Bool { ticket?.kind == .refresh }
    /// Whether the head is loaded or loading.
    var hasHead: Bool { state.isLoaded || load?.head != nil }

    // MARK: - Events

    /// Handles a request of the screen, and returns the effects to carry out.
    package mutating func handle(_ request: FeedRequest<Item.ID>) -> [Effect] { handle(.request(request)) }

    /// Handles an event, and returns the effects to carry out.
    package mutating func handle(_ event: Event) -> [Effect] {
        var effects = react(to: event)
        if follow != nil { effects += keepFollowing(after: event) }
        show()
        return effects
    }

    private mutating func react(to event: Event) -> [Effect] {
        switch event {
        case .request(let request): return carryOut(request)
        case .filtered(let filter):
            grant(max(refreshPages, 2))
            content.filter = filter
            content.filterItems()
            olderPages.unseenCount = 0
            return continueOlder()
        case .edited(let translation): return edit(translation)
        case .restored(let memory): return reset(to: memory)
        case .followed, .live, .liveEvent, .fresher: return reactToService(event)
        case .loaded(let page, let ticket): return ticket == self.ticket ? take(page, ticket.kind) : []
        case .failed(let error, let ticket):
            guard ticket == self.ticket else { return [] }
            if error.code == .placeLost, let effects = stepBack() { return effects }
            if load?.reread != nil { rereads.appeared = [] }
            return end(in: .failed(error))
        case .gaveUp(let ticket):
            guard ticket == self.ticket else { return [] }
            // Do not retry automatically: the load would be cancelled again.
            olderPages.frontier = nil
            olderPages.isWanted = false
            state.isLoadingAll = false
            rereads.appeared = []
            gapLoads.waiting = []
            return end(in: .idle, continues: !content.items.isEmpty)
        case .waited(let ticket):
            return waited(ticket)
        }
    }

    /// Shows a spinner for a slow load; after three seconds, another refresh may replace a refresh.
    private mutating func waited(_ ticket: FeedTicket) -> [Effect] {
        guard ticket.number == self.ticket?.number else { return [] }
        guard ticket.kind == .refresh, state.refresh.showsSpinner else {
            enter(.loading(isSlow: true), ticket.kind)
            let left = Self.patience - rules.spinnerDelay
            return ticket.kind == .refresh ? [.wait(max(left, 0), ticket)] : []
        }
        load?.isHanging = true
        return []
    }

    /// The number of seconds after which a refresh may be replaced by another one.
    private static var patience: Double { 3 }

    // MARK: - Loads

    /// Starts a load: of a head, around a stale row, or of a page.
    mutating func begin(
        _ kind: FeedTicket.Kind, at position: PagePosition?, head: FeedHead<Item>? = nil, reread: FeedReread<Item.ID>? = nil
    ) -> [Effect] {
        number += 1
        budget.spend()
        let ticket = FeedTicket(kind: kind, number: number, page: 0)
        load = FeedLoad(ticket: ticket, head: head, reread: reread)
        enter(.loading(isSlow: false), kind)
        return [.load(position, ticket), .wait(rules.spinnerDelay, ticket)]
    }

    /// Requests another page of the running load.
    mutating func requestNext(at position: PagePosition?) -> [Effect] {
        budget.spend()
        guard let next = ticket?.next else { return [] }
        load?.ticket = next
        return [.load(position, next)]
    }

    /// Ends the running load in a phase; a refresh ends well once it has its head, even if a stale row could not be reloaded.
    mutating func end(in phase: LoadPhase, continues: Bool = true) -> [Effect] {
        guard let load else { return [] }
        let kind = load.ticket.kind
        let hasTakenHead = kind == .refresh && load.head == nil
        if hasTakenHead {
            state.isStale = load.headStoredAt != nil
            state.storedAt = load.headStoredAt
        }
        enter(hasTakenHead ? .idle : phase, kind)
        if kind == .older, phase.failure != nil { olderPages.isUnlimited = false }
        // After a reload that failed, the next one would fail, too.
        let goesOn = continues && kind != .older && (kind != .reread || load.reread == nil)
        return cancel() + (goesOn ? continueOlder() : [])
    }

    /// Drops the running load.
    mutating func cancel() -> [Effect] {
        guard let former = load else { return [] }
        load = nil
        if former.ticket.kind == .reread { state.reread = .idle }
        // The row is reloaded when it appears again.
        if let reread = former.reread { rereads.done.remove(reread.id) }
        return [.cancel(former.ticket)]
    }

    private mutating func enter(_ phase: LoadPhase, _ kind: FeedTicket.Kind) {
        switch kind {
        case .refresh: state.refresh = phase
        case .older: state.older = phase
        case .gap: gapLoads.phase = phase
        case .reread: state.reread = phase.isLoading ? phase : .idle
        }
    }

    /// Shows the content.
    mutating func show() {
        state.items = content.visible
        state.total = content.total
        state.newItemCount = content.newItemCount
        state.end = content.end
        state.skipped = content.skipped
        state.gaps = content.gaps
        state.hidden = content.hiddenCounts
        state.gapPlaces = content.gapPlaces
        state.gapSizes = content.gapSizes
        state.gapPhases = [:]
        if isLoading, !isPaused, gapLoads.phase.failure == nil {
            for waiting in gapLoads.waiting { state.gapPhases[waiting.gap] = .loading(isSlow: false) }
        }
        if let gap = gapLoads.current, gapLoads.phase != .idle { state.gapPhases[gap] = gapLoads.phase }
        state.gapPhases = state.gapPhases.filter { state.gaps.contains($0.key) }
    }
}
