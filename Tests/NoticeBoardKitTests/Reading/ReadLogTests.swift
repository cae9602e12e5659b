import NoticeBoardKit
import NoticeBoardTesting
import Testing

@Suite("What was read, as a value", .serialized, .inTurn, .trialLimit(minutes: 1)) struct ReadLogTests {
    @Test("A post is read on its board alone, and stays so") func read() {
        var log = ReadLog()
        log.read(7, on: 1)
        #expect(log.isRead(7, on: 1) && !log.isRead(7, on: 2) && !log.isRead(6, on: 1))
        log.open(1)
        log.see([1, 9], on: 1)
        #expect(log.isRead(7, on: 1))
    }

    @Test("New is what came since the board was opened the last time before this, and was not read") func new() {
        var log = ReadLog()
        log.open(1)
        log.see([10, 30, 20], on: 1)
        #expect(![10, 20, 30, 40].contains { log.isNew($0, on: 1) }, "the first time nothing is")
        log.open(1)
        log.see([40, 30], on: 1)
        #expect([20, 30, 40, 50].filter { log.isNew($0, on: 1) } == [40, 50])
        log.read(40, on: 1)
        #expect(!log.isNew(40, on: 1))
        log.open(1)
        #expect(!log.isNew(40, on: 1) && log.isNew(41, on: 1) && !log.isNew(41, on: 2))
    }

    @Test("All read: what was seen counts as read, what comes later does not") func all() {
        var log = ReadLog()
        log.see([10, 30, 20], on: 1)
        log.read(35, on: 1)
        log.readAll(on: 1)
        #expect([1, 10, 30, 33, 35].allSatisfy { log.isRead($0, on: 1) } && !log.isRead(36, on: 1))
        #expect(log.isNew(36, on: 1), "what is seen next came since")
        #expect(log.readAll(on: 2).isEmpty)
    }

    @Test("What two logs know comes together in any order, and what each keeps of its changes is enough") func merging() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(200) {
            var logs = [ReadLog(), ReadLog()]
            var kept = [ReadLog(), ReadLog()]
            for _ in 0..<20 {
                let (who, board, post) = (random.below(2), 1 + random.below(3), random.below(50))
                switch random.below(4) {
                case 0: kept[who].merge(logs[who].read(post, on: board))
                case 1: kept[who].merge(logs[who].see([post, random.below(50)], on: board))
                case 2: kept[who].merge(logs[who].open(board))
                default: kept[who].merge(logs[who].readAll(on: board))
                }
            }
            var (one, other) = (logs[0], kept[1])
            one.merge(kept[1])
            other.merge(kept[0])
            for board in 1...3 {
                for post in 0..<50 {
                    #expect(one.isRead(post, on: board) == other.isRead(post, on: board))
                    #expect(one.isNew(post, on: board) == other.isNew(post, on: board))
                    let isRead = logs.contains { $0.isRead(post, on: board) }
                    #expect(one.isRead(post, on: board) == isRead)
                }
            }
        }
    }

    @Test("The newest post stays the newest, whoever knows of it and whatever else comes together with that") func newest() {
        var (one, other) = (ReadLog(), ReadLog())
        one.see([100], on: 1)
        other.see([50], on: 1)
        one.merge(other)
        other.merge(one)
        for var log in [one, other] {
            log.readAll(on: 1)
            #expect(log.isRead(100, on: 1))
        }
    }

    @Test("It stays small: the oldest of what was read goes, and counts as read; so do boards that nobody opens") func bound() {
        var log = ReadLog()
        for post in stride(from: 2, through: 2_000, by: 2) { log.read(post, on: 1) }
        #expect(log.isRead(2, on: 1) && log.isRead(2_000, on: 1) && !log.isRead(1_999, on: 1))
        #expect(log.isRead(3, on: 1), "older than what was forgotten")
        var (one, other) = (ReadLog(), ReadLog())
        for post in 1...300 {
            one.read(post * 2, on: 1)
            other.read(1_000 + post * 2, on: 1)
        }
        one.merge(other)
        #expect(one.isRead(599, on: 1) && one.isRead(1_600, on: 1) && !one.isRead(1_001, on: 1), "of two that come together, too")
        for board in 2...61 { log.read(1, on: board) }
        #expect(!log.isRead(2_000, on: 1) && log.isRead(1, on: 2) && log.isRead(1, on: 61))
        log.read(2, on: 2)
        log.read(1, on: 62)
        #expect(log.isRead(1, on: 2) && !log.isRead(1, on: 3), "what was read lately stays")
    }

    @Test("Numbers at their ends are numbers") func ends() {
        var log = ReadLog()
        log.see([.max, .min], on: .min)
        log.readAll(on: .min)
        log.open(.min)
        #expect(log.isRead(.max, on: .min) && !log.isNew(.max, on: .min))
    }
}
