import NoticeBoardKit
import NoticeBoardScreens
import Testing

@Suite("Read log", .serialized, .inTurn, .trialLimit(minutes: 1)) struct ReadLogTests {
    @Test("Marks a post as read on its own board only") func read() {
        var log = PostReadLog()
        log.markRead(7, in: 1)
        #expect(log.isRead(7, in: 1))
        #expect(!log.isRead(7, in: 2))
        #expect(!log.isRead(6, in: 1))
        log.beginVisit(of: 1)
        log.markShown([1, 9], in: 1)
        #expect(log.isRead(7, in: 1))
    }

    @Test("Counts unread posts since the previous visit as new") func new() {
        var log = PostReadLog()
        log.beginVisit(of: 1)
        log.markShown([10, 30, 20], in: 1)
        #expect(![10, 20, 30, 40].contains { log.isNew($0, in: 1) }, "on a first visit nothing is new")
        log.beginVisit(of: 1)
        log.markShown([40, 30], in: 1)
        #expect([20, 30, 40, 50].filter { log.isNew($0, in: 1) } == [40, 50])
        log.markRead(40, in: 1)
        #expect(!log.isNew(40, in: 1))
        log.beginVisit(of: 1)
        #expect(!log.isNew(40, in: 1))
        #expect(log.isNew(41, in: 1))
        #expect(!log.isNew(41, in: 2))
    }

    @Test("Marks only the posts seen so far as read") func all() {
        var log = PostReadLog()
        log.markShown([10, 30, 20], in: 1)
        log.markRead(35, in: 1)
        log.markAllRead(in: 1)
        #expect([1, 10, 30, 33, 35].allSatisfy { log.isRead($0, in: 1) })
        #expect(!log.isRead(36, in: 1))
        #expect(log.isNew(36, in: 1), "later posts are new")
        let before = log
        log.markAllRead(in: 2)
        #expect(log == before)
    }

    @Test("Forgets the oldest posts and boards beyond its limits") func bound() {
        var log = PostReadLog()
        for post in stride(from: 2, through: 2_000, by: 2) { log.markRead(post, in: 1) }
        #expect(log.isRead(2, in: 1))
        #expect(log.isRead(2_000, in: 1))
        #expect(!log.isRead(1_999, in: 1))
        #expect(log.isRead(3, in: 1), "older than the forgotten posts")
        for board in 2...61 { log.markRead(1, in: board) }
        #expect(!log.isRead(2_000, in: 1))
        #expect(log.isRead(1, in: 2))
        #expect(log.isRead(1, in: 61))
        log.markRead(2, in: 2)
        log.markRead(1, in: 62)
        #expect(log.isRead(1, in: 2), "the boards visited last stay")
        #expect(!log.isRead(1, in: 3), "the boards visited last stay")
    }

    @Test("Handles the smallest and largest numbers") func ends() {
        var log = PostReadLog()
        log.markShown([.max, .min], in: .min)
        log.markAllRead(in: .min)
        log.beginVisit(of: .min)
        #expect(log.isRead(.max, in: .min))
        #expect(!log.isNew(.max, in: .min))
    }
}
