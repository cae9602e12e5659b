import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Decompressing answers with the system's library", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LoopbackGzipTests {
    private func body(_ answer: LoopbackAnswer) async throws -> Data {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let origin = try #require(HTTPOrigin(server.url()))
        return try await SystemTransport().send(HTTPRequest(origin: origin, target: "/")).body
    }

    @Test("A stored body of any size decompresses to its original", arguments: [0, 1, 65_535, 65_536, 200_001])
    func stored(count: Int) async throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(try await body(.gzip(data)) == data)
    }

    @Test("A gzip bomb decompresses to the declared number of zeros", arguments: [1, 2, 258, 259, 260, 516, 517, 1_000_000])
    func bomb(count: Int) async throws {
        #expect(try await body(.gzipBomb(bytes: count)) == Data(count: count))
    }

    @Test("A 64 MiB bomb of 70,000 bytes exceeds the client's limit") func large() async throws {
        let server = try LoopbackServer { _ in .gzipBomb(bytes: 64 << 20) }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.request("GET", "/", "Connection: close")
        #expect(await client.readToEnd().bytes.count < 70_000)
        let origin = try #require(HTTPOrigin(server.url()))
        let error = await #expect(throws: NoticeBoardError.self) {
            try await SystemTransport().send(HTTPRequest(origin: origin, target: "/"))
        }
        #expect(error?.code == .responseTooLarge)
    }
}
