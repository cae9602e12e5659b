import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@MainActor @Suite("Feed: storage date", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedStoredTests {
    private let date = Date(timeIntervalSince1970: 1_000)

    @Test("A restored list says when it was stored, until a refresh replaces it") func restored() async throws {
        let kept = FeedSnapshot(
            items: [Numbered(2), Numbered(1)], bookmark: PageBookmark(position: nil, loaded: 2, isAtEnd: true), storedAt: date)
        let decoded = try JSONDecoder().decode(FeedSnapshot<Numbered>.self, from: JSONEncoder().encode(kept))
        let feed = Feed<Numbered>(from: decoded) { _ in Page([3, 2, 1]) }
        #expect(feed.state.storedAt == date)
        #expect(feed.snapshot?.storedAt == date)
        await feed.refreshAndWait()
        #expect(feed.state.storedAt == nil)
        #expect(feed.snapshot?.storedAt == nil)
    }

    @Test("A failed refresh keeps the storage date") func failed() async throws {
        let kept = FeedSnapshot(
            items: [Numbered(1)], bookmark: PageBookmark(position: nil, loaded: 1, isAtEnd: true), storedAt: date)
        let feed = Feed<Numbered>(from: kept) { _ in throw NoticeBoardError(.noNetwork) }
        await feed.refreshAndWait()
        #expect(feed.state.storedAt == date)
        #expect(feed.state.isStale)
    }

    @Test("A stored page does not replace items that the service showed later") func olderPage() async {
        let isOffline = Locked(false)
        let feed = Feed<Numbered> { [date] _ in
            guard isOffline.withLock({ $0 }) else { return Page([3, 2, 1]) }
            var page = Page([1])
            page.storedAt = date
            return page
        }
        await feed.refreshAndWait()
        isOffline.withLock { $0 = true }
        await feed.refreshAndWait()
        #expect(feed.state.items.map(\.id) == [3, 2, 1])
        #expect(feed.state.refresh.failure?.code == .noNetwork)
        #expect(!feed.state.isStale)
    }

    @Test("A page of the device removes no row that the user has inserted since") func ownRow() async {
        let isOffline = Locked(false)
        let answer: @Sendable (PagePosition?) async throws -> Page<Numbered> = { [date] _ in
            var page = Page([1])
            if isOffline.withLock({ $0 }) { page.storedAt = date }
            return page
        }
        let feed = Feed<Numbered>(load: answer)
        await feed.refreshAndWait()
        feed.edit { _ in [.insert(Numbered(2))] }
        isOffline.withLock { $0 = true }
        let restored = Feed<Numbered>(from: feed.snapshot, load: answer)
        await restored.refreshAndWait()
        #expect(restored.state.items.map(\.id) == [2, 1])
    }

    @Test("A list of stored pages has the oldest page's date") func pages() async {
        let feed = Feed<Numbered> { [date] _ in
            var page = Page([1, 2])
            page.storedAt = date
            return page
        }
        feed.open()
        await feed.firstState { $0.isLoaded }
        #expect(feed.state.storedAt == date)
        #expect(feed.state.isStale)
    }
}
