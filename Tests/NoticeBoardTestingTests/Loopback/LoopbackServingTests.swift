import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("LoopbackServer serving a transport", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoopbackServingTests {
    @Test("Forwards requests and responses of a transport over a real socket") func roundTrip() async throws {
        let stub = StubTransport { request in
            var response = HTTPResponse.json(#"{"target": "\#(request.target)"}"#, status: 418)
            response.headers["X-Own"] = "yes"
            return response
        }
        let server = try LoopbackServer(serving: stub)
        defer { server.stop() }
        let origin = try #require(HTTPOrigin(server.url()))
        let sent = HTTPRequest(
            method: .post, origin: origin, target: "/a%20b?q=%2B", headers: ["X-Mark": "m", "Content-Type": "text/plain"],
            body: .data(Data(repeating: 7, count: 100_000)))
        let response = try await SystemTransport().send(sent)
        #expect(response.status == 418)
        #expect(response.body == Data(#"{"target": "/a%20b?q=%2B"}"#.utf8))
        #expect(response.headers["x-own"] == "yes")
        let got = try #require(stub.requests.first)
        #expect(got.method == .post)
        #expect(got.headers["x-mark"] == "m")
        #expect(got.body == sent.body)
    }

    @Test("Answers concurrent requests with their own responses") func concurrency() async throws {
        let server = try LoopbackServer(serving: StubTransport { .json($0.target) })
        defer { server.stop() }
        let origin = try #require(HTTPOrigin(server.url()))
        let transport = SystemTransport()
        let bodies = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<100 {
                group.addTask {
                    let response = try await transport.send(HTTPRequest(origin: origin, target: "/\(number)"))
                    return (number, String(decoding: response.body, as: UTF8.self))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(bodies.count == 100)
        #expect(bodies.allSatisfy { $0.value == "/\($0.key)" })
    }

    @Test("A stopped server frees its port") func stop() async throws {
        let server = try LoopbackServer(serving: StubTransport { _ in .json("{}") })
        let origin = try #require(HTTPOrigin(server.url()))
        server.stop()
        // Immediately, because another test's server could get the port later.
        let second = try LoopbackServer(serving: StubTransport { _ in .json("{}") }, port: UInt16(server.port))
        #expect(try await SystemTransport().send(HTTPRequest(origin: origin, target: "/")).status == 200)
        #expect(second.requests.count == 1)
        #expect(server.requests.isEmpty)
        second.stop()
    }
}
