public import NoticeBoardBase

/// The way through a list, page by page, as a value: it says where to ask and makes of each answer what is new.
///
/// It knows positions, end rules, uniqueness and what to do about a list that changes while it is read, and neither networks
/// nor clocks nor tasks. Whoever drives it asks for ``position`` and hands the answer to ``accept(_:)``, until ``end`` is set:
///
/// ```swift
/// var walk = PageWalk<Post>()
/// while walk.end == nil {
///     let page = try await load(walk.position)
///     if let loaded = walk.accept(page) { show(loaded.items) }
///     if let failure = walk.takeFailure() { throw failure }
/// }
/// ```
///
/// Items are unique by their IDs: none is handed out twice. The service's order is taken to be one in which items come and
/// go but do not change places.
public struct PageWalk<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The rules that it follows.
    public let rules: PagingRules
    /// Where to ask; nothing for the first page.
    ///
    /// Of no meaning once the walk has ended.
    public private(set) var position: PagePosition?
    /// Why the walk has ended, once it has.
    public private(set) var end: PageEnd?
    /// How many items have been handed out, and how many there are.
    public private(set) var progress: PageProgress
    /// Grows whenever pages that were asked for ahead are worth nothing any more.
    public private(set) var generation = 0

    private let sieve: Sieve<Item>
    private var failure: NoticeBoardError?
    private var pages = 0
    /// What is not handed out again.
    private(set) var seen: Set<Item.ID>
    private var recent: [Item.ID]
    private var visited: Set<String> = []
    private var stride = 0
    private var search: AnchorSearch<Item.ID>?
    private var seam: PageSeam
    private var hasOpenGap = false
    private var circle = CircleWatch<Item.ID>()
    /// The last item of the last page, whether it was new or not.
    private(set) var lastID: Item.ID?

    /// A walk from the beginning, or from where a bookmark lies.
    ///
    /// `known` are items that are not to be handed out although the bookmark does not remember them.
    @inlinable
    public init(
        rules: PagingRules = PagingRules(), from bookmark: PageBookmark<Item.ID>? = nil, known: Set<Item.ID> = []
    ) {
        self.init(rules: rules, from: bookmark, known: known, sieve: Sieve())
    }

    /// The same with a sieve that was made earlier.
    @usableFromInline
    init(rules: PagingRules, from bookmark: PageBookmark<Item.ID>?, known: Set<Item.ID>, sieve: Sieve<Item>) {
        self.sieve = sieve
        self.rules = rules
        let bookmark = bookmark ?? PageBookmark()
        position = bookmark.position
        // A bookmark may have been stored by anybody.
        if case .offset(..<0)? = position { position = nil }
        progress = PageProgress(
            loaded: min(max(bookmark.loaded, 0), .max / 2), total: bookmark.total.flatMap { $0 >= 0 ? $0 : nil })
        recent = bookmark.recent
        lastID = recent.last
        seen = known.union(recent)
        seam = PageSeam(overlap: rules.overlap)
        if bookmark.isAtEnd { end = .lastPage }
        if rules.maximumPages.map({ $0 <= 0 }) == true || progress.loaded >= rules.maximumItems ?? .max { end = .limit }
        if case .offset(let index)? = position, !recent.isEmpty {
            let search = AnchorSearch(recent, before: index, total: progress.total)
            position = .offset(search.start)
            self.search = search
        }
    }

    /// Where to read on after all that has been handed out.
    public var bookmark: PageBookmark<Item.ID> {
        var place = PageBookmark(
            position: position, recent: recent, loaded: progress.loaded, total: progress.total, isAtEnd: end == .lastPage)
        // What is read again is no part of the way: the place is behind it.
        if case .offset(let offset)? = position { place.position = .offset(search?.index ?? offset + seam.lead) }
        return place
    }

    /// Whether the place is being looked for, so that the next answer may belong anywhere.
    var isSearching: Bool { search != nil }

    /// Goes on at another place, in a list of which these items are known by now.
    ///
    /// The pages that were counted and the cursors that were met are kept.
    mutating func move(to place: PageBookmark<Item.ID>, known: Set<Item.ID>) {
        var moved = PageWalk(rules: rules, from: place, known: known, sieve: sieve)
        (moved.pages, moved.visited, moved.generation) = (pages, visited, generation + 1)
        self = moved
    }

    /// The next positions to ask for, the one that is due first; none when the walk has ended.
    ///
    /// All but the first are guesses, made as long as offsets grow evenly, and never reach behind the known end. Nothing is
    /// guessed where neither a total nor overlap would tell that the list changed between two answers.
    public func upcoming(_ count: Int) -> [PagePosition?] {
        guard end == nil, failure == nil, count > 0 else { return [] }
        var plan = [position]
        let isWatched = progress.total != nil || seam.lead > 0
        guard pages > 0, search == nil, !seam.isHunting, isWatched, stride > seam.lead, case .offset(var offset)? = position
        else {
            return plan
        }
        let advance = stride - seam.lead
        while plan.count < count {
            let (next, overflow) = offset.addingReportingOverflow(advance)
            let isNeeded =
                !overflow && next < progress.total.map { $0 - seam.lead } ?? .max
                && pages + plan.count < rules.maximumPages ?? .max
                && plan.count < (rules.maximumItems ?? .max) - progress.loaded
                && plan.count * advance < (rules.maximumItems ?? .max) - progress.loaded
            guard isNeeded else { break }
            plan.append(.offset(next))
            offset = next
        }
        return plan
    }

    /// What went wrong in the list itself, once: the next answer is again one to ``position``.
    public mutating func takeFailure() -> NoticeBoardError? {
        defer { failure = nil }
        return failure
    }

    /// Takes in the answer to ``position``: what is new in it, or nothing when the place has to be asked for anew.
    public mutating func accept(_ page: Page<Item>) -> LoadedPage<Item>? {
        guard end == nil else { return nil }
        let total = page.total.flatMap { $0 >= 0 ? $0 : nil }
        defer { if let total { progress.total = total } }
        var begin = 0
        switch place(page, total) {
        case .here(let index): begin = index
        case .elsewhere(let offset):
            // Whatever the total says by now, nobody asks behind it.
            position = .offset(total.map { max(0, min(offset, $0 - 1)) } ?? offset)
            generation += 1
            if total == 0 { end = .lastPage }
            return nil
        case .nowhere: return nil
        }
        if let before = progress.total, let total, before != total { generation += 1 }
        return take(page, from: begin, total)
    }

    // MARK: - Where the page belongs

    private enum Place { case here(Int), elsewhere(Int), nowhere }

    private var offset: Int? {
        switch position {
        case nil: 0
        case .offset(let offset): offset
        case .cursor: nil
        }
    }

    private mutating func place(_ page: Page<Item>, _ total: Int?) -> Place {
        guard let offset else { return .here(0) }
        if search != nil { return searched(page, at: offset, total) }
        guard pages > 0, offset > 0 else { return .here(0) }
        let isProved = rules.overlap > 0 && page.items.contains { seen.contains($0.id) }
        let joint = PageSeam.Joint(
            start: offset, isProved: isProved, isHollow: page.items.isEmpty && page.skipped.isEmpty && page.next != nil,
            shrunkBy: total.flatMap { total in progress.total.map { $0 - total } } ?? 0)
        switch seam.judge(joint) {
        case .fits: return .here(0)
        case .back(let offset): return .elsewhere(offset)
        case .gap:
            hasOpenGap = true
            return .here(0)
        }
    }

    private mutating func searched(_ page: Page<Item>, at offset: Int, _ total: Int?) -> Place {
        var next: Int?
        if case .offset(let end)? = page.next, end < total ?? .max { next = end }
        switch search?.judge(page.items.map(\.id), at: offset, next: next, total: total) {
        case .found(let index)?:
            search = nil
            for item in page.items[...index] { seen.insert(item.id) }
            return .here(index + 1)
        case .ask(let offset)?: return .elsewhere(offset)
        case .lost?, nil:
            if total == 0 {
                end = .lastPage
            } else {
                failure = NoticeBoardError(.placeLost, "None of the \(recent.count) items before the place is in the list now.")
                search?.restart()
                position = search.map { .offset($0.start) }
            }
            return .nowhere
        }
    }

    // MARK: - What is new on it, and where it goes on

    private mutating func take(_ page: Page<Item>, from begin: Int, _ total: Int?) -> LoadedPage<Item> {
        let fresh = sieve.pass(page.items, begin, &seen)
        let room = rules.maximumItems.map { $0 - progress.loaded } ?? .max
        let items = fresh.count > room ? Array(fresh.prefix(room)) : fresh
        var gaps: [PageGap<Item.ID>] = []
        if hasOpenGap, let first = page.items.first {
            gaps.append(PageGap(after: lastID, before: first.id))
            hasOpenGap = false
        }
        let origin = LoadedPage<Item>.Origin(
            position: position, index: offset.map { $0.clampedAdding(page.items.count - fresh.count) }, recent: recent,
            remembered: max(rules.remembered, 1))
        pages += 1
        progress = PageProgress(loaded: progress.loaded + items.count, total: total ?? progress.total)
        remember(items)
        lastID = page.items.last?.id ?? lastID
        if !items.isEmpty { seam.progressed() }
        goOn(after: page, total, isNew: !items.isEmpty)
        if end == nil, progress.loaded >= rules.maximumItems ?? .max || pages >= rules.maximumPages ?? .max { end = .limit }
        if hasOpenGap, end != nil {
            gaps.append(PageGap(after: lastID, before: nil))
            hasOpenGap = false
        }
        let whole = LoadedPage(
            items: fresh, skipped: page.skipped, progress: progress, gaps: gaps, bookmark: bookmark, origin: origin)
        guard items.count < fresh.count else { return whole }
        // The limit cuts the page: what is left of it is still to come for whoever reads on.
        end = .limit
        return LoadedPage(
            items: items, skipped: page.skipped, progress: progress, gaps: gaps, bookmark: whole.bookmark(after: items.count),
            origin: origin)
    }

    private mutating func remember(_ items: [Item]) {
        let room = max(rules.remembered, 1)
        var latest = items.count < room ? Array(recent.suffix(room - items.count)) : []
        latest.reserveCapacity(room)
        for item in items.suffix(room) { latest.append(item.id) }
        recent = latest
    }

    private mutating func goOn(after page: Page<Item>, _ total: Int?, isNew: Bool) {
        let count = page.items.count + page.skipped.count
        let goesRound = circle.goesRound(
            first: page.items.first?.id, last: page.items.last?.id, count: count, total: total, isNew: isNew)
        switch page.next {
        case nil: end = .lastPage
        case .cursor(let cursor)? where cursor == rules.endMark: end = .lastPage
        case .offset(let next)? where next >= total ?? .max: end = .lastPage
        case .offset? where total == nil && count < rules.fullPage ?? 0: end = .lastPage
        case .cursor(let cursor)?:
            guard !goesRound, position != .cursor(cursor), visited.insert(cursor).inserted else { return goInCircle() }
            position = .cursor(cursor)
        case .offset(let next)?:
            guard !goesRound, next > offset ?? -1 else { return goInCircle() }
            stride = position == nil ? count : next - (offset ?? next)
            position = .offset(seam.join(at: next, after: min(stride, count), broken: page.skipped.map(\.index)))
        }
    }

    private mutating func goInCircle() {
        switch rules.repeatedPosition {
        case .ends: end = .repeatedPosition
        case .fails: failure = NoticeBoardError(.endlessList, "A position or a page came again: the list would never end.")
        }
    }
}
