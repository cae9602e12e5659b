import NoticeBoardKit
import Testing

@Suite("Read log", .serialized, .inTurn, .trialLimit(minutes: 1)) struct ReadLogTests {
    @Test("Marks a post as read on its own board only") func read() {
        var log = ReadLog()
        log.read(7, on: 1)
        #expect(log.isRead(7, on: 1))
        #expect(!log.isRead(7, on: 2))
        #expect(!log.isRead(6, on: 1))
        log.open(1)
        log.see([1, 9], on: 1)
        #expect(log.isRead(7, on: 1))
    }

    @Test("Counts unread posts since the previous visit as new") func new() {
        var log = ReadLog()
        log.open(1)
        log.see([10, 30, 20], on: 1)
        #expect(![10, 20, 30, 40].contains { log.isNew($0, on: 1) }, "on a first visit nothing is new")
        log.open(1)
        log.see([40, 30], on: 1)
        #expect([20, 30, 40, 50].filter { log.isNew($0, on: 1) } == [40, 50])
        log.read(40, on: 1)
        #expect(!log.isNew(40, on: 1))
        log.open(1)
        #expect(!log.isNew(40, on: 1))
        #expect(log.isNew(41, on: 1))
        #expect(!log.isNew(41, on: 2))
    }

    @Test("Marks only the posts seen so far as read") func all() {
        var log = ReadLog()
        log.see([10, 30, 20], on: 1)
        log.read(35, on: 1)
        log.readAll(on: 1)
        #expect([1, 10, 30, 33, 35].allSatisfy { log.isRead($0, on: 1) })
        #expect(!log.isRead(36, on: 1))
        #expect(log.isNew(36, on: 1), "later posts are new")
        let before = log
        log.readAll(on: 2)
        #expect(log == before)
    }

    @Test("Forgets the oldest posts and boards beyond its limits") func bound() {
        var log = ReadLog()
        for post in stride(from: 2, through: 2_000, by: 2) { log.read(post, on: 1) }
        #expect(log.isRead(2, on: 1))
        #expect(log.isRead(2_000, on: 1))
        #expect(!log.isRead(1_999, on: 1))
        #expect(log.isRead(3, on: 1), "older than the forgotten posts")
        for board in 2...61 { log.read(1, on: board) }
        #expect(!log.isRead(2_000, on: 1))
        #expect(log.isRead(1, on: 2))
        #expect(log.isRead(1, on: 61))
        log.read(2, on: 2)
        log.read(1, on: 62)
        #expect(log.isRead(1, on: 2), "the boards visited last stay")
        #expect(!log.isRead(1, on: 3), "the boards visited last stay")
    }

    @Test("Handles the smallest and largest numbers") func ends() {
        var log = ReadLog()
        log.see([.max, .min], on: .min)
        log.readAll(on: .min)
        log.open(.min)
        #expect(log.isRead(.max, on: .min))
        #expect(!log.isNew(.max, on: .min))
    }
}
