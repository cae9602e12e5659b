#if os(Linux)
    import Foundation
    import NoticeBoardTesting
    import Testing

    @testable import NoticeBoardHTTP

    @Suite("Whose bytes wait on a connection", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CurlConnectionsTests {
        /// A connection to a server, and its port on this machine.
        private func connection(to port: Int) throws -> (socket: Int32, port: Int) {
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(UInt16(port)).bigEndian
            address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = unsafe withUnsafeMutablePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                    unsafe connect(socket, place, size) | getsockname(socket, place, &size)
                }
            }
            try #require(code == 0)
            return (socket, Int(UInt16(bigEndian: address.sin_port)))
        }

        private func hasInput(_ socket: Int32) -> Bool {
            var one = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            return unsafe poll(&one, 1, 0) > 0
        }

        @Test("What waits on an idle connection is nobody's; on a busy one, or one of several requests, it is somebody's")
        func whose() async throws {
            let server = try LoopbackServer(onConnect: .json("{}"))
            defer { server.stop() }
            let (socket, port) = try connection(to: try #require(server.url().port))
            defer { close(socket) }
            #expect(unsafe send(socket, "?", 1, 0) == 1)
            while !hasInput(socket) { await Task.yield() }
            let connections = CurlConnections()
            connections.opened(socket)
            // A new one may well speak first.
            #expect(connections.begin(port: port))
            #expect(connections.begin(port: port), "a request is on its way")
            connections.end(port: port, isShared: false)
            #expect(connections.begin(port: port), "and another one is")
            connections.end(port: port, isShared: false)
            connections.end(port: port, isShared: false)
            #expect(!connections.begin(port: port), "nobody has asked")
            connections.closed(socket)
            #expect(connections.begin(port: port), "the port is another connection's")
            connections.opened(socket)
            #expect(connections.begin(port: port))
            connections.end(port: port, isShared: true)
            #expect(connections.begin(port: port), "it carries several")
        }
    }
#endif
