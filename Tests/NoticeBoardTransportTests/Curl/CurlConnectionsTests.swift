#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardTesting
    import Testing

    @testable import NoticeBoardHTTP

    @Suite("Unrequested bytes on a connection", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CurlConnectionsTests {
        /// A connected socket and the addresses of its two ends.
        private struct Client {
            let descriptor: Int32
            let ends: CurlConnections.Ends
            /// Its local port.
            let port: Int

            /// Connects to `server` from `port`, or from a free one.
            init(to server: LoopbackServer, from port: Int = 0) throws {
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                var yes: Int32 = 1
                unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
                var (local, remote) = (Self.address(port), Self.address(server.port))
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                let code = unsafe Self.with(&local) { local in
                    unsafe Self.with(&remote) { remote in
                        unsafe bind(descriptor, local, size) | connect(descriptor, remote, size)
                            | getsockname(descriptor, local, &size)
                    }
                }
                try #require(code == 0)
                self.descriptor = descriptor
                self.port = Int(UInt16(bigEndian: local.sin_port))
                ends = "127.0.0.1 \(self.port) 127.0.0.1 \(server.port)"
            }

            /// Makes the server respond by sending a byte, and waits for its bytes.
            func receive() {
                var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                #expect(unsafe send(descriptor, "?", 1, 0) == 1)
                #expect(unsafe poll(&one, 1, 10_000) == 1)
            }

            private static func address(_ port: Int) -> sockaddr_in {
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = in_port_t(UInt16(port)).bigEndian
                address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
                return address
            }

            private static func with<Value>(
                _ address: inout sockaddr_in, _ work: (UnsafeMutablePointer<sockaddr>) -> Value
            ) -> Value {
                unsafe withUnsafeMutablePointer(to: &address) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe work($0) }
                }
            }
        }

        @Test("A call without a connection has not arrived, unless a redirect led it there", arguments: [false, true])
        func unsent(isRedirected: Bool) async throws {
            let gate = Gate()
            let busy = try LoopbackServer { _ in .text("ok").held(at: gate) }
            defer { busy.stop() }
            let address = busy.url(path: "/b").absoluteString
            let other = try LoopbackServer { _ in .response(303, headers: [("Location", address)]) }
            defer { other.stop() }
            let transport = try CurlTransport(connectionsPerHost: 1)
            let first = Task { try await APIClient(baseURL: busy.url(), transport: transport).response(for: .get("a")) }
            await gate.waitForArrivals(1)
            let client = APIClient(baseURL: isRedirected ? other.url() : busy.url(), transport: transport)
            let endpoint = EndpointRequest.post("order").with { $0.options.timeout = 0.2 }
            let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: endpoint) }
            #expect(error?.code == .timedOut)
            #expect(error?.mayHaveArrived == isRedirected)
            gate.open()
            _ = try await first.value
            #expect(busy.requests.count == 1)
        }

        @Test("Refuses an idle connection with unrequested bytes but not a busy or new one") func states() throws {
            let server = try LoopbackServer(onConnect: .json("{}"))
            defer { server.stop() }
            let client = try Client(to: server)
            defer { close(client.descriptor) }
            client.receive()
            let (connections, ends) = (CurlConnections(), client.ends)
            #expect(connections.begin(ends), "A new connection may receive bytes first.")
            #expect(connections.begin(ends), "One request is under way.")
            connections.end(ends, on: client.descriptor)
            #expect(!connections.begin(ends))
            connections.end(ends, on: client.descriptor)
            connections.closed(client.descriptor)
            #expect(connections.begin(ends), "The ends are those of a new connection.")
            connections.end(ends, on: -1)
            #expect(connections.begin(ends), "The connection was closed when its request ended.")
        }

        @Test("Finds the right one of two connections that share a local port", arguments: [false, true])
        func onePort(isFirst: Bool) throws {
            let servers = try (0..<2).map { _ in try LoopbackServer(onConnect: .json("{}")) }
            defer { for server in servers { server.stop() } }
            let first = try Client(to: servers[0])
            let second = try Client(to: servers[1], from: first.port)
            defer { for client in [first, second] { close(client.descriptor) } }
            #expect(first.port == second.port)
            let connections = CurlConnections()
            for client in [first, second] {
                #expect(connections.begin(client.ends))
                connections.end(client.ends, on: client.descriptor)
            }
            (isFirst ? first : second).receive()
            #expect(connections.begin(first.ends) == !isFirst)
            #expect(connections.begin(second.ends) == isFirst)
        }

        @Test("Checks a connection after another one with the same local port has closed") func closed() throws {
            let servers = try (0..<2).map { _ in try LoopbackServer(onConnect: .json("{}")) }
            defer { for server in servers { server.stop() } }
            let first = try Client(to: servers[0])
            let second = try Client(to: servers[1], from: first.port)
            defer { close(first.descriptor) }
            let connections = CurlConnections()
            for client in [first, second] {
                #expect(connections.begin(client.ends))
                connections.end(client.ends, on: client.descriptor)
            }
            connections.closed(second.descriptor)
            close(second.descriptor)
            first.receive()
            #expect(!connections.begin(first.ends))
        }
    }
#endif
