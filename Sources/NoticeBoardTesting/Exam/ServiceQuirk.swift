/// A property of a service's pages that an app has to know, or that makes lists wrong.
public enum ServiceQuirk: Sendable, Hashable {
    /// A page has at most this many items, whatever limit is asked for.
    case limitCapped(Int)
    /// A page has this many items, whatever limit is asked for.
    case limitIgnored(Int)
    /// No page names a total.
    case totalMissing
    /// The total counts items that no page has.
    case totalTooLarge(by: Int)
    /// The pages have more items than the total.
    case totalTooSmall(by: Int)
    /// The total is the number of items of the page.
    case totalCountsPage
    /// Every page begins with the same items.
    case pinnedOnEveryPage(Int)
    /// Items are on several pages, such as notices that are also at their own place.
    case repeatsAcrossPages(Int)
    /// A page has the same item twice.
    case repeatsInPage(Int)
    /// A page begins with the last items of the page before.
    case overlappingPages(Int)
    /// Items between two pages are on neither.
    case skipsBetweenPages(Int)
    /// Pages before the last one have fewer items than the others, as after a filter.
    case shortPages(Int)
    /// Pages before the last one are empty.
    case emptyPages(Int)
    /// After the end, the last page comes again.
    case endRepeatsLastPage
    /// After the end, the first page comes again.
    case endRestarts
    /// The last page names a position that was asked for before.
    case endRepeatsPosition
    /// The last page names a cursor that only marks the end.
    case endMark(String)
    /// The page after the last one fails with this status.
    case endFails(status: Int)
    /// Pages beyond this number of items fail, although there are more.
    case depthLimit(Int, status: Int)
    /// New items come at the end.
    case oldestFirst
    /// Neighboring items have the same rank.
    case ties(Int)
    /// Items of the same rank change places between two equal requests.
    case unstableTies
    /// Items change places between two equal requests.
    case moving
    /// New items arrived during the exam.
    case arrivals
    /// Items were deleted during the exam.
    case deletions
    /// A cursor works for some time only.
    case cursorExpires
    /// Elements cannot be decoded.
    case brokenElements(Int)
    /// The service refused further requests.
    case rateLimited(after: Int)
}

extension ServiceQuirk: CustomStringConvertible {
    /// A sentence for the report.
    public var description: String {
        switch self {
        case .limitCapped(let count): "limit: a page has at most \(count) items"
        case .limitIgnored(let count): "limit: ignored, a page has \(count) items"
        case .totalMissing: "total: not named"
        case .totalTooLarge(let count): "total: counts \(count) items that no page has"
        case .totalTooSmall(let count): "total: \(count) fewer than the pages have"
        case .totalCountsPage: "total: the number of items of the page, not of the list"
        case .pinnedOnEveryPage(let count): "pinned: \(count) on top of every page"
        case .repeatsAcrossPages(let count): "repeats: \(count) items are on several pages"
        case .repeatsInPage(let count): "repeats: \(count) items are twice on a page"
        case .overlappingPages(let count): "pages: each begins with the last \(count) items of the one before"
        case .skipsBetweenPages(let count): "pages: \(count) items are missing between two pages"
        case .shortPages(let count): "pages: \(count) before the last one are shorter than the others"
        case .emptyPages(let count): "pages: \(count) before the last one are empty"
        case .endRepeatsLastPage: "end: the last page comes again"
        case .endRestarts: "end: the first page comes again"
        case .endRepeatsPosition: "end: the last page names a position of before"
        case .endMark(let mark): "end: marked by the cursor \"\(mark)\""
        case .endFails(let status): "end: the page after the last one fails with \(status)"
        case .depthLimit(let count, let status): "end: beyond \(count) items, pages fail with \(status)"
        case .oldestFirst: "order: oldest first"
        case .ties(let count): "order: \(count) neighbors have the same rank"
        case .unstableTies: "order: items of the same rank change places between equal requests"
        case .moving: "order: items change places between equal requests"
        case .arrivals: "changes: new items arrived"
        case .deletions: "changes: items disappeared"
        case .cursorExpires: "cursor: does not work for long"
        case .brokenElements(let count): "elements: \(count) cannot be decoded"
        case .rateLimited(let count): "limit: further requests were refused after \(count)"
        }
    }
}
