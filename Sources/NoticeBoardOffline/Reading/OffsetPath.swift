import NoticeBoardPaging

/// Reads a list by offsets: pages overlap by one item, to prove that they are adjacent.
struct OffsetPath {
    /// The offset of the page to request.
    private(set) var offset: Int
    private let pageSize: Int
    /// The steps back since the last adjacent page, and the steps of all searches.
    private var stepsBack = 0
    private var allSteps = 0
    private var isSearchingDown = false
    /// Whether an element of the page above could not be decoded.
    private var aboveIsBroken = false
    /// The offset of the last page that an undecodable element may have cut off from the one above, and that was read once more.
    private var retriedOffset = -1

    private static let mostSteps = 100

    init(from offset: Int, pageSize: Int) {
        self.offset = offset
        self.pageSize = pageSize
    }

    /// Returns the number of elements by which a page advances: at most its length or the requested one, even if the service
    /// says otherwise.
    func received(_ page: ListPage) -> Int {
        guard case .offset(let next)? = page.next else { return page.elements }
        return min(max(next, offset) - offset, max(page.elements, pageSize + 1))
    }

    /// Judges a page, which `continues` if it shows an item that was read before; if it does not fit, sets the next ``offset``.
    ///
    /// With `mayBeLost` it gives up if more items came above than a page holds.
    mutating func judge(_ page: ListPage, continues: Bool, mayBeLost: Bool) -> SeamVerdict {
        if continues {
            accept(page)
            return .fits
        }
        // The item that both pages share may be the undecodable one. If the page above still shows others, the list has not moved.
        let isBroken = !page.isWhole || aboveIsBroken
        if isBroken, mayBeLost { return .lost }
        let isAgain = isBroken && offset <= retriedOffset && stepsBack == 0 && !isSearchingDown
        if isAgain || allSteps >= Self.mostSteps {
            accept(page)
            return .gap
        }
        if isBroken, stepsBack == 0 { retriedOffset = max(retriedOffset, offset) }
        allSteps += 1
        if offset > 0, !isSearchingDown {
            // Items above were deleted, so others moved up into earlier pages.
            offset = max(0, offset - pageSize << min(stepsBack, 6))
            stepsBack += 1
            return .dropped
        }
        // More new items came above than a page holds.
        if mayBeLost { return .lost }
        isSearchingDown = true
        advance(after: page)
        return page.next == nil ? .ended : .dropped
    }

    private mutating func accept(_ page: ListPage) {
        stepsBack = 0
        isSearchingDown = false
        aboveIsBroken = !page.isWhole
    }

    /// Sets the next ``offset`` after a page.
    mutating func advance(after page: ListPage) { offset += max(received(page) - 1, 1) }
}
