import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("SystemTransport", .inTurn, .timeLimit(.minutes(1))) struct SystemTransportTests {
    @Test("It carries requests, as many to a host at once as were asked for") func carries() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .json("{}").held(at: gate) }
        defer { server.stop() }
        let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
        let transport = SystemTransport(connectionsPerHost: 3)
        let calls = (0..<9).map { _ in Task { try await transport.send(request) } }
        await gate.arrived(3)
        gate.open()
        for call in calls { #expect(try await call.value.status == 200) }
        #expect(server.connections == 3)
    }

    @Test("Where the best one cannot be had, the second serves, and why is said") func fallback() async throws {
        let said = Locked<[String]>([])
        let transport = SystemTransport.first(
            of: { throw NoticeBoardError(.unreachable, "There is no library.") },
            else: { StubTransport { _ in HTTPResponse(status: 299) } }, say: { why in said.withLock { $0.append(why) } })
        let origin = try #require(HTTPOrigin(scheme: .http, host: "localhost"))
        #expect(try await transport.send(HTTPRequest(origin: origin, target: "/")).status == 299)
        #expect(said.withLock { $0 } == ["There is no library."])
    }

    @Test("On Linux it is the one that a bad server cannot kill", .enabled(if: TransportKind.allCases.count > 1))
    func onLinux() async throws {
        let server = try LoopbackServer { _ in .chunked([Data("{}".utf8)], trailer: [("X-T", "1")]) }
        defer { server.stop() }
        let origin = try #require(HTTPOrigin(server.url()))
        #expect(try await SystemTransport().send(HTTPRequest(origin: origin, target: "/")).body == Data("{}".utf8))
    }
}
