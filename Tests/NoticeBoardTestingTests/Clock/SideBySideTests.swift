import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Side by side", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SideBySideTests {
    @Test("Each number has its turn once, and as many are under way as may be", arguments: [0, 1, 3, 4, 50])
    func each(count: Int) async throws {
        let (gate, done) = (Gate(), Locked<[Int]>([]))
        async let all: Void = sideBySide(count, atOnce: 4) { number in
            try await gate.pass()
            done.withLock { $0.append(number) }
        }
        await gate.waitForArrivals(min(count, 4))
        gate.open()
        try await all
        #expect(done.withLock { $0.sorted() } == Array(0..<count))
    }

    @Test("The first error ends it: what has not begun does not begin") func failing() async throws {
        struct Failure: Error {}
        let begun = Locked<[Int]>([])
        await #expect(throws: Failure.self) {
            try await sideBySide(8, atOnce: 2) { number in
                begun.withLock { $0.append(number) }
                guard number == 1 else { return try await Gate().pass() }
                throw Failure()
            }
        }
        #expect(begun.withLock { Set($0) }.isSubset(of: [0, 1]))
    }
}
