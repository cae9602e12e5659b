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
    /// The ticket of the page in flight.
    var ticket: FeedTicket?
    /// The head that the running refresh is loading.
    var head: FeedHead<Item>?
    /// The stale row that is reloaded, by a refresh or because it appeared.
    var reread: FeedReread<Item.ID>?
    /// The gap that is loading or failed.
    var gap: PageGap<Item.ID>?
    /// The phase of that gap.
    var gapPhase = LoadPhase.idle
    /// The page requested for the gap's lower end; `nil` at its upper end.
    var pageBelow: GapPage?
    /// The gaps to load after the running load.
    var waitingGaps: [(gap: PageGap<Item.ID>, fromBelow: Bool)] = []
    /// Where a list that begins in the middle begins; `nil` once it is loaded.
    var start: PagePosition?
    /// When the newest head was stored; `nil` if it is from the network.
    var headStoredAt: Date?
    /// Changes made during a load, which its page may not include.
    var missed: [FeedContent<Item>.Translation] = []
    /// Stale rows that appeared.
    var doubtful: [Item.ID] = []
    /// Rows that were reloaded since the last refresh.
    var rereadOnce: Set<Item.ID> = []
    /// The reload that goes on with the next act.
    var pausedReread: FeedReread<Item.ID>?
    /// The requests that the user's acts may still cause.
    var budget = RequestBudget()
    /// The row nearest to the end that appeared: while fewer than ``FeedRules/prefetchDistance`` visible rows follow it, older
    /// pages are loaded.
    var frontier: Item.ID?
    /// The number of consecutive older pages without visible items; ``FeedRules/refreshPages`` of them stop the loading until a
    /// row appears.
    var unseenPages = 0
    /// Whether the end of the loaded rows was not found, so that a refresh looks for a place to continue.
    var seeksPlace = false
    /// Whether an older page is wanted regardless of the visible rows: the app asked for it, or a refresh interrupted one.
    var wantsOlder = false
    /// Whether the user asked for more rows, so that pages without new ones have no limit.
    var wantsMore = false
    /// Whether the running refresh takes so long that another one may replace it.
    var isHanging = false
    /// Whether the list is off screen and was not used since: wanted pages wait.
    var isClosed = false
    /// The number of the last load.
    var number = 0

    /// Creates a feed that was not requested yet, or shows a snapshot until it is refreshed.
    package init(_ rules: FeedRules<Item> = FeedRules(), from memory: FeedSnapshot<Item>? = nil) {
        var rules = rules
        // Where items appear in the middle, an unchanged total does not show that none is missing between two pages.
        if rules.serviceOrder == .fixed { rules.paging.overlapOfLongerPages = 1 }
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
    package var isLoading: Bool { ticket != nil }
    /// Whether a refresh is running, including its reload of stale rows.
    var isRefreshing: Bool { ticket?.kind == .refresh }
    /// Whether the head is loaded or loading.
    var hasHead: Bool { state.isLoaded || head != nil }

    // MARK: - Events

    /// Handles a request of the screen, and returns the effects to carry out.
    package mutating func handle(_ request: FeedRequest<Item.ID>) -> [Effect] { handle(.request(request)) }

    /// Handles an event, and returns the effects to carry out.
    package mutating func handle(_ event: Event) -> [Effect] {
        let effects = react(to: event)
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
            unseenPages = 0
            return continueOlder()
        case .edited(let translation): return edit(translation)
        case .restored(let memory): return reset(to: memory)
        case .loaded(let page, let ticket): return ticket == self.ticket ? take(page, ticket.kind) : []
        case .failed(let error, let ticket):
            guard ticket == self.ticket else { return [] }
            if error.code == .placeLost, let effects = stepBack() { return effects }
            if reread != nil { doubtful = [] }
            return end(in: .failed(error))
        case .gaveUp(let ticket):
            guard ticket == self.ticket else { return [] }
            // Do not retry automatically: the load would be cancelled again.
            frontier = nil
            wantsOlder = false
            state.isLoadingAll = false
            doubtful = []
            waitingGaps = []
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
        isHanging = true
        return []
    }

    /// The number of seconds after which a refresh may be replaced by another one.
    private static var patience: Double { 3 }

    // MARK: - Loads

    /// Starts a load.
    mutating func begin(_ kind: FeedTicket.Kind, at position: PagePosition?) -> [Effect] {
        number += 1
        budget.spend()
        let ticket = FeedTicket(kind: kind, number: number, page: 0)
        self.ticket = ticket
        isHanging = false
        enter(.loading(isSlow: false), kind)
        return [.load(position, ticket), .wait(rules.spinnerDelay, ticket)]
    }

    /// Requests another page of the running load.
    mutating func goOn(at position: PagePosition?) -> [Effect] {
        budget.spend()
        ticket = ticket?.next
        return ticket.map { [.load(position, $0)] } ?? []
    }

    /// Ends the running load in a phase; a refresh ends well once it has its head, even if a stale row could not be reloaded.
    mutating func end(in phase: LoadPhase, continues: Bool = true) -> [Effect] {
        guard let kind = ticket?.kind else { return [] }
        let hasTakenHead = kind == .refresh && head == nil
        if hasTakenHead { (state.isStale, state.storedAt) = (headStoredAt != nil, headStoredAt) }
        enter(hasTakenHead ? .idle : phase, kind)
        missed = []
        if kind == .older, phase.failure != nil { wantsMore = false }
        // After a reload that failed, the next one would fail, too.
        let goesOn = continues && kind != .older && (kind != .reread || reread == nil)
        return cancel() + (goesOn ? continueOlder() : [])
    }

    /// Drops the running load.
    mutating func cancel() -> [Effect] {
        defer { (ticket, head, reread) = (nil, nil, nil) }
        if ticket?.kind == .reread { state.reread = .idle }
        // The row is reloaded when it appears again.
        if let reread { rereadOnce.remove(reread.id) }
        return ticket.map { [.cancel($0)] } ?? []
    }

    private mutating func enter(_ phase: LoadPhase, _ kind: FeedTicket.Kind) {
        switch kind {
        case .refresh: state.refresh = phase
        case .older: state.older = phase
        case .gap: gapPhase = phase
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
        if isLoading, !isClosed, gapPhase.failure == nil {
            for waiting in waitingGaps { state.gapPhases[waiting.gap] = .loading(isSlow: false) }
        }
        if let gap, gapPhase != .idle { state.gapPhases[gap] = gapPhase }
        state.gapPhases = state.gapPhases.filter { state.gaps.contains($0.key) }
    }
}
