import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardPaging

@Suite("Paginator: two waiting tasks", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TwoWaitersTests {
    @Test(
        "Cancelling one waiting task leaves the page to the other, whatever error the cancelled load throws", arguments: [0, 2],
        [nil, NoticeBoardError(.connectionLost)])
    func givingUp(ahead: Int, error: NoticeBoardError?) async throws {
        let gate = Gate()
        let asked = Notes<PagePosition?>()
        let loader = PageLoader(PageWalk<Numbered>(), ahead: ahead) { position in
            asked.add(position)
            if asked.count == 1 {
                do { try await gate.pass() } catch let cancellation { throw error ?? cancellation }
            }
            return .of(Array(0..<5), at: position, limit: 10)
        }
        let first = Task { try await loader.nextPage() }
        await gate.waitForArrivals(1)
        let second = Task { try await loader.nextPage() }
        // Lets both tasks wait for the same page.
        await letOtherTasksRun()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value?.items.map(\.id) == Array(0..<5))
    }

    @Test("A task cancelled before its request does not wait") func cancelledBefore() async throws {
        let gate = Gate()
        let flight = PageFlight<Numbered>(nil) { position in
            try await gate.pass()
            return .of(Array(0..<5), at: position, limit: 10)
        }
        let early = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await flight.page()
        }
        await #expect(throws: CancellationError.self) { try await early.value }
        gate.open()
        #expect(try await flight.page().items.count == 5)
    }
}
