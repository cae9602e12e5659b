import NoticeBoardBase
import NoticeBoardKit
import Testing

@Suite("Marks of what was read, as a value", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ReadMarksMachineTests {
    private static func log(_ post: Post.ID) -> ReadLog {
        var log = ReadLog()
        log.see([post], on: 5)
        return log
    }

    @Test("What is kept is asked for once, and again where somebody changed it or it failed") func asking() {
        var machine = ReadMarks.Machine()
        #expect(machine.handle(.load) == [.keep(ReadLog(), 1)] && machine.handle(.load).isEmpty)
        #expect(machine.handle(.kept(ReadLog(), 1)).isEmpty)
        #expect(machine.handle(.load).isEmpty && machine.handle(.retry).isEmpty)
        #expect(machine.handle(.changed) == [.keep(ReadLog(), 2)])
        // It changed once more while it was read.
        #expect(machine.handle(.changed).isEmpty)
        #expect(machine.handle(.kept(ReadLog(), 2)) == [.keep(ReadLog(), 3)])
        #expect(machine.handle(.failed(NoticeBoardError(.fileUnavailable), 3)).isEmpty)
        #expect(machine.handle(.retry) == [.keep(ReadLog(), 4)])
        #expect(machine.handle(.kept(ReadLog(), 4)).isEmpty && machine.state.failure == nil)
    }

    @Test("So many new posts are counted as were seen since the board was opened, and no more than a hundred") func counting() {
        var machine = ReadMarks.Machine()
        for event in [ReadMarks.Machine.Event.saw([10], on: 1), .opened(1), .saw(Array(8...160), on: 1)] {
            _ = machine.handle(event)
        }
        #expect(machine.state.newCount(on: 1) == 100 && machine.state.seen[1]?.min() == 61)
        _ = machine.handle(.read(160, on: 1))
        #expect(machine.state.newCount(on: 1) == 99)
        _ = machine.handle(.opened(1))
        #expect(machine.state.newCount(on: 1) == 0 && machine.state.seen[1] == nil)
    }

    @Test("All boards read: also those of which only what is kept tells") func all() {
        var machine = ReadMarks.Machine()
        _ = machine.handle(.load)
        _ = machine.handle(.kept(Self.log(9), 1))
        #expect(!machine.state.log.isRead(9, on: 5))
        let effects = machine.handle(.readAll(on: nil))
        #expect(machine.state.log.isRead(9, on: 5) && effects.count == 1)
    }

    @Test("What comes back after a sign-out says nothing to the next account") func late() {
        var machine = ReadMarks.Machine()
        _ = machine.handle(.load)
        _ = machine.handle(.begin)
        _ = machine.handle(.kept(Self.log(9), 1))
        _ = machine.handle(.failed(NoticeBoardError(.fileUnavailable), 1))
        #expect(machine.state == ReadMarks.State())
        #expect(machine.handle(.load).count == 1)
    }

    @Test("What somebody else keeps is read where it is known what was kept, or could not be, and not before anybody asks")
    func others() {
        var machine = ReadMarks.Machine()
        #expect(machine.handle(.changed).isEmpty)
        _ = machine.handle(.load)
        _ = machine.handle(.failed(NoticeBoardError(.fileUnavailable), 1))
        #expect(machine.handle(.changed) == [.keep(ReadLog(), 2)])
        _ = machine.handle(.kept(Self.log(9), 2))
        // Somebody signs out: what is kept of theirs is not shown again until it is erased.
        _ = machine.handle(.begin)
        #expect(machine.handle(.changed).isEmpty)
        #expect(machine.handle(.load).count == 1 && machine.handle(.changed).isEmpty)
        #expect(machine.handle(.kept(ReadLog(), 4)) == [.keep(ReadLog(), 5)])
    }
}
