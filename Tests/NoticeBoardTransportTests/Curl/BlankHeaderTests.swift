#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    /// libcurl joins a header line that starts with a space to the previous line, which may belong to an earlier response
    /// whose memory was freed.
    @Suite("Leading folded header lines", .serialized, .inTurn, .timeLimit(.minutes(1)))
    struct BlankHeaderTests {
        private static let blank = LoopbackAnswer([.text("HTTP/1.1 200 OK\r\n X: y\r\nContent-Length: 0\r\n\r\n")])

        @Test("A leading folded header line is unreadable on a kept connection", arguments: 1...10) func kept(process: Int) async
        {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { $0.target == "/blank" ? Self.blank : .json("{}") }
                let origin = try #require(HTTPOrigin(server.url()))
                let transport = try CurlTransport()
                for _ in 0..<5 {
                    let first = try await transport.send(HTTPRequest(origin: origin, target: "/"))
                    #expect(first.status == 200)
                    let error = await #expect(throws: NoticeBoardError.self) {
                        try await transport.send(HTTPRequest(origin: origin, target: "/blank"))
                    }
                    #expect(error?.code == .unreadableResponse)
                }
            }
        }

        @Test("A leading folded header line is unreadable after a redirect to another server", arguments: 1...10)
        func redirected(process: Int) async {
            await #expect(processExitsWith: .success) {
                let hostile = try LoopbackServer { _ in Self.blank }
                let address = hostile.url().absoluteString
                let honest = try LoopbackServer { _ in .redirect(to: address) }
                let configuration = APIClient.Configuration(baseURL: honest.url(), retry: .never)
                let client = APIClient(configuration, transport: try CurlTransport())
                let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
                #expect(error?.code == .unreadableResponse)
            }
        }

        @Test("A leading folded header line does not affect other calls") func others() async throws {
            let server = try LoopbackServer { $0.target == "/blank" ? Self.blank : .text($0.target) }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            let transport = try CurlTransport()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let target = number % 3 == 0 ? "/blank" : "/\(number)"
                        let response = try? await transport.send(HTTPRequest(origin: origin, target: target))
                        #expect(response?.body == (number % 3 == 0 ? nil : Data(target.utf8)))
                    }
                }
                try await group.waitForAll()
            }
        }
    }
#endif
