import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardScreens
import Testing

@testable import NoticeBoardTesting

@Suite("FaultTransport", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FaultTransportTests {
    private func request(_ target: String = "/") throws -> HTTPRequest {
        HTTPRequest(origin: try #require(HTTPOrigin(host: "example.com")), target: target)
    }

    private let server = StubTransport { .json($0.target) }

    /// Returns the outcomes of sequential requests.
    private func outcomes(_ transport: FaultTransport, count: Int) async throws -> [String] {
        var outcomes: [String] = []
        for _ in 0..<count {
            do {
                outcomes.append("\(try await transport.send(request()).status)")
            } catch let error as NoticeBoardError {
                outcomes.append(error.code.rawValue)
            }
        }
        return outcomes
    }

    @Test("Without faults everything passes") func nothing() async throws {
        let transport = FaultTransport(server, seed: 1, faults: .init())
        #expect(try await outcomes(transport, count: 50).allSatisfy { $0 == "200" })
        #expect(transport.counts.requests == 50)
        #expect(server.requests.count == 50)
    }

    @Test("The same seed brings the same faults, another seed others") func seeds() async throws {
        let faults = FaultTransport.Faults(refusals: 0.2, lostRequests: 0.1, lostAnswers: 0.1, failures: 0.2)
        let first = try await outcomes(FaultTransport(server, seed: 7, faults: faults), count: 100)
        #expect(try await outcomes(FaultTransport(server, seed: 7, faults: faults), count: 100) == first)
        #expect(try await outcomes(FaultTransport(server, seed: 8, faults: faults), count: 100) != first)
        #expect(Set(first) == ["200", "503", "unreachable", "connectionLost"])
    }

    @Test("Each fault occurs at about its configured rate") func rates() async throws {
        let transport = FaultTransport(
            server, seed: 3, faults: .init(refusals: 0.1, lostRequests: 0.2, lostAnswers: 0.3, failures: 0.15))
        _ = try await outcomes(transport, count: 2000)
        let counts = transport.counts
        #expect((150...250).contains(counts.refused))
        #expect((330...470).contains(counts.lostRequests))
        #expect((520...680).contains(counts.lostAnswers))
        #expect((230...370).contains(counts.failed))
        #expect(server.requests.count == 2000 - counts.refused - counts.lostRequests - counts.failed)
    }

    @Test("Changing one rate does not affect the other faults") func independence() {
        let few = FaultTransport.Faults(refusals: 0.2)
        let more = FaultTransport.Faults(refusals: 0.2, failures: 0.3, latency: 0...1)
        for number in 1...500 {
            let (one, other) = (few.fate(ofRequest: number, seed: 5), more.fate(ofRequest: number, seed: 5))
            #expect((one.fault == \.refused) == (other.fault == \.refused))
        }
    }

    @Test("A request with a lost response reaches the server, a lost request does not") func losses() async throws {
        _ = try await outcomes(FaultTransport(server, seed: 1, faults: .init(lostRequests: 1)), count: 3)
        #expect(server.requests.isEmpty)
        _ = try await outcomes(FaultTransport(server, seed: 1, faults: .init(lostAnswers: 1)), count: 3)
        #expect(server.requests.count == 3)
    }

    @Test("Each request has its own latency on a manual clock") func latency() async throws {
        let clock = ManualClock()
        let transport = FaultTransport(server, seed: 2, faults: .init(latency: 1...3), clock: clock)
        let sent = try request()
        let answers = (0..<20).map { _ in Task { try await transport.send(sent) } }
        await clock.waitForSleepers(20)
        #expect(clock.pending.allSatisfy { (1...3).contains($0) })
        #expect(Set(clock.pending).count == 20)
        #expect(server.requests.isEmpty)
        clock.advance(by: 3)
        for answer in answers { _ = try await answer.value }
        #expect(transport.counts.delayed == 20)
    }

    @Test("A request cancelled during its latency is not sent") func cancellation() async throws {
        let clock = ManualClock()
        let transport = FaultTransport(server, seed: 2, faults: .init(latency: 1...1), clock: clock)
        let sent = try request()
        let answer = Task { try await transport.send(sent) }
        await clock.waitForSleepers(1)
        answer.cancel()
        await #expect(throws: CancellationError.self) { try await answer.value }
        #expect(server.requests.isEmpty)
    }

    @Test("With a range of latencies, a later response overtakes an earlier one") func reordering() async throws {
        let faults = FaultTransport.Faults(latency: 0...10)
        let latency = { (number: Int, seed: UInt64) in faults.fate(ofRequest: number, seed: seed).latency }
        let seed = try #require((UInt64(1)...100).first { latency(1, $0) > 5 && latency(2, $0) < 5 })
        let clock = ManualClock()
        let transport = FaultTransport(server, seed: seed, faults: faults, clock: clock)
        let (one, two) = (try request("/early"), try request("/late"))
        let early = Task { try await transport.send(one) }
        await clock.waitForSleepers(1)
        let late = Task { try await transport.send(two) }
        await clock.waitForSleepers(2)
        clock.advanceToNext()
        #expect(try await late.value == .json("/late"))
        #expect(clock.pending.count == 1)
        clock.advanceToNext()
        #expect(try await early.value == .json("/early"))
    }
}
