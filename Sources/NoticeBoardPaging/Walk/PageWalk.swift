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
/// Items are unique by their IDs: none is handed out twice, and one that comes again is left out wherever it stands. It alone
/// judges what a page means where a list moves while it is read; what came above meanwhile is counted.
public struct PageWalk<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The rules that it follows.
    public let rules: PagingRules
    /// Where to ask; nothing for the first page.
    ///
    /// Of no meaning once the walk has ended.
    public internal(set) var position: PagePosition?
    /// Why the walk has ended, once it has.
    public internal(set) var end: PageEnd?
    /// How many items have been handed out, and how many there are.
    public internal(set) var progress: PageProgress
    /// Grows whenever pages that were asked for ahead are worth nothing any more.
    public internal(set) var generation = 0

    /// How many items are known to have come above what was read; offsets tell, cursors do not.
    public internal(set) var cameAbove = 0

    let sieve: Sieve<Item>
    var failure: NoticeBoardError?
    var pages = 0
    /// What is not handed out again.
    var seen: Set<Item.ID>
    /// The last items that were handed out, but for those that are pinned.
    var recent: [Item.ID]
    var visited: Set<String> = []
    var stride = 0
    var search: AnchorSearch<Item.ID>?
    var doubt = Doubt.none
    /// Whether items may have been handed out in another order than the list's, since the place was not found.
    var isTangled = false
    var seam: PageSeam
    var hasOpenGap = false
    var circle = CircleWatch<Item.ID>()
    /// The last page as it came.
    var previous: [Item] = []
    /// What says nothing about places, since it came with two pages in a row at the same index.
    var pinned: Set<Item.ID> = []
    /// What stands above all that was read before it, and so says nothing either.
    var aboveAll: Set<Item.ID> = []
    /// The index behind the last page.
    var reached: Int?
    /// The first item of the list, where the walk began there.
    var first: Item.ID?
    /// The last item of the last page, whether it was new or not.
    var lastID: Item.ID?
    /// Whether the list said before that it ends here although there is more.
    var isWarned = false

    /// What is thought of a page on which nothing is known although it should be.
    enum Doubt: Equatable {
        case none
        /// The place is looked for, at most so often; if it is not found, the page at this offset is taken as it is.
        case searching(from: Int, left: Int)
        /// It was not found.
        case overruled
    }

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
        pinned = bookmark.pinned
        recent = Self.apart(bookmark.recent, from: pinned)
        lastID = recent.last
        seen = known
        seen.formUnion(pinned)
        seen.formUnion(recent)
        seam = PageSeam()
        seam.overlap = rules.overlap(knowing: progress.total)
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
            position: position, recent: recent, pinned: pinned, loaded: progress.loaded, total: progress.total,
            isAtEnd: end == .lastPage)
        // What is read again is no part of the way: the place is behind it.
        if case .offset(let offset)? = position { place.position = .offset(search?.index ?? offset.clampedAdding(seam.lead)) }
        return place
    }

    /// Hands over what is not handed out again, for whoever changes it and gives it back: a long list's is not to be copied.
    mutating func takeSeen() -> Set<Item.ID> {
        defer { seen = [] }
        return seen
    }

    /// Goes on at another place of a list that begins with `first`, and of which these items are known by now.
    ///
    /// The pages that were counted and the cursors that were met are kept.
    mutating func move(to place: PageBookmark<Item.ID>, known: consuming Set<Item.ID>, first: Item.ID?) {
        var moved = PageWalk(rules: rules, from: place, known: consume known, sieve: sieve)
        (moved.pages, moved.visited, moved.generation, moved.first) = (pages, visited, generation + 1, first)
        moved.isTangled = isTangled
        self = moved
    }

    /// Goes on where another walk through the same list is, past items that are known.
    mutating func goOn(as other: PageWalk, known: Set<Item.ID>, loaded: Int) {
        let generation = generation + 1
        self = other
        (self.generation, seen, progress.loaded) = (generation, known, loaded)
    }

    /// Takes in that so many of the items that were read have left, so that the list begins with `first`: what is behind them
    /// has moved up, and nothing is read again.
    mutating func lost(_ count: Int, first: Item.ID?) {
        self.first = first
        guard end == nil, case .offset(let offset)? = position else { return }
        position = .offset(max(0, offset - count))
        previous = []
        reached = reached.map { max(0, $0 - count) }
        progress.total = progress.total.map { max(0, $0 - count) }
        generation += 1
    }

    /// Takes in that the list begins with `first`, and that these items are known.
    mutating func noteKnown(_ ids: some Sequence<Item.ID>, first: Item.ID?) {
        seen.formUnion(ids)
        self.first = first
    }

    /// Asks once more whether there is anything behind an end that came too early.
    mutating func reopen() {
        if end == .early { end = nil }
    }

    /// The next positions to ask for, the one that is due first; none when the walk has ended.
    ///
    /// All but the first are guesses, made as long as offsets grow evenly, and never reach behind the known end. Nothing is
    /// guessed where neither a total nor overlap would tell that the list changed between two answers.
    public func upcoming(_ count: Int) -> [PagePosition?] {
        guard end == nil, failure == nil, count > 0 else { return [] }
        if let number = position?.page { return pages(from: number, count) }
        var plan = [position]
        let isWatched = progress.total != nil || seam.lead > 0
        guard search == nil, !seam.isHunting, isWatched, stride > seam.lead, case .offset(var offset)? = position
        else {
            return plan
        }
        let advance = stride - seam.lead
        while plan.count < count {
            let (next, overflow) = offset.addingReportingOverflow(advance)
            let isNeeded =
                !overflow && next < progress.total.map { $0 - seam.lead } ?? .max
                && pages + plan.count < rules.maximumPages ?? .max
                && plan.count * advance < (rules.maximumItems ?? .max) - progress.loaded
            guard isNeeded else { break }
            plan.append(.offset(next))
            offset = next
        }
        return plan
    }

    /// The same where the service counts its pages, as far as the total reaches.
    private func pages(from number: Int, _ count: Int) -> [PagePosition?] {
        let left = min(progress.total ?? 0, rules.maximumItems ?? .max) - progress.loaded
        let needed = stride > 0 ? (max(left, 0) + stride - 1) / stride : 0
        let most = max(min(count, needed, (rules.maximumPages ?? .max) - pages), 1)
        return (0..<most).map { .page(number.clampedAdding($0)) }
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
}
