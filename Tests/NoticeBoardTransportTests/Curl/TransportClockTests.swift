#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import TestSupport
    import Testing

    @Suite("Idle timeout", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TransportClockTests {
        private let clock = ManualClock()

        private func request(_ server: LoopbackServer, progress: HTTPProgress? = nil, body: HTTPBody? = nil) throws -> HTTPRequest
        {
            let options = HTTPRequest.Options(idleTimeout: 1, progress: progress)
            let origin = try #require(HTTPOrigin(server.url()))
            return HTTPRequest(method: body == nil ? .get : .post, origin: origin, target: "/", body: body, options: options)
        }

        private func transport() throws -> CurlTransport {
            try CurlTransport(.system, nil, 4, now: { [clock] in clock.now })
        }

        @Test("The idle timeout ends a call on the millisecond") func over() async throws {
            let server = try LoopbackServer { _ in .silence }
            defer { server.stop() }
            let (asked, transport) = (try request(server), try transport())
            let call = Task { try await transport.send(asked) }
            await server.waitForRequests(1)
            clock.advance(by: 1)
            let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
            #expect(error?.code == .timedOut)
            await server.waitForFinishedConnections(1)
        }

        @Test("The idle timeout does not end a call a millisecond early") func notYet() async throws {
            let gate = Gate()
            let server = try LoopbackServer { _ in .json("{}").held(at: gate) }
            defer { server.stop() }
            let (asked, transport) = (try request(server), try transport())
            let call = Task { try await transport.send(asked) }
            await gate.waitForArrivals(1)
            clock.advance(by: 0.999)
            // The transport checks its clock when another call arrives.
            let other = Task { try await transport.send(asked) }
            await gate.waitForArrivals(2)
            gate.open()
            #expect(try await call.value.status == 200)
            #expect(try await other.value.status == 200)
        }

        @Test("The idle timeout restarts with each byte that arrives", arguments: [false, true]) func lastByte(isCompressed: Bool)
            async throws
        {
            let gate = Gate()
            let body = LoopbackAnswer.gzip(Data(repeating: 7, count: 100)).steps
            let plain = LoopbackAnswer.text("hello world").steps
            let steps = isCompressed ? body : plain
            guard case .body(let bytes)? = steps.last else { return }
            // One byte at a time; the bytes of the gzip header decode to no output.
            let pieces = bytes.prefix(8).flatMap { [.hold(gate), .send([$0])] as [LoopbackAnswer.Step] }
            let answer = LoopbackAnswer(steps.dropLast() + pieces + [.hold(gate), .send(Array(bytes.dropFirst(8)))])
            let server = try LoopbackServer { _ in answer }
            defer { server.stop() }
            let (asked, transport) = (try request(server), try transport())
            let call = Task { try await transport.send(asked) }
            for number in 1...9 {
                await gate.waitForArrivals(number)
                clock.advance(by: 0.7)
                gate.open(for: 1)
            }
            #expect(try await call.value.status == 200)
        }
    }
#endif
