/// What the pages of a list have told about its service.
struct ServiceFacts<ID: Hashable & Sendable>: Sendable {
    /// The positions that were answered with an empty page, since the total is as it is.
    struct EmptyPages: Sendable {
        var total: Int
        var positions: Set<PagePosition> = []
    }

    /// The rows that the service shows on top of every page.
    var pins: Set<ID> = []
    /// Whether pages had pinned or undecodable elements, whose places they did not show.
    var hidesPlaces = false
    /// The last position that a page named, of the kind that the service uses.
    var lastPosition: PagePosition?
    /// The number of elements on the longest page so far.
    var pageSize = 0
    /// The number of elements that could not be decoded.
    var skipped = 0
    /// The cursors, by the numbers that rows have.
    var cursors: [PagePosition] = []
    /// Whether a page has shown rows beyond the total, so that the total does not show where the list ends.
    var isTotalTooSmall = false
    /// The number of rows that the total leaves out, or less than 0 if it counts more; known once no row is in doubt.
    var rowsBeyondTotal = 0
    /// The last empty pages: a page that names one of their positions as the next one is the last with items.
    var emptyPages: EmptyPages?
    /// The total because of which rows are reloaded: it differs from what the last refresh expected.
    var checkedTotal: Int?

    /// Whether the service numbers its pages: then the page of a row is unknown.
    var numbersPages: Bool { lastPosition?.page != nil }
}
