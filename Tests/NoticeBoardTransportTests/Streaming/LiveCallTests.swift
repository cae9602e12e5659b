import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

private nonisolated struct Topic: Decodable, Equatable, Sendable {
    let id: Int
    let at: Date
}

@Suite("Live events of a client", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LiveCallTests {
    private let clock = ManualClock()

    /// A client whose connections follow each other without a wait, and whose timeout never passes.
    private func client(_ transport: any HTTPTransport) throws -> APIClient {
        let timeout = 1e6
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        configuration.time = TimeSource(
            now: { 0 }, sleep: { [clock] seconds in if seconds >= timeout { try await clock.sleep(seconds) } })
        configuration.defaults.timeout = timeout
        return APIClient(configuration, transport: transport)
    }

    private func events(_ text: String) -> StubAnswer {
        .data(Data(text.utf8), headers: [.contentType: "text/event-stream"])
    }

    private func all(_ stream: LiveEvents) async throws -> [LiveStep<String>] {
        var all: [LiveStep<String>] = []
        for try await step in stream {
            switch step {
            case .connected: all.append(.connected)
            case .event(let event): all.append(.event(event.data))
            case .disconnected: all.append(.disconnected)
            }
        }
        return all
    }

    @Test("Tells when each connection begins and ends") func steps() async throws {
        let stub = StubTransport().on(.get, "changes", events("data: a\n\ndata: b\n\n"), events("data: c\n\n"), .status(204))
        let steps = try await all(client(stub).live(for: .get("changes")))
        #expect(
            steps == [
                .connected, .event("a"), .event("b"), .disconnected, .connected, .event("c"), .disconnected,
            ])
    }

    @Test("A connection begins before its first byte") func beforeBytes() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        let stub = StubTransport().on(
            .get, "changes", .streamed(body, headers: [.contentType: "text/event-stream"]), .status(204))
        let steps = try client(stub).live(for: .get("changes")).makeAsyncIterator()
        #expect(try await steps.next() == .connected)
        writer.write(Data("data: a\n\n".utf8))
        #expect(try await steps.next() == .event(ServerEvent(data: "a")))
        writer.finish(throwing: NoticeBoardError(.connectionLost))
        #expect(try await steps.next() == .disconnected)
        #expect(try await steps.next() == nil)
    }

    @Test("A connection that cannot be opened is none") func failures() async throws {
        let stub = StubTransport().on(
            .get, "changes", .status(503), .failure(NoticeBoardError(.unreachable)), events("data: a\n\n"), .status(204))
        let steps = try await all(client(stub).live(for: .get("changes")))
        #expect(steps == [.connected, .event("a"), .disconnected])
    }

    @Test("A refusal ends the stream with its error") func refused() async throws {
        let stub = StubTransport().on(.get, "changes", events("data: a\n\n"), .status(403))
        let steps = try client(stub).live(for: .get("changes")).makeAsyncIterator()
        for expected in [LiveStep.connected, .event(ServerEvent(data: "a")), .disconnected] {
            #expect(try await steps.next() == expected)
        }
        await #expect(throws: NoticeBoardError.self) { try await steps.next() }
    }

    @Test("Goes on after the last event's ID") func lastID() async throws {
        let stub = StubTransport().on(.get, "changes", events("id: 4\ndata: a\n\n"), .status(204))
        _ = try await all(client(stub).live(for: .get("changes")))
        #expect(stub.requests.map { $0.headers[.lastEventID] } == [nil, "4"])
    }

    @Test("An event's data are decoded like a response") func decoded() throws {
        let event = ServerEvent(data: #"{"id": 7, "at": "1970-01-01T00:00:01Z"}"#)
        let topic = try event.value(Topic.self)
        #expect(topic == Topic(id: 7, at: Date(timeIntervalSince1970: 1)))
        let error = #expect(throws: NoticeBoardError.self) { try ServerEvent(data: "{").value(Topic.self) }
        #expect(error?.code == .unreadableResponse)
    }
}
