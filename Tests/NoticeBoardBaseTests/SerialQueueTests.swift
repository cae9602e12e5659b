import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardBase

@Suite("SerialQueue", .inTurn, .timeLimit(.minutes(1))) struct SerialQueueTests {
    private final class Log: Sendable {
        private let entries = WatchedValue<[String]>([])
        var all: [String] { entries.value }
        func add(_ entry: String) { entries.update { $0.append(entry) } }
        func waitForEntries(_ count: Int) async { await entries.firstValue { $0.count >= count } }
    }

    @Test("Runs work in the order in which it was added") func order() async throws {
        let (queue, log) = (SerialQueue(), Log())
        for number in 0..<50 {
            if number.isMultiple(of: 3) {
                queue.addBlocking { log.add("\(number)") }
            } else {
                queue.add {
                    await Task.yield()
                    log.add("\(number)")
                }
            }
        }
        await queue.drained()
        #expect(log.all == (0..<50).map(String.init))
        #expect(queue.isIdle)
    }

    @Test("Returns the result or error of each piece of work") func values() async throws {
        struct Odd: Error {}
        let queue = SerialQueue()
        let failing = queue.add { throw Odd() }
        let blocking: Task<Int, any Error> = queue.addBlocking { throw Odd() }
        let last = queue.add { 7 }
        await #expect(throws: Odd.self) { try await failing.value }
        await #expect(throws: Odd.self) { try await blocking.value }
        #expect(try await last.value == 7)
    }

    @Test("Queued work continues after the queue is released") func release() async throws {
        let gate = Gate()
        var queue: SerialQueue? = SerialQueue()
        queue?.add { try await gate.pass() }
        let last = queue?.add { 7 }
        queue = nil
        gate.open(for: 1)
        #expect(try await last?.value == 7)
    }

    @Test("Ending a queue drops the work that has not started") func ending() async throws {
        let (queue, gate) = (SerialQueue(), Gate())
        let running = queue.add {
            try await gate.pass()
            return 1
        }
        await gate.waitForArrivals(1)
        let dropped = queue.add { 2 }
        queue.end()
        let later = queue.add { 3 }
        gate.open(for: 1)
        #expect(try await running.value == 1)
        #expect(await dropped.result.failureCode == .sessionOver)
        #expect(try await later.value == 3)
    }

    @Test("Cancelling a queue cancels the running work") func cancelling() async throws {
        let (queue, gate) = (SerialQueue(), Gate())
        let running = queue.add { try await gate.pass() }
        await gate.waitForArrivals(1)
        queue.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(try await queue.add { 3 }.value == 3)
    }

    // MARK: - A random test against a model

    /// A model of the queue: the running entry, the waiting entries and the log.
    private struct Model {
        var running: Int?
        var waiting: [Int] = []
        var log: [String] = []

        mutating func add(_ number: Int) {
            waiting.append(number)
            next()
        }
        mutating func finish() {
            guard let number = running else { return }
            running = nil
            log.append("end \(number)")
            next()
        }
        mutating func end() { waiting = [] }

        private mutating func next() {
            guard running == nil, !waiting.isEmpty else { return }
            let number = waiting.removeFirst()
            running = number
            log.append("begin \(number)")
        }
    }

    @Test("Random operations match a model", arguments: 0..<40 as Range<UInt64>) func random(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let (queue, log, gate) = (SerialQueue(), Log(), Gate())
        var model = Model()
        for number in 0..<60 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                model.add(number)
                queue.add {
                    log.add("begin \(number)")
                    try await gate.pass()
                    log.add("end \(number)")
                }
            case 5..<9 where model.running != nil:
                model.finish()
                gate.open(for: 1)
            default:
                model.end()
                queue.end()
            }
            await log.waitForEntries(model.log.count)
            #expect(log.all == model.log, "seed \(seed), step \(number)")
        }
        gate.open()
        await queue.drained()
        #expect(queue.isIdle)
    }
}

extension Result where Failure == any Error {
    fileprivate var failureCode: NoticeBoardError.Code? {
        if case .failure(let error as NoticeBoardError) = self { error.code } else { nil }
    }
}
