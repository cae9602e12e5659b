import NoticeBoardBase
import NoticeBoardScreens
import Testing

@testable import NoticeBoardKit

@MainActor @Suite("Read marks before and after loading", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct ReadMarksStepsTests {
    /// Returns a store in which post 10 of board 1 was the newest before the last visit, and post 30 was seen during it.
    private func store() async throws -> FilePostMarks {
        let store = try await FilePostMarks.inMemory()
        _ = try await store.apply([{ $0.markShown([10], in: 1) }, { $0.beginVisit(of: 1) }, { $0.markShown([30], in: 1) }])
        return store
    }

    @Test("Shows the posts since the last visit as new on a board opened before loading") func early()
        async throws
    {
        let marks = PostMarks(try await store())
        marks.load()
        marks.beginVisit(of: 1)
        marks.markShown([35, 30], in: 1)
        marks.markShown([34], in: 1)
        await marks.firstState { $0.newCount(in: 1) == 2 }
        #expect([30, 34, 35].map { marks.state.log.isNew($0, in: 1) } == [false, true, true])
        marks.beginVisit(of: 1)
        #expect(!marks.state.log.isNew(35, in: 1))
    }

    @Test("Does not apply marks made before an account change to the next account") func over() async throws {
        let marks = PostMarks()
        marks.load()
        marks.beginVisit(of: 1)
        marks.markAllRead()
        let next = try await store()
        marks.use(next)
        await marks.firstState { $0.log.isNew(11, in: 1) }
        #expect(!marks.state.log.isRead(30, in: 1))
    }

    @Test("Counts only later posts as new after a mark-all before loading", arguments: [nil, 1])
    func allEarly(board: Board.ID?) async throws {
        let marks = PostMarks(try await store())
        marks.load()
        if let board { marks.markAllRead(in: board) } else { marks.markAllRead() }
        marks.markShown([35, 30], in: 1)
        await marks.firstState { $0.newCount(in: 1) == 1 }
        #expect([29, 30, 35].map { marks.state.log.isRead($0, in: 1) } == [true, true, false])
        #expect(marks.state.log.isNew(35, in: 1))
    }

    @Test("Counts seen, unread posts newer than the last visit as new") func counting() {
        var log = PostReadLog()
        log[1] = PostReadLog.Entry(list: 1, lastTime: 5, read: [7])
        var state = PostMarks.State(log: log, seen: [1: [4, 5, 6, 7, 8]])
        #expect(state.newCount(in: 1) == 2)
        #expect(state.newCount(in: 2) == 0)
        state.log.markAllRead(in: 1)
        #expect(state.newCount(in: 1) == 1)
    }
}
