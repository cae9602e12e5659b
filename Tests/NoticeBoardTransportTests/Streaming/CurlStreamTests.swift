#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    @Suite("Streams over libcurl", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CurlStreamTests {
        private func request(_ server: LoopbackServer, idleTimeout: Double = 30) throws -> HTTPRequest {
            let origin = try #require(HTTPOrigin(server.url()))
            return HTTPRequest(origin: origin, target: "/", options: HTTPRequest.Options(idleTimeout: idleTimeout))
        }

        private func data(_ body: HTTPByteStream) async throws -> Data {
            var data = Data()
            for try await piece in body { data += piece }
            return data
        }

        @Test("Returns the head, then each piece as it arrives") func pieces() async throws {
            let body = LoopbackBody()
            let server = try LoopbackServer { _ in .streamed(body, headers: [("X-Kind", "log")]) }
            let response = try await CurlTransport().stream(request(server))
            #expect(response.head.status == 200)
            #expect(response.head.headers["X-Kind"] == "log")
            let iterator = response.body.makeAsyncIterator()
            body.send("one")
            #expect(try await iterator.next() == Data("one".utf8))
            body.send("two")
            #expect(try await iterator.next() == Data("two".utf8))
            body.finish()
            #expect(try await iterator.next() == nil)
        }

        @Test("Requests HTTP/1.1 without compression") func request() async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            _ = try await data(CurlTransport().stream(request(server)).body)
            #expect(server.requests.first?.version == "HTTP/1.1")
            #expect(server.requests.first?.header("accept-encoding") == nil)
        }

        @Test("Every byte arrives when the reader pauses the transfer", arguments: [0, 1, 524_287, 524_288, 524_289, 5_000_003])
        func sizes(count: Int) async throws {
            let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
            let server = try LoopbackServer { _ in .response(200, body: bytes) }
            let response = try await CurlTransport().stream(request(server))
            var read = Data()
            for try await piece in response.body {
                // Lets the transfer run ahead until it pauses.
                if read.isEmpty { try await Task.sleep(nanoseconds: 30_000_000) }
                read += piece
            }
            #expect(read == bytes)
        }

        @Test("A transfer paused by its reader does not time out") func pausedIsNotIdle() async throws {
            let server = try LoopbackServer { _ in .huge(bytes: 3 << 20) }
            let response = try await CurlTransport().stream(request(server, idleTimeout: 3))
            let iterator = response.body.makeAsyncIterator()
            _ = try await iterator.next()
            try await Task.sleep(nanoseconds: 3_500_000_000)
            var count = 0
            while let piece = try await iterator.next() { count += piece.count }
            #expect(count > 3 << 19)
        }

        @Test("An idle body times out after the received pieces") func idle() async throws {
            let body = LoopbackBody()
            let server = try LoopbackServer { _ in .streamed(body) }
            let response = try await CurlTransport().stream(request(server, idleTimeout: 3))
            body.send("one")
            let iterator = response.body.makeAsyncIterator()
            #expect(try await iterator.next() == Data("one".utf8))
            let error = await #expect(throws: NoticeBoardError.self) { try await iterator.next() }
            #expect(error?.code == .timedOut)
            #expect(try await iterator.next() == nil)
        }

        @Test("A truncated body delivers its pieces, then throws connectionLost") func cut() async throws {
            let body = LoopbackBody()
            let server = try LoopbackServer { _ in .streamed(body) }
            let response = try await CurlTransport().stream(request(server))
            body.send("half")
            body.cut()
            let iterator = response.body.makeAsyncIterator()
            #expect(try await iterator.next() == Data("half".utf8))
            let error = await #expect(throws: NoticeBoardError.self) { try await iterator.next() }
            #expect(error?.code == .connectionLost)
        }

        @Test("An invalid head throws before the body") func noHead() async throws {
            let server = try LoopbackServer { _ in LoopbackAnswer([.text("HTTP/1.1 200 OK\r\n X: 1\r\n\r\n"), .close]) }
            let error = await #expect(throws: NoticeBoardError.self) { try await CurlTransport().stream(request(server)) }
            #expect(error?.code == .unreadableResponse || error?.code == .connectionLost)
        }

        @Test("Leaving the loop closes the connection") func leaving() async throws {
            let server = try LoopbackServer { _ in .huge(bytes: 1 << 30) }
            let response = try await CurlTransport().stream(request(server))
            for try await _ in response.body { break }
            await server.waitForFinishedConnections(1)
            withExtendedLifetime(response) {}
        }

        @Test("Dropping an unread response closes the connection") func dropping() async throws {
            let server = try LoopbackServer { _ in LoopbackAnswer([.text("HTTP/1.1 200 OK\r\n\r\n"), .wait]) }
            do { _ = try await CurlTransport().stream(request(server)) }
            await server.waitForFinishedConnections(1)
        }

        @Test("Cancelling before the head ends the call at once") func cancelling() async throws {
            let server = try LoopbackServer { _ in LoopbackAnswer([.wait]) }
            let transport = try CurlTransport()
            let request = try request(server)
            let task = Task { try await transport.stream(request) }
            await server.waitForRequests(1)
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            await server.waitForFinishedConnections(1)
        }

        @Test("Cancelling the task that opened a stream leaves it open") func cancelAfterHead() async throws {
            let body = LoopbackBody()
            let server = try LoopbackServer { _ in .streamed(body) }
            let transport = try CurlTransport()
            let request = try request(server)
            let response = try await withThrowingTaskGroup(of: HTTPStreamedResponse.self) { group in
                group.addTask { try await transport.stream(request) }
                defer { group.cancelAll() }
                return try #require(try await group.next())
            }
            body.send("on")
            body.finish()
            #expect(try await data(response.body) == Data("on".utf8))
        }

        @Test("A stream outlives its transport") func outliving() async throws {
            let body = LoopbackBody()
            let server = try LoopbackServer { _ in .streamed(body) }
            let response = try await CurlTransport().stream(request(server))
            body.send("on")
            body.finish()
            #expect(try await data(response.body) == Data("on".utf8))
        }

        @Test("Idle streams up to the limit do not block calls") func calls() async throws {
            let body = LoopbackBody()
            let server = try LoopbackServer { $0.target == "/call" ? .text("ok") : .streamed(body) }
            let transport = try CurlTransport(connectionsPerHost: 2)
            let streams = try [await transport.stream(request(server)), await transport.stream(request(server))]
            var call = try request(server)
            call.target = "/call"
            #expect(try await transport.send(call).status == 200)
            withExtendedLifetime(streams) {}
        }

        @Test("A stream that waits for a connection times out") func limit() async throws {
            let body = LoopbackBody()
            let server = try LoopbackServer { _ in .streamed(body) }
            let transport = try CurlTransport(connectionsPerHost: 1)
            let client = APIClient(baseURL: server.url(), transport: transport)
            let first = try await client.stream(for: .get("a"))
            let endpoint = EndpointRequest.get("b").with { $0.options.timeout = 0.2 }
            let error = await #expect(throws: NoticeBoardError.self) { try await client.stream(for: endpoint) }
            #expect(error?.code == .timedOut)
            #expect(error?.detail == "The call got no connection within its timeout of 0.2 s.")
            #expect(error?.mayHaveArrived == false)
            withExtendedLifetime(first) {}
        }

        @Test("A stream over the limit starts when another ends") func queue() async throws {
            let body = LoopbackBody()
            let server = try LoopbackServer { _ in .streamed(body) }
            let transport = try CurlTransport(connectionsPerHost: 1)
            let first = try await transport.stream(request(server))
            let request = try request(server)
            let second = Task { try await data(transport.stream(request).body) }
            body.send("x")
            body.finish()
            #expect(try await data(first.body) == Data("x".utf8))
            #expect(try await second.value == Data("x".utf8))
        }

        @Test("Events continue over several connections") func events() async throws {
            let server = try LoopbackServer { request in
                let type = [("Content-Type", "text/event-stream")]
                switch request.header("last-event-id") {
                case nil: return .untilClose(Data("retry: 0\nid: 1\ndata: a\n\ndata: cut".utf8), headers: type)
                case "1": return .chunked([Data("id: 2\r".utf8), Data("\ndata: b\r\n\r\n".utf8)], headers: type)
                default: return .noContent
                }
            }
            var events: [String] = []
            for try await event in APIClient(baseURL: server.url()).events(for: .get("changes")) { events.append(event.data) }
            #expect(events == ["a", "b"])
        }

        @Test("Streams cancelled at any moment close their connections") func cancels() async throws {
            let server = try LoopbackServer { request in request.number % 3 == 0 ? LoopbackAnswer([.wait]) : .huge(bytes: 1 << 21)
            }
            try await cancelStreams(request(server))
            await server.waitForFinishedConnections(server.connections)
        }

        /// Opens and cancels streams on a transport that ends with this call.
        ///
        /// An answer that arrived completely leaves its connection open for the transport's next request.
        private func cancelStreams(_ request: HTTPRequest) async throws {
            let transport = try CurlTransport()
            let trials = RandomTrials()
            var random = trials.random
            for _ in 0..<trials.count(150) {
                let wait = random.below(2_000_000)
                let task = Task {
                    let response = try await transport.stream(request)
                    for try await _ in response.body { if Task.isCancelled { break } }
                }
                try await Task.sleep(nanoseconds: UInt64(wait))
                task.cancel()
                _ = await task.result
            }
        }
    }
#endif
