import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@MainActor @Suite("A second service on the paging module", .inTurn, .timeLimit(.minutes(1))) struct NookTests {
    private let service = NookService()

    @Test("A pending like survives a refresh and then changes every list")
    func likes() async {
        let session = NookSession(service)
        let (timeline, other) = (NookTimeline(session), NookTimeline(session))
        await timeline.refreshAndWait()
        await other.refreshAndWait()
        let gate = Gate()
        service.delay.withLock { $0 = { try await gate.pass() } }
        timeline.like(30, true)
        #expect(timeline.state.row(timeline.state.feed.items[0]).text == "30♥ 0")
        #expect(other.state.row(other.state.feed.items[0]).isLiked)
        #expect(!other.state.feed.items[0].likes.contains("me"))
        service.delay.withLock { $0 = nil }
        await other.refreshAndWait()
        #expect(other.state.row(other.state.feed.items[0]).isLiked)
        gate.open()
        await session.likes.firstState { $0.isEmpty }
        #expect(timeline.state.feed.items[0].likes == ["me"])
        #expect(other.state.feed.items[0].likes == ["me"])
    }

    @Test("Neither a page loaded before a like nor a later reply undoes the like") func latePage() async {
        let session = NookSession(service)
        let timeline = NookTimeline(session)
        await timeline.refreshAndWait()
        let gate = Gate()
        service.delay.withLock { $0 = { try await gate.pass() } }
        timeline.refresh()
        await gate.waitForArrivals(1)
        service.delay.withLock { $0 = nil }
        timeline.like(30, true)
        await session.likes.firstState { $0.isEmpty }
        timeline.reply(to: 30)
        await timeline.firstState { $0.feed.items.first?.replies == 1 }
        gate.open()
        await timeline.firstState { !$0.feed.refresh.isLoading }
        #expect(timeline.state.row(timeline.state.feed.items[0]).text == "30♥ 1")
    }

    @Test("A stored list continues to load after a failed and a successful refresh")
    func kept() async throws {
        let first = NookTimeline(NookSession(service))
        await first.refreshAndWait()
        let stored = try JSONEncoder().encode(first.snapshot)
        let second = NookTimeline(NookSession(service), from: try JSONDecoder().decode(FeedSnapshot<Note>.self, from: stored))
        #expect(second.state.feed.isStale)
        #expect(second.state.feed.items.count == 10)
        #expect(second.state.feed.display == .items)
        service.delay.withLock { $0 = { throw NoticeBoardError(.unreachable) } }
        second.open()
        await second.firstState { !$0.feed.refresh.isLoading }
        #expect(second.state.feed.isStale)
        #expect(second.state.feed.items.count == 10)
        #expect(second.state.feed.failure != nil)
        service.delay.withLock { $0 = nil }
        second.retry()
        await second.firstState { !$0.feed.isStale }
        second.loadAll()
        await second.firstState { $0.feed.end != nil }
        #expect(second.state.feed.items.map(\.id) == Array((1...30).reversed()))
    }

    @Test("Closing a list cancels its load") func closing() async {
        let timeline = NookTimeline(NookSession(service))
        await timeline.refreshAndWait()
        let gate = Gate()
        service.delay.withLock { $0 = { try await gate.pass() } }
        timeline.loadAll()
        await gate.waitForArrivals(1)
        timeline.stopLoadingAll()
        #expect(!timeline.state.feed.isLoadingAll)
        #expect(timeline.state.feed.older.isLoading)
        timeline.close()
        #expect(!timeline.state.feed.isLoading)
        #expect(timeline.state.feed.items.count == 10)
        gate.open()
    }
}
