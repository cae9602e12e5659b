import NoticeBoardPaging

extension ExamJudge {
    /// The report of what was found.
    var report: ExamReport<Item> {
        ExamReport(
            claims: claims, confirmed: confirmed, requests: record.requests, items: distinct.count, isComplete: isComplete,
            setup: setup)
    }

    private var setup: ExamSetup<Item> {
        var setup = ExamSetup<Item>()
        for claim in claims { add(claim.quirk, to: &setup) }
        return setup
    }

    private var usesOffsets: Bool { if case .offset? = filled.first?.page?.next { true } else { false } }

    /// Whether the first items of the first page are those that later pages have, too.
    private func isNoticeCount(_ count: Int) -> Bool {
        guard let first = filled.first?.ids, count < first.count else { return false }
        let later = Set(filled.dropFirst().flatMap(\.ids))
        return first.prefix(count).allSatisfy(later.contains) && !later.contains(first[count])
    }

    private func add(_ quirk: ServiceQuirk, to setup: inout ExamSetup<Item>) {
        switch quirk {
        case .totalTooSmall, .totalCountsPage:
            setup.steps.append(.dropTotal)
            setup.code.append("page.total = nil                         // in the closure that loads a page: \(quirk)")
        case .pinnedOnEveryPage(let count):
            setup.steps.append(.pinned(count))
            setup.code.append("page.pinned = \(count)                          // in the closure that loads a page")
        case .repeatsAcrossPages(let count) where isNoticeCount(count):
            setup.steps.append(.pinnedOnFirstPage(count))
            setup.code.append("page.pinned = position == nil ? \(count) : 0    // in the closure that loads a page")
        case .shortPages where usesOffsets:
            setup.steps.append(.offsetsByLimit(record.pageSize))
            setup.code.append("page.next = .offset(offset + limit)      // not offset + items.count: \(quirk)")
        case .emptyPages:
            if usesOffsets, !setup.steps.contains(.offsetsByLimit(record.pageSize)) {
                setup.steps.append(.offsetsByLimit(record.pageSize))
            }
            setup.steps.append(.skipEmptyPages(record.pageSize))
            setup.code.append("// in the closure that loads a page: after an empty page, load the one after it (\(quirk))")
        case .skipsBetweenPages(let count) where usesOffsets:
            setup.steps.append(.shiftOffsets(count))
            setup.code.append("page.next = .offset(next - \(count))            // in the closure that loads a page: \(quirk)")
        case .endFails(let status):
            setup.steps.append(.endAtStatus(status))
            setup.code.append(
                "// in the closure that loads a page: catch status \(status) after the first page, return Page(items: [])")
        case .endRepeatsLastPage, .endRestarts:
            setup.steps.append(.endAtKnownPage)
            setup.code.append("// in the closure that loads a page: return Page(items: []) for the first or the last page again")
        case .endMark(let mark):
            setup.rules.paging.endMark = mark
            setup.code.append("rules.paging.endMark = \"\(mark)\"")
        case .depthLimit(let count, _):
            setup.rules.paging.maximumItems = count
            setup.code.append("rules.paging.maximumItems = \(count)        // \(quirk)")
        case .oldestFirst where setup.rules.serviceOrder == .newestFirst:
            setup.rules.serviceOrder = .fixed
            setup.code.append("rules.serviceOrder = .fixed")
        case .unstableTies, .moving:
            setup.rules.serviceOrder = .moving
            setup.code.append("rules.serviceOrder = .moving")
        case .arrivals, .deletions:
            guard usesOffsets, setup.rules.paging.overlap == 0 else { return }
            setup.rules.paging.overlap = 3
            setup.code.append("rules.paging.overlap = 3                 // changes between two pages are noticed")
        case .limitCapped, .limitIgnored, .totalMissing, .totalTooLarge, .repeatsAcrossPages, .repeatsInPage, .overlappingPages,
            .skipsBetweenPages, .shortPages, .endRepeatsPosition, .oldestFirst, .ties, .cursorExpires, .brokenElements,
            .rateLimited:
            break
        }
    }
}
