#if os(Linux)
    import Foundation
    import Glibc
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import TestSupport
    import Testing

    @Suite("CurlTransport threads and sockets", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CurlProcessTests {
        /// The number of transport threads in this process.
        private static var threads: Int {
            let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            return tasks.filter { task in
                (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "NoticeBoardCurl\n"
            }.count
        }

        @Test("Each transport that sends has one thread, which ends with it") func thread() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in .json("{}") }
                let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
                var transports = try (0..<8).map { _ in try CurlTransport() }
                #expect(Self.threads == 0)
                for transport in transports { for _ in 0..<3 { _ = try await transport.send(request) } }
                #expect(Self.threads == 8)
                transports = []
                #expect(await eventually { Self.threads == 0 })
                await server.waitForFinishedConnections(8)
            }
        }

        @Test("A pending call finishes before its transport's thread ends") func lastCall() async throws {
            let gate = Gate()
            let server = try LoopbackServer { _ in .json("{}").held(at: gate) }
            defer { server.stop() }
            let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
            let call = Task { try await CurlTransport().send(request) }
            await gate.waitForArrivals(1)
            gate.open()
            #expect(try await call.value.status == 200)
        }

        @Test("The transport's thread blocks all signals except its own faults") func signals() async throws {
            let server = try LoopbackServer { _ in .json("{}") }
            defer { server.stop() }
            let masks = Locked<[[Int32]]>([])
            let progress = HTTPProgress { _ in
                var mask = sigset_t()
                unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
                let blocked = [SIGPIPE, SIGINT, SIGCHLD, SIGSEGV].filter { unsafe sigismember(&mask, $0) == 1 }
                masks.withLock { $0.append(blocked) }
            }
            let options = HTTPRequest.Options(progress: progress)
            let origin = try #require(HTTPOrigin(server.url()))
            _ = try await CurlTransport().send(HTTPRequest(origin: origin, target: "/", options: options))
            #expect(Set(masks.withLock { $0 }) == [[SIGPIPE, SIGINT, SIGCHLD]])
        }

        @Test("Child processes do not inherit connections") func inheritance() async throws {
            let gate = Gate()
            let server = try LoopbackServer { _ in .json("{}").held(at: gate) }
            defer { server.stop() }
            let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
            let call = Task { try await CurlTransport().send(request) }
            await gate.waitForArrivals(1)
            let sockets = (0..<Int32(1024)).filter { Self.port(atTheOtherEndOf: $0) == server.port }
            #expect(sockets.count == 1)
            #expect(sockets.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
            gate.open()
            _ = try await call.value
        }

        private static func port(atTheOtherEndOf socket: Int32) -> Int? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getpeername(socket, $0, &length) }
            }
            return result == 0 ? Int(in_port_t(bigEndian: address.sin_port)) : nil
        }

        @Test("Connects to an IPv6 address", .enabled(if: SixServer.isPossible)) func six() async throws {
            let server = try #require(SixServer())
            server.serve()
            let origin = try #require(HTTPOrigin(isSecure: false, host: "::1", port: server.port))
            let response = try await CurlTransport().send(HTTPRequest(origin: origin, target: "/"))
            #expect(response.body == Data("six".utf8))
        }
    }

    /// Answers any one request on ::1.
    private struct SixServer {
        let port: Int
        private let listener: Int32
        static let isPossible = SixServer() != nil

        init?() {
            let listener = socket(AF_INET6, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    unsafe bind(listener, pointer, length) == 0 && listen(listener, 1) == 0
                        && getsockname(listener, pointer, &length) == 0
                }
            }
            guard listener >= 0, isListening else { return nil }
            port = Int(in_port_t(bigEndian: address.sin6_port))
            self.listener = listener
        }

        func serve() {
            Thread.detachNewThread { [listener] in
                let client = accept(listener, nil, nil)
                var bytes = [UInt8](repeating: 0, count: 4096)
                _ = unsafe recv(client, &bytes, bytes.count, 0)
                let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nsix".utf8)
                _ = unsafe send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
                close(client)
                close(listener)
            }
        }
    }
#endif
