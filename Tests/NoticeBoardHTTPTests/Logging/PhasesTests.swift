import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardHTTP

@Suite("Phases of a request", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PhasesTests {
    private struct Recorder: HTTPLogger {
        let events = Locked<[HTTPEvent]>([])

        func log(_ event: HTTPEvent) { events.withLock { $0.append(event) } }

        var phases: [HTTPPhases] {
            events.withLock { $0 }.compactMap { if case .transferred(let phases) = $0.kind { phases } else { nil } }
        }
    }

    private static func client(_ url: URL, _ recorder: Recorder) -> APIClient {
        var configuration = APIClient.Configuration(baseURL: url)
        configuration.retry = .never
        configuration.loggers = [recorder]
        return APIClient(configuration)
    }

    @Test("The text names each phase that took place") func text() {
        let phases = HTTPPhases(
            nameLookup: 0.0121, connect: 0.03, tls: 0.05, firstByte: 0.1, total: 0.2, bytesSent: 512, bytesReceived: 12_800)
        #expect(
            phases.description
                == "name 0.012 s, connect 0.03 s, TLS 0.05 s, first byte 0.1 s, 512 bytes sent, 12800 received, in 0.2 s")
        let reused = HTTPPhases(total: 0.2, reusedConnection: true)
        #expect(reused.description == "open connection, 0 bytes sent, 0 received, in 0.2 s")
    }

    @Test("A call without a logger records nothing") func unlogged() {
        let call = CallContext()
        call.record(HTTPPhases(total: 1))
        #expect(call.notes.withLock { $0.phases.isEmpty })
    }

    #if os(Linux)
        @Test("The first request opens a connection, and the next one uses it") func reuse() async throws {
            let server = try LoopbackServer { _ in .json("{}") }
            defer { server.stop() }
            let recorder = Recorder()
            let client = Self.client(server.url(), recorder)
            for _ in 0..<2 { try await client.response(for: .get("data")) }
            let phases = recorder.phases
            #expect(phases.map(\.reusedConnection) == [false, true])
            #expect(phases.map { $0.connect != nil } == [true, false])
            #expect(phases.map(\.tls) == [nil, nil])
        }

        @Test("The bytes of header and body count in both directions") func bytes() async throws {
            let server = try LoopbackServer { _ in .text(String(repeating: "a", count: 5_000)) }
            defer { server.stop() }
            let recorder = Recorder()
            let client = Self.client(server.url(), recorder)
            let body = RequestBody.data(Data(repeating: 7, count: 3_000), contentType: "text/plain")
            try await client.response(for: .post("data", body: body))
            let phases = try #require(recorder.phases.first)
            #expect(3_020...4_000 ~= phases.bytesSent)
            #expect(5_020...6_000 ~= phases.bytesReceived)
        }

        @Test("The wait for the server is the time to the first byte") func firstByte() async throws {
            let answer = Gate()
            let server = try LoopbackServer { _ in
                try? await answer.pass()
                return .json("{}")
            }
            defer { server.stop() }
            let recorder = Recorder()
            let client = Self.client(server.url(), recorder)
            let call = Task { try await client.response(for: .get("data")) }
            await answer.waitForArrivals(1)
            answer.open()
            _ = try await call.value
            let phases = try #require(recorder.phases.first)
            let firstByte = try #require(phases.firstByte)
            #expect(firstByte > 0)
            #expect(firstByte <= phases.total)
        }

        @Test("A connection that is refused has no first byte") func refused() async throws {
            let server = try LoopbackServer { _ in .json("{}") }
            let url = server.url()
            server.stop()
            let recorder = Recorder()
            await #expect(throws: NoticeBoardError.self) { try await Self.client(url, recorder).response(for: .get("data")) }
            let phases = try #require(recorder.phases.first)
            #expect(phases.firstByte == nil)
            #expect(!phases.reusedConnection)
        }

        @Test("Each request of a redirected call has its phases, before the call's end") func redirected() async throws {
            let server = try LoopbackServer { request in
                request.target == "/data"
                    ? .response(302, headers: [("Location", "/other")]) : .json("{}")
            }
            defer { server.stop() }
            let recorder = Recorder()
            try await Self.client(server.url(), recorder).response(for: .get("data"))
            #expect(recorder.phases.count == 2)
            let last = recorder.events.withLock { $0.last }
            let isEnd = if case .finished = last?.kind { true } else { false }
            #expect(isEnd)
        }

        @Test("A stream has its phases with the head") func stream() async throws {
            let server = try LoopbackServer { _ in .text("data: 1\n\n") }
            defer { server.stop() }
            let recorder = Recorder()
            let streamed = try await Self.client(server.url(), recorder).stream(for: .get("data"))
            #expect(recorder.phases.count == 1)
            for try await _ in streamed.body {}
            #expect(recorder.phases.count == 1)
        }
    #endif
}
