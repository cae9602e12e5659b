import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Lists whose first page begins with notices that are at their own place further down as well.
@MainActor @Suite("Feed: notices that come twice", .inTurn, .timeLimit(.minutes(1))) struct FeedNoticesTests {
    /// Returns the items of a whole list of six rows, of which the last one is also on top of the first page.
    private func load(total: Int?, pinned: Int = 0, _ next: @escaping @Sendable (Int) -> PagePosition) async -> [Int] {
        let pages = [[0, 5, 4, 3], [2, 1, 0]]
        let feed = Feed<Numbered> { position in
            let number = position == nil ? 0 : 1
            var page = Page(pages[number], next: number == 0 ? next(1) : nil, total: total)
            page.pinned = number == 0 ? pinned : 0
            return page
        }
        feed.open()
        await feed.firstState { $0.isLoaded }
        feed.loadAll()
        let state = await feed.firstState { !$0.isLoading && !$0.isLoadingAll }
        return state?.items.ids ?? []
    }

    @Test("A page that follows a cursor brings its new rows", arguments: [6, nil] as [Int?])
    func cursors(total: Int?) async {
        #expect(await load(total: total) { .cursor("\($0)") } == [0, 5, 4, 3, 2, 1])
    }

    @Test("With page numbers, notices of the first page that are named as pinned lose no row", arguments: [6, nil] as [Int?])
    func numbers(total: Int?) async {
        #expect(await load(total: total, pinned: 1) { .page($0 + 1) } == [0, 5, 4, 3, 2, 1])
    }
}
