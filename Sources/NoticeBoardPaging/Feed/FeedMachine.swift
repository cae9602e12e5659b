import Foundation
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
    /// How it behaves.
    public let rules: FeedRules<Item>

    /// What the list holds.
    var content: FeedContent<Item>
    var (refresh, older) = (LoadPhase.idle, LoadPhase.idle)
    var (wasRequested, isLoaded, isStale, isLoadingAll) = (false, false, false, false)
    /// When the stale items were stored.
    var storedAt: Date?
    /// When the newest head was stored, if it did not come from the network.
    var headStoredAt: Date?
    /// What happened while a load was under way, of which its page may not know.
    var missed: [FeedContent<Item>.Translation] = []
    /// The refresh that is under way.
    var head: FeedHead<Item>?
    /// The ticket of the further page that is under way.
    var olderTicket: FeedTicket?
    /// The gap that is being loaded, or could not be, and its load.
    var (gap, gapTicket, gapPhase): (PageGap<Item.ID>?, FeedTicket?, LoadPhase) = (nil, nil, .idle)
    /// The gap that is loaded once the refresh has ended.
    var gapAfterRefresh: PageGap<Item.ID>?
    /// The row in doubt that is being read again, by a refresh or since it came into sight.
    var reread: FeedReread<Item.ID>?
    /// Rows in doubt that came into sight, and those that were read again since the last refresh.
    var (doubtful, rereadOnce): ([Item.ID], Set<Item.ID>) = ([], [])
    /// The row nearest to the end that asked for more.
    var frontier: Item.ID?
    /// How many further pages came one after the other that brought nothing to see.
    var unseenPages = 0
    /// Whether a further page is wanted whatever rows are in sight.
    var wantsOlder = false
    /// Whether it went out of sight, and nobody asked for anything since: what is wanted waits.
    var isClosed = false
    var number = 0

    /// A feed that was not asked for yet.
    public init(_ rules: FeedRules<Item> = FeedRules()) {
        self.rules = rules
        content = FeedContent(rules)
    }

    /// A feed that shows what was kept of it, until it is refreshed.
    public init(_ rules: FeedRules<Item> = FeedRules(), from memory: FeedSnapshot<Item>) {
        self.init(rules)
        guard let kept = FeedContent(rules, from: memory) else { return }
        (content, isLoaded, isStale, storedAt) = (kept, true, true, memory.storedAt)
    }

    /// Takes in what happened, and says what is to be done.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .open:
            isClosed = false
            if hasHead, !isStale || head != nil { return continueOlder() }
            // A view that comes into sight again and again must not ask again and again.
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
            // What is wanted is kept: rows that are in sight do not come into sight again.
            (isClosed, isLoadingAll, gapAfterRefresh) = (true, false, nil)
            return otherTicket.map { end($0, in: .idle) } ?? []
        case .stopAll:
            (isLoadingAll, wantsOlder) = (false, false)
            return []
        case .edited(let translation): return take(translation)
        case .loaded(let page, let ticket):
            switch ticket {
            case head?.ticket: return takeHead(page)
            case olderTicket: return takeMore(page)
            case gapTicket: return takeGap(page)
            case reread?.ticket: return takeReread(page)
            default: return []
            }
        case .failed(let error, let ticket):
            if ticket == reread?.ticket { doubtful = [] }
            return end(ticket, in: .failed(error))
        case .gaveUp(let ticket):
            guard [head?.ticket, olderTicket, gapTicket, reread?.ticket].contains(ticket) else { return [] }
            // Nothing is asked for again by itself: it would be given up again.
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

    /// Whether the list's head is there, or on its way.
    var hasHead: Bool { isLoaded || head != nil }
    /// Whether anything is on its way.
    package var isLoading: Bool { head != nil || olderTicket != nil || gapTicket != nil || reread != nil }
    /// Whether an item is shown.
    package func contains(_ id: Item.ID) -> Bool { content.items.contains(id: id) }

    /// A ticket for a load, and the effects that begin it.
    mutating func begin(_ kind: FeedTicket.Kind, at position: PagePosition?) -> (FeedTicket, [Effect]) {
        number += 1
        let ticket = FeedTicket(kind: kind, number: number, page: 0)
        return (ticket, [.load(position, ticket), .wait(rules.spinnerDelay, ticket)])
    }

    /// Ends a load that brings nothing more.
    mutating func end(_ ticket: FeedTicket, in phase: LoadPhase) -> [Effect] {
        switch ticket {
        case head?.ticket:
            (head, refresh) = (nil, phase)
            forgetMissed()
            // The list goes on as it was.
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

    /// Asks for the head, unless that is under way; the list begins anew with it where it is not to join on.
    ///
    /// It is read until it meets what was loaded before; that stays below it, and what stood above and was not met is gone. When
    /// it does not meet it within a few pages, everything that was loaded stays below a gap.
    mutating func startRefresh(joining: Bool = true) -> [Effect] {
        guard head == nil, refreshReread == nil else { return [] }
        let given = otherTicket.map { [Effect.cancel($0)] } ?? []
        (reread, doubtful, rereadOnce) = (nil, [], [])
        let joins = joining && content.canBeJoined && !isPlaceLost
        // A page that was under way, or failed, is asked for again where the list then ends.
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

    /// Takes in a page of the head.
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

    /// Puts the head in its place; `failure` is that of the way on.
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
