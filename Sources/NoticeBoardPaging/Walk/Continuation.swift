import NoticeBoardBase

/// Where a list continues, how far it was loaded, and why it ends, whatever the kind of its positions.
///
/// It knows no items: offsets, cursors and numbers have a type each for what their positions prove.
struct Continuation: Sendable {
    /// The rules of the walk.
    let rules: PagingRules
    /// The position to request; `nil` for the first page.
    var position: PagePosition?
    /// Why the list has ended; `nil` before.
    var end: PageEnd?
    /// The number of items handed out, and the total.
    var progress: PageProgress
    /// The error of the list itself.
    var failure: NoticeBoardError?
    /// The number of accepted pages.
    var pages = 0
    /// The number of elements that could not be decoded.
    var skipped = 0
    /// The number of elements between the last two positions.
    var stride = 0
    /// The number of pages in a row without a new item.
    private(set) var quietPages = 0
    /// The number of those that were a copy of the page before.
    private(set) var copies = 0
    /// Whether an early end was reported since the last new item.
    private var reportedEarlyEnd = false

    /// Continues at a bookmark, which is untrusted input if it was stored.
    init<ID>(_ rules: PagingRules, from bookmark: PageBookmark<ID>) {
        self.rules = rules
        position = bookmark.position
        if case .offset(..<0)? = position { position = nil }
        progress = PageProgress(
            loaded: min(max(bookmark.loaded, 0), .max / 2), total: bookmark.total.flatMap { $0 >= 0 ? $0 : nil })
        if bookmark.isAtEnd { end = .lastPage }
        if rules.maximumPages.map({ $0 <= 0 }) == true || progress.loaded >= rules.maximumItems ?? .max { end = .limit }
    }

    /// Returns by how much the total has grown since the last page; `nil` without a total.
    func growth(to total: Int?) -> Int? { total.flatMap { now in progress.total.map { now - $0 } } }

    /// Counts a page and its new items.
    mutating func add(_ count: Int, skipped: Int, total: Int?) {
        pages += 1
        progress = PageProgress(loaded: progress.loaded + count, total: total ?? progress.total)
        self.skipped += skipped
        if count > 0 { reportedEarlyEnd = false }
    }

    /// Counts a page that had no new item: filters, or posts that arrive between two pages, can cause a few of these.
    mutating func countQuietPage(isNew: Bool) { quietPages = isNew ? 0 : quietPages + 1 }

    /// Counts a page that repeats the one before; with an unchanged total, copies show that the service ignores the position.
    mutating func countCopy(_ isCopy: Bool) { copies = isCopy ? copies + 1 : 0 }

    /// Whether the last pages had nothing new, so that the list would never end.
    var isRepeating: Bool { quietPages >= 100 || copies >= 3 }

    /// Ends the list if a limit is reached.
    mutating func checkLimits() {
        guard end == nil, progress.loaded >= rules.maximumItems ?? .max || pages >= rules.maximumPages ?? .max else { return }
        end = .limit
    }

    /// Ends the list before `total` items were loaded, if the rules accept that.
    mutating func endEarly() {
        guard !rules.acceptsEarlyEnd, !reportedEarlyEnd else { return end = .early }
        reportedEarlyEnd = true
        failure = NoticeBoardError(
            .endedEarly, "Nothing came after \(progress.loaded) items, of \(progress.total ?? 0) that there are said to be.")
    }

    /// Ends the list at a position that came before, if the rules accept that.
    mutating func endRepetition() {
        quietPages = 0
        copies = 0
        guard !rules.endsAtRepeatedPosition else { return end = .repeatedPosition }
        failure = NoticeBoardError(.endlessList, "A position or a page came again: the list would never end.")
    }
}
