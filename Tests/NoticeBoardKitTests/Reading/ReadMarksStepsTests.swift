import NoticeBoardBase
import Testing

@testable import NoticeBoardKit

@MainActor @Suite("Read marks before and after loading", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct ReadMarksStepsTests {
    /// Returns a store in which post 10 of board 1 was the newest before the last visit, and post 30 was seen during it.
    private func store() async throws -> FileReadMarks {
        let store = try await FileReadMarks.inMemory()
        _ = try await store.apply([{ $0.see([10], on: 1) }, { $0.open(1) }, { $0.see([30], on: 1) }])
        return store
    }

    @Test("Shows the posts since the last visit as new on a board opened before loading") func early()
        async throws
    {
        let marks = ReadMarks(try await store())
        marks.load()
        marks.opened(1)
        marks.saw([35, 30], on: 1)
        marks.saw([34], on: 1)
        await marks.firstState { $0.newCount(on: 1) == 2 }
        #expect([30, 34, 35].map { marks.state.log.isNew($0, on: 1) } == [false, true, true])
        marks.opened(1)
        #expect(!marks.state.log.isNew(35, on: 1))
    }

    @Test("Does not apply marks made before an account change to the next account") func over() async throws {
        let marks = ReadMarks()
        marks.load()
        marks.opened(1)
        marks.readAll()
        let next = try await store()
        marks.use(next)
        await marks.firstState { $0.log.isNew(11, on: 1) }
        #expect(!marks.state.log.isRead(30, on: 1))
    }

    @Test("Counts only later posts as new after a mark-all before loading", arguments: [nil, 1])
    func allEarly(board: Board.ID?) async throws {
        let marks = ReadMarks(try await store())
        marks.load()
        if let board { marks.readAll(on: board) } else { marks.readAll() }
        marks.saw([35, 30], on: 1)
        await marks.firstState { $0.newCount(on: 1) == 1 }
        #expect([29, 30, 35].map { marks.state.log.isRead($0, on: 1) } == [true, true, false])
        #expect(marks.state.log.isNew(35, on: 1))
    }

    @Test("Counts seen, unread posts newer than the last visit as new") func counting() {
        var log = ReadLog()
        log[1] = ReadLog.Entry(board: 1, lastTime: 5, read: [7])
        var state = ReadMarks.State(log: log, seen: [1: [4, 5, 6, 7, 8]])
        #expect(state.newCount(on: 1) == 2)
        #expect(state.newCount(on: 2) == 0)
        state.log.readAll(on: 1)
        #expect(state.newCount(on: 1) == 1)
    }
}
