import NoticeBoardBase
import Testing

@testable import NoticeBoardKit

@Suite("Marks of what was read, step by step", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ReadMarksStepsTests {
    private typealias Machine = ReadMarks.Machine

    private func log(_ change: (inout ReadLog) -> Void) -> ReadLog {
        var log = ReadLog()
        change(&log)
        return log
    }

    @Test("What was read while something is kept is kept next, with what could not be kept, and all at once") func keeping() {
        var machine = Machine()
        #expect(machine.handle(.read(1, on: 5)) == [.keep(log { $0.read(1, on: 5) }, 1)])
        #expect(machine.handle(.read(2, on: 5)).isEmpty && machine.handle(.read(3, on: 6)).isEmpty)
        let why = NoticeBoardError(.storageFull)
        let first = log { log in for (post, board) in [(1, 5), (2, 5), (3, 6)] { log.read(post, on: board) } }
        #expect(machine.handle(.failed(why, 1)) == [.keep(first, 2)] && machine.state.failure == why)
        // Nothing was read since: it waits.
        #expect(machine.handle(.failed(why, 2)).isEmpty)
        #expect(machine.handle(.failed(NoticeBoardError(.storeBusy), 2)).isEmpty && machine.state.failure == why)
        let all = log { log in for (post, board) in [(1, 5), (2, 5), (3, 6), (4, 5)] { log.read(post, on: board) } }
        #expect(machine.handle(.read(4, on: 5)) == [.keep(all, 3)] && machine.state.failure == why)
        #expect(machine.handle(.read(5, on: 5)).isEmpty && machine.handle(.kept(ReadLog(), 2)).isEmpty)
        let kept = log { $0.read(9, on: 7) }
        #expect(machine.handle(.kept(kept, 3)) == [.keep(log { $0.read(5, on: 5) }, 4)])
        #expect(machine.state.failure == nil && machine.state.log.isRead(9, on: 7) && machine.state.log.isRead(5, on: 5))
        #expect(!machine.state.log.isRead(4, on: 5), "what is kept is what the store says")
        #expect(machine.handle(.kept(kept, 4)).isEmpty && machine.state.log == kept)
    }

    @Test("What was read before it is known what is kept, and cannot be, is kept all the same") func readEarly() {
        var machine = Machine()
        #expect(machine.handle(.load) == [.keep(ReadLog(), 1)] && machine.handle(.opened(5)).isEmpty)
        #expect(machine.handle(.read(1, on: 5)).isEmpty)
        #expect(machine.handle(.failed(NoticeBoardError(.storeBusy), 1)) == [.keep(log { $0.read(1, on: 5) }, 2)])
        #expect(machine.handle(.failed(NoticeBoardError(.storageFull), 2)).isEmpty && machine.state.failure?.code == .storageFull)
    }

    @Test("What is kept is asked for when it is to be known, when it changed, and after a failure, each time once") func asking()
    {
        var machine = Machine()
        #expect(machine.handle(.retry).isEmpty && machine.handle(.load) == [.keep(ReadLog(), 1)] && machine.handle(.load).isEmpty)
        #expect(
            machine.handle(.failed(NoticeBoardError(.storeBusy), 1)).isEmpty && machine.handle(.load) == [.keep(ReadLog(), 2)])
        #expect(machine.handle(.retry).isEmpty && machine.handle(.kept(ReadLog(), 2)).isEmpty && machine.handle(.load).isEmpty)
        #expect(machine.handle(.changed) == [.keep(ReadLog(), 3)] && machine.handle(.kept(ReadLog(), 3)).isEmpty)
        #expect(machine.handle(.changed) == [.keep(ReadLog(), 4)] && machine.handle(.changed).isEmpty)
        #expect(
            machine.handle(.failed(NoticeBoardError(.storeBusy), 4)).isEmpty && machine.handle(.retry) == [.keep(ReadLog(), 5)])
        #expect(machine.handle(.begin).isEmpty && machine.state == ReadMarks.State())
        #expect(machine.handle(.kept(log { $0.read(1, on: 1) }, 5)).isEmpty && machine.state == ReadMarks.State())
        #expect(machine.handle(.load) == [.keep(ReadLog(), 7)])
    }

    @Test("Each board is counted as looked at, and what is newer than last time as seen, until it is opened again") func looking()
    {
        var machine = Machine()
        let steps: [(Machine.Event, looks: [Int: Int], seen: [Int: Set<Int>])] = [
            (.saw([10, 9], on: 1), [1: 1], [:]), (.opened(1), [1: 2], [:]),
            (.saw([12, 10, 11, 8], on: 1), [1: 3], [1: [11, 12]]),
            (.saw([13], on: 1), [1: 4], [1: [11, 12, 13]]), (.read(12, on: 1), [1: 4], [1: [11, 12, 13]]),
            (.opened(2), [1: 4, 2: 1], [1: [11, 12, 13]]), (.readAll(on: 2), [1: 4, 2: 2], [1: [11, 12, 13]]),
            (.readAll(on: nil), [1: 5, 2: 3], [1: [11, 12, 13]]), (.opened(1), [1: 6, 2: 3], [:]), (.changed, [1: 6, 2: 3], [:]),
            (.saw([113] + Array(14...112), on: 1), [1: 7, 2: 3], [1: Set(14...113)]),
            (.saw([114], on: 1), [1: 8, 2: 3], [1: Set(15...114)]), (.begin, [:], [:]),
        ]
        for (number, step) in steps.enumerated() {
            _ = machine.handle(step.0)
            #expect(machine.state.looks == step.looks && machine.state.seen == step.seen, "step \(number)")
        }
    }

    /// Ten was the newest when the board was opened last, and 30 was seen then.
    private static var lastTime: ReadLog {
        var log = ReadLog()
        log.see([10], on: 1)
        log.open(1)
        log.see([30], on: 1)
        return log
    }

    @Test("A board that is opened before it is known what is kept is opened all the same", arguments: [false, true])
    func early(failsFirst: Bool) {
        var machine = Machine()
        _ = machine.handle(.load)
        _ = machine.handle(.opened(1))
        if failsFirst { _ = machine.handle(.failed(NoticeBoardError(.storeBusy), 1)) }
        let asked = machine.handle(.saw([35, 30], on: 1)) + machine.handle(.saw([34], on: 1))
        // What was seen is not handed out before it is known which of it is from last time.
        #expect(asked == (failsFirst ? [.keep(ReadLog(), 2)] : []))
        let effects = machine.handle(.kept(Self.lastTime, failsFirst ? 2 : 1))
        #expect([30, 34, 35].map { machine.state.log.isNew($0, on: 1) } == [false, true, true])
        #expect(machine.state.newCount(on: 1) == 2 && machine.state.looks == [1: 3])
        guard case .keep(let log, _)? = effects.first else { return #expect(Bool(false)) }
        var kept = Self.lastTime
        kept.merge(log)
        #expect(effects.count == 1 && kept == machine.state.log)
        _ = machine.handle(.opened(1))
        #expect(!machine.state.log.isNew(35, on: 1))
    }

    @Test("What was done before a sign-out is not done to the marks of the next account") func over() {
        var machine = Machine()
        for event in [Machine.Event.load, .opened(1), .readAll(on: nil), .begin, .load, .kept(Self.lastTime, 3)] {
            _ = machine.handle(event)
        }
        #expect(machine.state == ReadMarks.State(log: Self.lastTime))
    }

    @Test("All read, before it is known what is kept: nothing of that is new, and what is seen later is", arguments: [nil, 1])
    func allEarly(board: Board.ID?) {
        var machine = Machine()
        for event in [Machine.Event.load, .readAll(on: board), .saw([35, 30], on: 1), .kept(Self.lastTime, 1)] {
            _ = machine.handle(event)
        }
        #expect([29, 30, 35].map { machine.state.log.isRead($0, on: 1) } == [true, true, false])
        #expect(machine.state.log.isNew(35, on: 1) && machine.state.newCount(on: 1) == 1)
    }

    @Test("So many are new as were seen, came since last time, and were not read") func counting() {
        var state = ReadMarks.State(
            log: log { $0.put(ReadLog.Entry(lastTime: 5, read: [7]), on: 1) }, seen: [1: [4, 5, 6, 7, 8]])
        #expect(state.newCount(on: 1) == 2 && state.newCount(on: 2) == 0)
        state.log.readAll(on: 1)
        #expect(state.newCount(on: 1) == 1)
        #expect(ReadMarks.State() == ReadMarks.State(log: ReadLog(), seen: [:], failure: nil))
    }
}
