public import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP

/// A real HTTP/1.1 server on 127.0.0.1 that answers with any transport, a double first of all.
///
/// ```swift
/// let server = try LoopbackServer(serving: BoardSimulator(seed: 7))
/// defer { server.stop() }
/// let client = NoticeBoardClient(baseURL: server.url(path: "/api/v2"), token: .bearer("simulator"))
/// ```
///
/// It reads HTTP by its own code and shares none with the library. It stops when it is no longer referenced.
public final class LoopbackServer: Sendable {
    /// The port that it listens on.
    public let port: Int
    private let listener: Socket
    private let connections = Connections()

    /// A server on `port`, or on a free port; it answers from now on.
    public init(serving transport: any HTTPTransport, port: UInt16 = 0) throws {
        let (listener, boundPort) = try Socket.listening(port: port)
        self.listener = listener
        self.port = Int(boundPort)
        guard let origin = HTTPOrigin(scheme: .http, host: "127.0.0.1", port: Int(boundPort)) else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        // The thread holds the parts and not the server, so that the server can go.
        Thread.detachNewThread { [connections] in
            while let socket = listener.accept() {
                guard connections.add(socket) else { return socket.shutDown() }
                Thread.detachNewThread {
                    Connection(socket: socket, origin: origin, transport: transport).serve()
                    connections.remove(socket)
                }
            }
        }
    }

    deinit { stop() }

    /// The server's address with `path` after it.
    public func url(path: String = "") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("\"\(path)\" is not a path of an address")
        }
        return url
    }

    /// Ends every connection and listens no more.
    public func stop() {
        listener.shutDown()
        connections.endAll()
    }
}

/// The open connections of a server, so that it can end them.
private final class Connections: Sendable {
    private let sockets = Locked<[ObjectIdentifier: Socket]?>([:])

    /// False once the server has ended.
    func add(_ socket: Socket) -> Bool {
        sockets.withLock { sockets in
            sockets?[ObjectIdentifier(socket)] = socket
            return sockets != nil
        }
    }

    func remove(_ socket: Socket) { sockets.withLock { _ = $0?.removeValue(forKey: ObjectIdentifier(socket)) } }

    func endAll() {
        let open = sockets.withLock { sockets in
            defer { sockets = nil }
            return sockets ?? [:]
        }
        for socket in open.values { socket.shutDown() }
    }
}
