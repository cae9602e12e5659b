import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// When a list that follows its service connects, reads and waits.
@Suite("Following: the machine", .inTurn, .timeLimit(.minutes(1))) struct FollowMachineTests {
    private static let lost = NoticeBoardError(.connectionLost)

    /// A machine with a list whose reads the test begins and ends.
    private struct Driver {
        var machine: FollowMachine
        var effects: [FollowMachine.Effect] = []
        var isUsed = true
        private(set) var readCount = 0
        private var running: Int?
        private var succeeded = 0
        private var begun = 0

        init(_ source: FollowMachine.Source, now: Date = Date(timeIntervalSince1970: 0)) {
            machine = FollowMachine(source) { now }
            update()
        }

        var isReading: Bool { running != nil }
        var lastWait: Double? {
            effects.reversed().lazy.compactMap { if case .wait(let seconds, _) = $0 { seconds } else { nil } }.first
        }
        var lastWaitNumber: Int {
            effects.reversed().lazy.compactMap { if case .wait(_, let number) = $0 { number } else { nil } }.first ?? 0
        }

        private var reads: FollowMachine.Reads { .init(begun: begun, running: running, succeeded: succeeded) }

        mutating func update() {
            if machine.update(isUsed: isUsed, reads) {
                read()
                _ = machine.update(isUsed: isUsed, reads)
            }
            effects += machine.takeEffects()
        }

        mutating func handle(_ input: FollowMachine.Input) {
            machine.handle(input, reads)
            update()
        }

        mutating func connect() { handle(.connected(machine.stream)) }

        mutating func read() {
            begun += 1
            running = begun
            readCount += 1
        }

        mutating func endRead(well: Bool = true) {
            if well { succeeded = running ?? succeeded }
            running = nil
            update()
        }

        mutating func use(_ isUsed: Bool) {
            self.isUsed = isUsed
            update()
        }
    }

    @Test("Opens the stream when the list is used") func opens() {
        #expect(Driver(.stream).effects == [.open(1)])
    }

    @Test("Reads the head once after a connection") func readsOnce() {
        var driver = Driver(.stream)
        driver.connect()
        driver.endRead()
        driver.update()
        #expect(driver.readCount == 1)
        #expect(driver.machine.status == .following)
    }

    @Test("A read that began before the connection does not count") func earlierRead() {
        var driver = Driver(.stream)
        driver.read()
        driver.connect()
        #expect(driver.readCount == 1, "it waits for the end of the running one")
        driver.endRead()
        #expect(driver.readCount == 2)
        #expect(driver.machine.status == .catchingUp)
    }

    @Test("A pull after the connection counts as the read") func pull() {
        var driver = Driver(.stream)
        driver.read()
        driver.connect()
        driver.endRead(well: false)
        #expect(driver.readCount == 2)
    }

    @Test("Is behind from the loss of the connection to the next read") func behind() {
        var driver = Driver(.stream)
        driver.connect()
        driver.endRead()
        driver.handle(.disconnected(1))
        #expect(driver.machine.status == .behind(since: Date(timeIntervalSince1970: 0)))
        driver.connect()
        #expect(driver.machine.status == .catchingUp)
        driver.endRead()
        #expect(driver.machine.status == .following)
        #expect(driver.readCount == 2)
    }

    @Test("Closes the stream, and reads nothing, while the list is not used") func unused() {
        var driver = Driver(.stream)
        driver.connect()
        driver.endRead()
        driver.use(false)
        #expect(driver.effects.last == .close)
        driver.connect()
        #expect(driver.readCount == 1)
        driver.use(true)
        #expect(driver.effects.last == .open(2))
    }

    @Test("Pauses in the background") func background() {
        var driver = Driver(.stream)
        driver.handle(.life(.background))
        #expect(driver.effects.last == .close)
        driver.handle(.life(.foreground))
        #expect(driver.effects.last == .open(2))
    }

    @Test("A failed read is repeated after a growing wait") func failedRead() {
        var driver = Driver(.stream)
        driver.connect()
        var waits: [Double?] = []
        for _ in 0..<7 {
            driver.endRead(well: false)
            waits.append(driver.lastWait)
            driver.handle(.waited(driver.lastWaitNumber))
            #expect(driver.isReading)
        }
        #expect(waits == [2, 4, 8, 16, 32, 60, 60])
    }

    @Test("An undecodable event leads to a read") func unreadable() {
        var driver = Driver(.stream)
        driver.connect()
        driver.endRead()
        driver.handle(.unreadable)
        #expect(driver.readCount == 2)
        #expect(driver.machine.unreadable == 1)
        driver.endRead()
        #expect(driver.machine.status == .following)
    }

    @Test("Many undecodable events lead to few reads") func manyUnreadable() {
        var driver = Driver(.stream)
        driver.connect()
        driver.endRead()
        for _ in 0..<1000 {
            driver.handle(.unreadable)
            if driver.isReading { driver.endRead() }
        }
        #expect(driver.readCount == 2)
        #expect(driver.lastWait == 2)
        driver.handle(.waited(driver.lastWaitNumber))
        #expect(driver.readCount == 3)
        #expect(driver.machine.unreadable == 1000)
    }

    @Test("An undecodable event during a read leads to another one") func unreadableDuringRead() {
        var driver = Driver(.stream)
        driver.connect()
        driver.handle(.unreadable)
        driver.endRead()
        #expect(driver.readCount == 2)
    }

    @Test("A stream that was lost is opened again after a growing wait") func lostStream() {
        var driver = Driver(.stream)
        driver.handle(.ended(1, Self.lost))
        #expect(driver.lastWait == 2)
        driver.handle(.waited(driver.lastWaitNumber))
        #expect(driver.effects.last == .open(2))
        driver.handle(.ended(2, Self.lost))
        #expect(driver.lastWait == 4)
    }

    @Test("A stream that was refused is opened again when the user asks for the list") func refusedStream() {
        var driver = Driver(.stream)
        driver.handle(.ended(1, NoticeBoardError(.sessionOver)))
        #expect(driver.lastWait == nil)
        #expect(driver.machine.failure?.code == .sessionOver)
        driver.handle(.wanted)
        #expect(driver.effects.last == .open(2))
    }

    @Test("Late inputs of a former stream are dropped") func lateInputs() {
        var driver = Driver(.stream)
        driver.use(false)
        driver.use(true)
        driver.handle(.connected(1))
        #expect(driver.readCount == 0)
        driver.handle(.ended(1, nil))
        driver.connect()
        #expect(driver.readCount == 1)
    }

    @Test("The stream is opened again when the network returns") func networkReturned() {
        var driver = Driver(.stream)
        driver.connect()
        driver.endRead()
        driver.handle(.life(.networkReturned))
        #expect(driver.effects.suffix(2) == [.close, .open(2)])
        guard case .behind = driver.machine.status else {
            Issue.record("the old connection is probably dead")
            return
        }
    }

    @Test("Without a stream, the head is read at the interval") func interval() {
        var driver = Driver(.interval(60))
        #expect(driver.readCount == 1)
        driver.endRead()
        #expect(driver.machine.status == .following)
        #expect(driver.lastWait == 60)
        driver.handle(.waited(driver.lastWaitNumber))
        #expect(driver.readCount == 2)
        #expect(driver.machine.status == .following)
    }

    @Test("A list that is opened again soon keeps its interval") func reopened() {
        var driver = Driver(.interval(60))
        driver.endRead()
        driver.use(false)
        #expect(driver.effects.last == .stopWaiting)
        driver.use(true)
        #expect(driver.readCount == 1)
        #expect(driver.lastWait == 60)
        #expect(driver.machine.status == .following)
    }
}
