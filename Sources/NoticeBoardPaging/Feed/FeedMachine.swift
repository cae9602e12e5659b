import Foundation
public import NoticeBoardBase

/// A list on a screen as a value: decides what to show and when to load, and applies the results.
///
/// ```swift
/// var machine = FeedMachine<Post>()
/// machine.handle(.open)                        // [.load(nil, ticket), .wait(0.3, ticket)]
/// machine.handle(.loaded(page, ticket))        // [.cancel(ticket)]
/// machine.state.display                        // .items
/// ```
///
/// - No item appears twice, and at most one load runs at a time.
/// - The result of a load that is not current, or a second result, is dropped.
/// - The list is empty only if an answer said so.
///
/// ``Feed`` drives it on the main actor.
public struct FeedMachine<Item: Identifiable & Equatable & Sendable>: StateMachine where Item.ID: Sendable {
    /// The rules of the feed.
    public let rules: FeedRules<Item>

    /// The content of the list.
    var content: FeedContent<Item>
    var (refresh, older) = (LoadPhase.idle, LoadPhase.idle)
    var (wasRequested, isLoaded, isStale, isLoadingAll) = (false, false, false, false)
    /// When the stale items were stored.
    var storedAt: Date?
    /// When the newest head was stored; `nil` if it is from the network.
    var headStoredAt: Date?
    /// Changes made during a load, which its page may not include.
    var missed: [FeedContent<Item>.Translation] = []
    /// The running refresh.
    var head: FeedHead<Item>?
    /// The ticket of the older page in flight.
    var olderTicket: FeedTicket?
    /// The gap that is loading or failed, its ticket and its phase.
    var (gap, gapTicket, gapPhase): (PageGap<Item.ID>?, FeedTicket?, LoadPhase) = (nil, nil, .idle)
    /// The gap to load after the refresh.
    var gapAfterRefresh: PageGap<Item.ID>?
    /// The stale row that is reloaded, by a refresh or because it appeared.
    var reread: FeedReread<Item.ID>?
    /// Stale rows that appeared, and rows reloaded since the last refresh.
    var (doubtful, rereadOnce): ([Item.ID], Set<Item.ID>) = ([], [])
    /// The row nearest to the end that requested older items.
    var frontier: Item.ID?
    /// The number of consecutive older pages without visible items.
    var unseenPages = 0
    /// Whether an older page is wanted regardless of the visible rows.
    var wantsOlder = false
    /// Whether the list is off screen and was not used since: wanted pages wait.
    var isClosed = false
    var number = 0

    /// Creates a feed that was not requested yet.
    public init(_ rules: FeedRules<Item> = FeedRules()) {
        self.rules = rules
        content = FeedContent(rules)
    }

    /// Creates a feed that shows a snapshot until it is refreshed.
    public init(_ rules: FeedRules<Item> = FeedRules(), from memory: FeedSnapshot<Item>) {
        self.init(rules)
        guard let kept = FeedContent(rules, from: memory) else { return }
        (content, isLoaded, isStale, storedAt) = (kept, true, true, memory.storedAt)
    }

    /// Handles an event, and returns the effects to carry out.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .open:
            isClosed = false
            if hasHead, !isStale || head != nil { return continueOlder() }
            // A view can appear many times, and must not retry each time.
            return refresh.failure == nil ? startRefresh() : []
        case .refresh: return startRefresh()
        case .reload:
            let given = (head?.ticket ?? refreshReread?.ticket).map { [Effect.cancel($0)] } ?? []
            if head == nil, !given.isEmpty { reread = nil }
            head = nil
            return given + startRefresh(joining: false)
        case .rowAppeared(let id): return rowAppeared(id)
        case .older:
            guard hasHead else { return startRefresh() }
            (isClosed, wantsOlder) = (false, true)
            return startOlder()
        case .all:
            (isClosed, isLoadingAll) = (false, true)
            return hasHead ? startOlder() : startRefresh()
        case .gap(let gap): return startGap(gap)
        case .retry: return retry()
        case .reset: return reset()
        case .scrolled(let id):
            content.scroll(to: id)
            return []
        case .filtered(let filter):
            content.filter = filter
            content.filterItems()
            unseenPages = 0
            return continueOlder()
        case .showHidden(let reasons):
            content.shownReasons = reasons
            content.filterItems()
            return continueOlder()
        case .close:
            // Keep what rows requested: rows on screen do not appear again.
            (isClosed, isLoadingAll, gapAfterRefresh) = (true, false, nil)
            return otherTicket.map { end($0, in: .idle) } ?? []
        case .stopAll:
            (isLoadingAll, wantsOlder) = (false, false)
            return []
        case .edited(let translation): return take(translation)
        case .loaded(let page, let ticket):
            switch ticket {
            case head?.ticket: return takeHead(page)
            case olderTicket: return takeOlder(page)
            case gapTicket: return takeGap(page)
            case reread?.ticket: return takeReread(page)
            default: return []
            }
        case .failed(let error, let ticket):
            if ticket == reread?.ticket { doubtful = [] }
            return end(ticket, in: .failed(error))
        case .gaveUp(let ticket):
            guard [head?.ticket, olderTicket, gapTicket, reread?.ticket].contains(ticket) else { return [] }
            // Do not retry automatically: the load would be cancelled again.
            (frontier, wantsOlder, isLoadingAll, doubtful, gapAfterRefresh) = (nil, false, false, [], nil)
            return end(ticket, in: .idle)
        case .waited(let ticket):
            if ticket.first == (head?.ticket ?? refreshReread?.ticket)?.first { refresh = .loading(isSlow: true) }
            if ticket.first == olderTicket?.first { older = .loading(isSlow: true) }
            if ticket.first == gapTicket?.first { gapPhase = .loading(isSlow: true) }
            return []
        }
    }

    // MARK: - Loads

    /// Whether the head is loaded or loading.
    var hasHead: Bool { isLoaded || head != nil }
    /// Whether a load is running.
    package var isLoading: Bool { head != nil || olderTicket != nil || gapTicket != nil || reread != nil }
    /// Returns whether the list contains an item.
    package func contains(_ id: Item.ID) -> Bool { content.items.contains(id: id) }

    /// Returns a new ticket, and the effects that start its load.
    mutating func begin(_ kind: FeedTicket.Kind, at position: PagePosition?) -> (FeedTicket, [Effect]) {
        number += 1
        let ticket = FeedTicket(kind: kind, number: number, page: 0)
        return (ticket, [.load(position, ticket), .wait(rules.spinnerDelay, ticket)])
    }

    /// Ends the load of a ticket.
    mutating func end(_ ticket: FeedTicket, in phase: LoadPhase) -> [Effect] {
        switch ticket {
        case head?.ticket:
            (head, refresh) = (nil, phase)
            forgetMissed()
            // The list continues without the refresh.
            return [.cancel(ticket)] + continueOlder()
        case olderTicket:
            (olderTicket, older) = (nil, phase)
            forgetMissed()
            return [.cancel(ticket)]
        case gapTicket:
            (gapTicket, gapPhase) = (nil, phase)
            forgetMissed()
            return [.cancel(ticket)] + continueOlder()
        case reread?.ticket: return endReread(ticket)
        default: return []
        }
    }

    private mutating func retry() -> [Effect] {
        if refresh.failure != nil || wasRequested && !hasHead { return startRefresh() }
        if content.end == .early {
            content.reopen()
            return startOlder()
        }
        if older.failure == nil, let gap, gapPhase.failure != nil { return startGap(gap) }
        return older.failure == nil ? [] : startOlder()
    }

    package mutating func reset(to memory: FeedSnapshot<Item>? = nil) -> [Effect] {
        let (effects, number) = ([head?.ticket, otherTicket, refreshReread?.ticket].compactMap { $0.map(Effect.cancel) }, number)
        let (filter, reasons) = (content.filter, content.shownReasons)
        self = memory.map { FeedMachine(rules, from: $0) } ?? FeedMachine(rules)
        self.number = number
        (content.filter, content.shownReasons) = (filter, reasons)
        content.filterItems()
        return effects
    }

    // MARK: - The head

    /// Requests the head, unless that is in progress.
    ///
    /// Without `joining` it replaces the list.
    ///
    /// Loads pages until they meet the loaded rows. These stay below, and rows above that were not found are removed. If the
    /// pages do not meet them within ``FeedRules/refreshPages``, all loaded rows stay below a gap.
    mutating func startRefresh(joining: Bool = true) -> [Effect] {
        guard head == nil, refreshReread == nil else { return [] }
        let given = otherTicket.map { [Effect.cancel($0)] } ?? []
        (reread, doubtful, rereadOnce) = (nil, [], [])
        let joins = joining && content.canBeJoined && !isPlaceLost
        // An older page that was loading or failed is requested again at the new end.
        if older != .idle { wantsOlder = true }
        (olderTicket, older, wasRequested, isClosed) = (nil, .idle, true, false)
        (gapTicket, gapPhase) = (nil, .idle)
        forgetMissed()
        let walk = PageWalk<Item>(rules: rules.paging)
        let (ticket, effects) = begin(.refresh, at: walk.position)
        head = FeedHead(ticket, walk: walk, joins: joins)
        refresh = .loading(isSlow: false)
        return given + effects
    }

    /// Adds a page of the head.
    private mutating func takeHead(_ page: Page<Item>) -> [Effect] {
        guard var head else { return [] }
        head.accept(page)
        content.note(page)
        let failure = head.takeFailure()
        self.head = head
        if head.walk.end != nil || head.covers(content.sequence, content.newcomers) { return finish(head, keepingFrom: nil) }
        if let joint = head.joint(in: content.sequence, content.newcomers) { return finish(head, keepingFrom: joint + 1) }
        if !head.items.isEmpty, !head.joins || head.pages >= rules.refreshPages {
            return head.joins ? finish(head, keepingFrom: 0, isMet: false) : finish(head, keepingFrom: nil, failure)
        }
        if let failure { return end(head.ticket, in: .failed(failure)) }
        let ticket = head.turn()
        self.head = head
        return [.load(head.walk.position, ticket)]
    }

    /// Puts the head in its place; `failure` is the error of the walk below it.
    private mutating func finish(
        _ head: FeedHead<Item>, keepingFrom index: Int?, isMet: Bool = true, _ failure: NoticeBoardError? = nil
    ) -> [Effect] {
        let before = content.items
        content.take(head, keepingFrom: index, isMet: isMet)
        content.apply(missed, over: head)
        content.settle(after: before)
        (isLoaded, headStoredAt) = (true, head.storedAt)
        if let failure { older = .failed(failure) }
        return rereadAroundAnchor(after: head)
    }
}
