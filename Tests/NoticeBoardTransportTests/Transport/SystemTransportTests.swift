import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("SystemTransport", .inTurn, .timeLimit(.minutes(1))) struct SystemTransportTests {
    @Test("Opens up to connectionsPerHost connections at once") func carries() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .json("{}").held(at: gate) }
        defer { server.stop() }
        let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
        let transport = SystemTransport(connectionsPerHost: 3)
        let calls = (0..<9).map { _ in Task { try await transport.send(request) } }
        await gate.waitForArrivals(3)
        gate.open()
        for call in calls { #expect(try await call.value.status == 200) }
        #expect(server.connections == 3)
    }

    /// Pairs of a default transport and one with an explicit connection limit.
    private static func pairs() throws -> [(plain: any HTTPTransport, said: any HTTPTransport)] {
        var pairs: [(plain: any HTTPTransport, said: any HTTPTransport)] = [
            (SystemTransport(), SystemTransport(connectionsPerHost: 16)),
            (URLSessionTransport(), URLSessionTransport(connectionsPerHost: 16)),
        ]
        #if os(Linux)
            pairs.append((try CurlTransport(), try CurlTransport(connectionsPerHost: 16)))
        #endif
        return pairs
    }

    @Test("Limits connections per host to 16 and header fields by default")
    func defaults() async throws {
        for (plain, said) in try Self.pairs() {
            let gate = Gate()
            let server = try LoopbackServer { request in
                guard let count = Int(request.target.dropFirst()) else { return .json("{}").held(at: gate) }
                return .manyHeaders(count)
            }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            func takes(_ transport: any HTTPTransport, _ count: Int) async -> Bool {
                (try? await transport.send(HTTPRequest(origin: origin, target: "/\(count)"))) != nil
            }
            // The server adds a few fields of its own.
            #expect(await takes(plain, 250))
            #expect(await !takes(plain, 257))
            let before = server.connections
            let calls = (0..<40).map { _ in Task { try await plain.send(HTTPRequest(origin: origin, target: "/held")) } }
            await gate.waitForArrivals(16)
            // A seventeenth connection would have been opened before this response arrived.
            #expect(await takes(said, 1))
            #expect(gate.arrivals == 16, "\(type(of: plain))")
            #expect(server.connections <= before + 17, "\(type(of: plain))")
            gate.open()
            for call in calls { #expect(try await call.value.status == 200) }
            // `URLSession` on Linux sometimes opens a new connection instead of reusing a free one.
            #expect(server.connections <= before + 17 || plain is URLSessionTransport, "\(type(of: plain))")
        }
    }

    @Test("On Linux, the default transport survives a chunked trailer", .enabled(if: TransportKind.allCases.count > 1))
    func onLinux() async throws {
        let server = try LoopbackServer { _ in .chunked([Data("{}".utf8)], trailer: [("X-T", "1")]) }
        defer { server.stop() }
        let origin = try #require(HTTPOrigin(server.url()))
        #expect(try await SystemTransport().send(HTTPRequest(origin: origin, target: "/")).body == Data("{}".utf8))
    }
}
