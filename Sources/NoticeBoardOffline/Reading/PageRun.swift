/// The pages of a pass, and whether they lead on.
struct PageRun: Sendable {
    private(set) var count = 0
    /// The items of the last page that was taken.
    private(set) var last: [StoredID] = []
    private var repeats = 0
    private var emptyPages = 0

    /// Notes a page that arrived.
    mutating func countPage() { count += 1 }

    /// Notes a page that was taken.
    mutating func take(_ page: ListPage) {
        repeats = !page.ids.isEmpty && page.ids == last ? repeats + 1 : 0
        emptyPages = page.ids.isEmpty ? emptyPages + 1 : 0
        last = page.ids
    }

    /// Whether the service has ignored the position four times, or has answered with a hundred pages without a readable item.
    var leadsNowhere: Bool { repeats == 3 || emptyPages == 100 }
}
