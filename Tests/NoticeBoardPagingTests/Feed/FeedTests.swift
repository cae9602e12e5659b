import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

struct FeedRow: Identifiable, Equatable, Sendable { let id: Int }

@MainActor @Suite struct FeedTests {
    @Test func aListIsReadToItsEnd() async {
        let feed = Feed<FeedRow> { position in
            guard case .offset(let offset)? = position ?? .offset(0) else { return Page(items: []) }
            let end = min(offset + 30, 95)
            return Page(items: (offset..<end).map(FeedRow.init), next: end < 95 ? .offset(end) : nil, total: 95)
        }
        feed.open()
        feed.loadAll()
        for await state in feed.states where state.end != nil { break }
        #expect(feed.state.items.map(\.id) == Array(0..<95))
        await feed.refreshed()
        #expect(feed.state.items.map(\.id) == Array(0..<95))
        #expect(feed.state.end == .lastPage)
    }
}
