import NoticeBoardPaging

/// Draws conclusions from the answers of an exam.
struct ExamJudge<Item: Identifiable & Sendable> where Item.ID: Sendable {
    let record: ExamRecord<Item>
    let rank: (@Sendable (Item) -> Double)?
    var claims: [ExamReport<Item>.Claim] = []
    var confirmed: [String] = []

    /// The pages of the list that have items.
    let filled: [ExamRecord<Item>.Sample]
    /// The leading items that all pages share.
    let pinned: Int
    /// All different items.
    let distinct: Set<Item.ID>
    /// What changed between two readings of a page.
    private(set) var changes = ExamChanges<Item.ID>()

    init(_ record: ExamRecord<Item>, rank: (@Sendable (Item) -> Double)?) {
        self.record = record
        self.rank = rank
        filled = record.list.filter { !$0.isEmpty && $0.page != nil }
        pinned = Self.commonPrefix(of: filled.map(\.ids))
        distinct = Set(record.list.flatMap(\.ids))
        for (index, sample) in record.again where sample.page != nil {
            let before = record.list[index].ids
            let ranks = ranks(of: sample, record.list[index])
            changes.compare(before, sample.ids, isFirst: index == 0, known: distinct, ranks: ranks)
        }
        judgeRequests()
        judgeLimit()
        judgeChanges()
        judgeTotal()
        judgeRepeats()
        judgePages()
        judgeEnd()
        judgeOrder()
    }

    /// Whether the list stayed the same during the exam.
    var isSteady: Bool { !changes.isChanging }

    /// Whether the pages reached the end of the list.
    var isComplete: Bool {
        switch record.end {
        case .stopped: false
        case .failed(let status): !isDepth(status)
        case .lastPage, .emptyPage, .repeatedPosition, .repeatedPage, .restarted: true
        }
    }

    mutating func claim(_ quirk: ServiceQuirk, seen: Int = 1) { claims.append(.init(quirk: quirk, seen: seen)) }

    /// The total as the first page names it.
    var total: Int? { filled.first?.page?.total }

    private var brokenCount: Int { record.list.reduce(0) { $0 + ($1.page?.skipped.count ?? 0) } }

    private static func commonPrefix(of pages: [[Item.ID]]) -> Int {
        guard pages.count > 1, let first = pages.first else { return 0 }
        let shared = pages.dropFirst().map { page in zip(first, page).prefix { $0 == $1 }.count }
        return shared.min() ?? 0
    }

    private func ranks(of samples: ExamRecord<Item>.Sample...) -> [Item.ID: Double] {
        guard let rank else { return [:] }
        let items = samples.flatMap { $0.page?.items ?? [] }
        return Dictionary(items.map { ($0.id, rank($0)) }) { _, last in last }
    }

    // MARK: Requests and limits

    private mutating func judgeRequests() {
        if let count = record.refusedAfter { claim(.rateLimited(after: count)) }
        if brokenCount > 0 { claim(.brokenElements(brokenCount), seen: record.list.count { $0.page?.skipped.isEmpty == false }) }
    }

    private mutating func judgeLimit() {
        guard let first = filled.first, !changes.loses else { return }
        let sizes = record.large.filter { $0.page != nil }.map(\.count)
        let isMore = distinct.count + brokenCount > (sizes.max() ?? 0)
        if let small = record.small.first, small.page != nil, small.count > small.limit, small.count == first.count, isMore {
            return claim(.limitIgnored(first.count), seen: 1 + sizes.count { $0 == first.count })
        }
        guard sizes.count == 2, sizes[0] == sizes[1], sizes[0] > 0, isMore, sizes[0] < record.pageSize * 4 else { return }
        claim(.limitCapped(sizes[0]), seen: sizes.count)
    }

    // MARK: Changes

    private mutating func judgeChanges() {
        if changes.arrivals > 0 { claim(.arrivals, seen: changes.arrivals) }
        if changes.deletions > 0 { claim(.deletions, seen: changes.deletions) }
        if changes.moves > 0 { claim(.moving, seen: changes.moves) }
        if changes.tieMoves > 0, changes.moves == 0 { claim(.unstableTies, seen: changes.tieMoves) }
        let cursors = record.again.filter { $0.sample.position?.cursor != nil }
        let lost = cursors.filter { $0.sample.page == nil || ($0.index > 0 && $0.sample.ids == filled.first?.ids) }
        if !lost.isEmpty, filled.count > 1 { claim(.cursorExpires, seen: lost.count) }
        if isSteady, lost.isEmpty, !record.again.isEmpty { confirmed.append("pages: stable, \(record.again.count) read again") }
    }

    // MARK: Total

    private mutating func judgeTotal() {
        guard let total else { return filled.isEmpty ? () : claim(.totalMissing, seen: filled.count) }
        let elements = distinct.count + brokenCount
        let totals = filled.compactMap(\.page?.total)
        let counts = filled.map(\.count)
        if filled.count > 1, totals == counts, elements > total { return claim(.totalCountsPage, seen: totals.count) }
        guard isSteady, isComplete else {
            if isSteady, elements > total { claim(.totalTooSmall(by: elements - total)) }
            return
        }
        if total > elements {
            claim(.totalTooLarge(by: total - elements), seen: totals.count { $0 == total })
        } else if total < elements {
            claim(.totalTooSmall(by: elements - total), seen: totals.count { $0 == total })
        } else {
            confirmed.append("total: right (\(totals.count) pages)")
        }
    }

    // MARK: Items on several pages

    private mutating func judgeRepeats() {
        if pinned > 0 { claim(.pinnedOnEveryPage(pinned), seen: filled.count) }
        let twice = filled.map { $0.ids.count - Set($0.ids).count }
        if twice.contains(where: { $0 > 0 }) { claim(.repeatsInPage(twice.reduce(0, +)), seen: twice.count { $0 > 0 }) }
        guard isSteady else { return }
        let bodies = filled.map { Array($0.ids.dropFirst(pinned)) }
        let overlaps = zip(bodies, bodies.dropFirst()).map { Self.overlap(of: $0, and: $1) }
        // The last pages have what is left.
        let overlap = (overlaps.count > 1 ? overlaps.dropLast() : overlaps[...]).min() ?? 0
        if overlap > 0 { claim(.overlappingPages(overlap), seen: overlaps.count) }
        var pages: [Item.ID: Int] = [:]
        for body in bodies { for id in Set(body) { pages[id, default: 0] += 1 } }
        let explained = overlaps.reduce(0, +)
        let repeated = pages.values.count { $0 > 1 }
        if repeated > 0, overlap == 0 || repeated > explained { claim(.repeatsAcrossPages(repeated)) }
    }

    /// Returns the number of items at the end of `page` that `next` begins with.
    private static func overlap(of page: [Item.ID], and next: [Item.ID]) -> Int {
        (1...max(1, min(page.count, next.count))).last { count in
            count <= page.count && page.suffix(count).elementsEqual(next.prefix(count))
        } ?? 0
    }

    // MARK: Sizes of pages

    private mutating func judgePages() {
        let list = record.list
        let lastFilled = list.lastIndex { !$0.isEmpty && $0.page != nil } ?? 0
        let before = list.prefix(lastFilled)
        let empty = before.count { $0.isEmpty }
        if empty > 0 { claim(.emptyPages(empty)) }
        if !changes.loses {
            // The first page may have more, such as notices.
            let most = list.dropFirst().map(\.count).max() ?? 0
            // Overlapping pages reach the end of the list several times.
            let end = filled.last?.ids.last
            let short = before.count { !$0.isEmpty && $0.count < most && !$0.ids.contains { $0 == end } }
            if short > 0 { claim(.shortPages(short), seen: short) }
        }
        judgeSkips()
    }

    /// Compares two small pages with the larger first page.
    private mutating func judgeSkips() {
        guard isSteady, record.small.count == 2, let first = filled.first?.ids.dropFirst(pinned) else { return }
        let small = record.small.map { Array($0.ids.dropFirst(pinned)) }
        guard record.small.allSatisfy({ $0.page != nil && $0.count <= $0.limit }), !small[0].isEmpty, !small[1].isEmpty else {
            return
        }
        guard first.starts(with: small[0]), let start = small[1].first, let index = first.firstIndex(of: start) else { return }
        let skipped = index - first.startIndex - small[0].count
        if skipped > 0 { claim(.skipsBetweenPages(skipped)) }
    }

    // MARK: The end

    /// Whether a failure concerns the depth of the list: the service says that there is more.
    private func isDepth(_ status: Int) -> Bool {
        guard let total, filled.last.map({ $0.count >= (filled.first?.count ?? 0) }) == true else { return false }
        let counts = filled.map(\.count)
        let countsPage = filled.count > 1 && filled.compactMap(\.page?.total) == counts
        return !countsPage && total > distinct.count + brokenCount
    }

    private mutating func judgeEnd() {
        let last = record.pages.last?.position
        if let mark = last?.cursor, ExamRecord<Item>.marks.contains(mark.lowercased()), isEndMark { return claim(.endMark(mark)) }
        switch record.end {
        case .failed(let status) where record.pages.count > 1:
            if isDepth(status) {
                claim(.depthLimit(distinct.count + brokenCount, status: status))
            } else if last?.cursor == nil {
                claim(.endFails(status: status))
            }
        case .repeatedPage: claim(.endRepeatsLastPage)
        case .restarted: claim(.endRestarts)
        case .repeatedPosition: claim(.endRepeatsPosition)
        case .lastPage, .emptyPage: confirmed.append("end: as the service says")
        case .failed, .stopped: break
        }
    }

    /// Whether the last page gave nothing new.
    private var isEndMark: Bool {
        switch record.end {
        case .restarted, .repeatedPage, .emptyPage, .failed: true
        case .lastPage, .repeatedPosition, .stopped: false
        }
    }

    // MARK: Order

    private mutating func judgeOrder() {
        guard let rank, filled.count > 0 else { return }
        var seen: Set<Item.ID> = []
        var ranks: [Double] = []
        for page in filled {
            for item in page.page?.items.dropFirst(pinned) ?? [] where seen.insert(item.id).inserted { ranks.append(rank(item)) }
        }
        let pairs = zip(ranks, ranks.dropFirst())
        let down = pairs.count { $0 > $1 }
        let up = pairs.count { $0 < $1 }
        let equal = pairs.count { $0 == $1 }
        if equal > 0 { claim(.ties(equal), seen: filled.count) }
        if up > 0, down == 0, isSteady { claim(.oldestFirst, seen: filled.count) }
        if down > 0, up == 0 { confirmed.append("order: newest first (\(down) neighbors)") }
        if up > 0, down > 0, isSteady { confirmed.append("order: not by rank (\(up) of \(up + down) neighbors)") }
    }
}

extension ExamRecord {
    /// Cursors that services send in place of none.
    static var marks: Set<String> { ["", "0", "-1", "null", "nil", "none", "end", "done", "eof"] }
}
