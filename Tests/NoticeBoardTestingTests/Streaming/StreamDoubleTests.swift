import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Streaming test doubles", .timeLimit(.minutes(1))) struct StreamDoubleTests {
    private func request(_ url: URL? = URL(string: "https://host")) throws -> HTTPRequest {
        HTTPRequest(origin: try #require(url.flatMap { HTTPOrigin($0) }), target: "/log")
    }

    @Test("A buffering call receives a stub's streamed response completely") func buffered() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        writer.write(Data("all".utf8))
        writer.finish()
        let stub = StubTransport().on(.get, "log", .streamed(body, status: 201))
        let response = try await stub.send(request())
        #expect(response.status == 201)
        #expect(response.body == Data("all".utf8))
    }

    @Test("A gate holds a streamed response") func held() async throws {
        let gate = Gate()
        let stub = StubTransport().on(.get, "log", .streamed(HTTPByteStream(Data("a".utf8))).held(at: gate))
        let request = try request()
        let opening = Task { try await stub.stream(request) }
        await gate.waitForArrivals(1)
        gate.open()
        #expect(try await opening.value.body.makeAsyncIterator().next() == Data("a".utf8))
    }

    @Test("A stream without a matching stub throws unmatchedStub") func unmatched() async throws {
        let error = await #expect(throws: NoticeBoardError.self) { try await StubTransport().stream(request()) }
        #expect(error?.code == .unmatchedStub)
    }

    @Test("A fault transport over a transport that cannot stream throws") func plain() async throws {
        let faults = FaultTransport(BoardSimulator(), seed: 1, faults: .init())
        let error = await #expect(throws: NoticeBoardError.self) { try await faults.stream(request()) }
        #expect(error?.code == .invalidInput)
        #expect(faults.counts.requests == 0)
    }

    @Test("A fault transport answers a stream with a 503") func failure() async throws {
        let faults = FaultTransport(StubTransport(), seed: 1, faults: .init(failures: 1))
        #expect(try await faults.stream(request()).head.status == 503)
        #expect(faults.counts.failed == 1)
    }

    @Test("A body written by the test reaches every client from the beginning") func loopback() async throws {
        let body = LoopbackBody()
        let server = try LoopbackServer { _ in .streamed(body, status: 201, headers: [("X-A", "1")]) }
        body.send("one")
        let transport = SystemTransport()
        let request = try request(server.url())
        let first = Task { try await transport.send(request) }
        await server.waitForRequests(1)
        body.send([])
        body.send("two")
        body.finish()
        let response = try await first.value
        #expect(response.status == 201)
        #expect(response.headers["X-A"] == "1")
        #expect(response.body == Data("onetwo".utf8))
        #expect(try await transport.send(request).body == Data("onetwo".utf8))
    }

    @Test("A cut body is reported as a lost connection") func cut() async throws {
        let body = LoopbackBody()
        let server = try LoopbackServer { _ in .streamed(body) }
        body.send("half")
        body.cut()
        let request = try request(server.url())
        let error = await #expect(throws: NoticeBoardError.self) { try await SystemTransport().send(request) }
        #expect(error?.code == .connectionLost)
    }
}
