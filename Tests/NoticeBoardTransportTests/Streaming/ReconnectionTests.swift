import NoticeBoardBase
import Testing

@testable import NoticeBoardHTTP

@Suite("Waits of an event stream", .inTurn, .timeLimit(.minutes(1))) struct ReconnectionTests {
    private func reconnection(retry: Double? = nil, random: Double = 1) -> Reconnection {
        Reconnection(retry: retry, random: { random })
    }

    private let lost = NoticeBoardError(.connectionLost)

    @Test("Waits 3 s after the end of a connection") func usual() throws {
        var reconnection = reconnection()
        #expect(try reconnection.wait(afterEnd: nil) == 3)
        #expect(try reconnection.wait(afterEnd: lost) == 3)
    }

    @Test("The server sets the wait", arguments: [(0.5, 0.5), (90, 90), (0, 0.1)])
    func retry(asked: Double, seconds: Double) throws {
        var reconnection = reconnection(retry: asked)
        #expect(try reconnection.wait(afterEnd: nil) == seconds)
    }

    @Test("The wait doubles up to a minute with each failure in a row") func doubles() throws {
        var reconnection = reconnection()
        let waits = try (0..<6).map { _ in try reconnection.wait(afterFailure: lost) }
        #expect(waits == [6, 12, 24, 48, 60, 60])
    }

    @Test("A random part of the doubled wait is added") func random() throws {
        var least = reconnection(random: 0)
        var half = reconnection(random: 0.5)
        #expect(try least.wait(afterFailure: lost) == 3)
        #expect(try half.wait(afterFailure: lost) == 4.5)
    }

    @Test("A connection that was open begins anew with short waits") func reset() throws {
        var reconnection = reconnection()
        for _ in 0..<5 { _ = try reconnection.wait(afterFailure: lost) }
        #expect(try reconnection.wait(afterEnd: lost) == 3)
        #expect(try reconnection.wait(afterFailure: lost) == 6)
    }

    @Test("A server's wait of more than a minute stays after failures") func long() throws {
        var reconnection = reconnection(retry: 120)
        #expect(try reconnection.wait(afterFailure: lost) == 120)
    }

    @Test("Thousands of failures keep the longest wait") func many() throws {
        var reconnection = reconnection()
        let waits = try (0..<3_000).map { _ in try reconnection.wait(afterFailure: lost) }
        #expect(waits.last == 60)
    }

    @Test("Failures that may pass lead to another connection", arguments: [408, 425, 429, 500, 503, 599])
    func passing(status: Int) throws {
        var reconnection = reconnection()
        let error = NoticeBoardError(.serverFailure, reply: .init(status: status))
        #expect(try reconnection.wait(afterFailure: error) == 6)
    }

    @Test("Other refusals end the stream", arguments: [400, 401, 404, 409])
    func refused(status: Int) {
        var reconnection = reconnection()
        let error = NoticeBoardError(.external, reply: .init(status: status))
        let thrown = #expect(throws: NoticeBoardError.self) { try reconnection.wait(afterFailure: error) }
        #expect(thrown == error)
    }

    @Test("A network that wants a sign-in ends the stream, whatever its status") func portal() {
        var reconnection = reconnection()
        let error = NoticeBoardError(.networkSignIn, reply: .init(status: 503))
        #expect(throws: NoticeBoardError.self) { try reconnection.wait(afterFailure: error) }
    }

    @Test("A cancellation ends the stream") func cancelled() {
        var reconnection = reconnection()
        #expect(throws: CancellationError.self) { try reconnection.wait(afterEnd: CancellationError()) }
    }

    @Test("A remedy's delay counts if it is longer, up to ten minutes", arguments: [(1.0, 6.0), (20, 20), (3_600, 600)])
    func remedy(delay: Double, seconds: Double) throws {
        var reconnection = reconnection()
        let error = NoticeBoardError(.serverFailure, remedy: .retry(after: delay), reply: .init(status: 503))
        #expect(try reconnection.wait(afterFailure: error) == seconds)
    }
}
