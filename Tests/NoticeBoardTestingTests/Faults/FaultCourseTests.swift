import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@testable import NoticeBoardTesting

@Suite("Faults of a request", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FaultCourseTests {
    private let server = StubTransport { _ in .json("{}") }

    private func request() throws -> HTTPRequest {
        HTTPRequest(origin: try #require(HTTPOrigin(host: "example.com")), target: "/")
    }

    private func counts(_ change: (inout FaultTransport.Counts) -> Void) -> FaultTransport.Counts {
        var counts = FaultTransport.Counts()
        change(&counts)
        return counts
    }

    @Test("Every fault has its error and its count")
    func endings() async throws {
        let sent = try request()
        for (faults, code, detail, came, counted) in [
            (
                .init(refusals: 1), .unreachable, "The host refuses the connection, says FaultTransport.", 0,
                counts { $0.refused = 1 }
            ),
            (
                .init(lostRequests: 1), .connectionLost, "The request was lost on its way, says FaultTransport.", 0,
                counts { $0.lostRequests = 1 }
            ),
            (
                .init(lostAnswers: 1), .connectionLost, "The answer was lost on its way, says FaultTransport.", 1,
                counts { $0.lostAnswers = 1 }
            ),
        ] as [(FaultTransport.Faults, NoticeBoardError.Code, String, Int, FaultTransport.Counts)] {
            let server = StubTransport { _ in .json("{}") }
            let transport = FaultTransport(server, seed: 9, faults: faults)
            let error = await #expect(throws: NoticeBoardError.self) { try await transport.send(sent) }
            #expect(error?.code == code)
            #expect(error?.detail == detail)
            #expect(server.requests.count == came)
            var counted = counted
            counted.requests = 1
            #expect(transport.counts == counted)
        }
        let failing = FaultTransport(server, seed: 9, faults: .init(failures: 1))
        #expect(try await failing.send(sent) == HTTPResponse(status: 503))
        #expect(server.requests.isEmpty)
        #expect(failing.counts == counts { ($0.requests, $0.failed) = (1, 1) })
    }

    @Test("An answer that failed by itself is not counted as lost") func failing() async throws {
        let broken = StubTransport { _ in throw NoticeBoardError(.timedOut) }
        let transport = FaultTransport(broken, seed: 1, faults: .init(lostAnswers: 1))
        let sent = try request()
        await #expect(throws: NoticeBoardError(.timedOut)) { try await transport.send(sent) }
        #expect(transport.counts == counts { $0.requests = 1 })
        #expect(broken.requests.count == 1)
    }

    @Test("A cancelled request is not sent") func cancelled() async throws {
        let (gate, sent, transport) = (Gate(), try request(), FaultTransport(server, seed: 1, faults: .init()))
        let late = Task {
            try? await gate.pass()
            return try await transport.send(sent)
        }
        await gate.waitForArrivals(1)
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(server.requests.isEmpty)
        #expect(transport.counts == counts { $0.requests = 1 })
    }
}
