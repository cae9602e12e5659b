public import Foundation
import NoticeBoardBase

/// A real HTTP/1.1 server on 127.0.0.1 whose every answer a test writes, wrong ones first of all.
///
/// ```swift
/// let server = try LoopbackServer { request in
///     request.target == "/boards" ? .json(#"{"value": []}"#) : .closedInHeaders
/// }
/// defer { server.stop() }
/// let client = NoticeBoardClient(baseURL: server.url(), token: .bearer("t"))
/// _ = try await client.boards()
/// #expect(server.requests.map(\.target) == ["/boards"])
/// ```
///
/// It reads HTTP by its own code and shares none with the library. What is no request gets a 400 that says why; whatever else that
/// client sends is forgotten, until it ends the connection. Connections are kept for further requests unless either side says
/// `Connection: close`. Each has a thread of its own, so that an answer may take as long as it likes. While an answer is being
/// made, paused or held, a client that ends its side of the connection counts as gone: the task that makes the answer is cancelled
/// and the connection closed.
///
/// The server stops when it is no longer referenced.
public final class LoopbackServer: Sendable {
    /// The port that it listens on.
    public let port: Int
    private let listener: Listener
    private let log = LoopbackLog()
    private let open = OpenConnections()

    /// A server on `port`, or on a free port, that answers each request with what `answer` makes of it.
    public convenience init(
        port: UInt16 = 0, answer: @escaping @Sendable (_ request: LoopbackRequest) async -> LoopbackAnswer
    ) throws {
        try self.init(Listener(port: port), .requests(answer))
    }

    /// A server that gives the first request the first answer and so on, and a 500 to those for which none is left.
    public convenience init(port: UInt16 = 0, script: [LoopbackAnswer]) throws {
        try self.init(port: port) { request in
            guard request.number <= script.count else {
                return .text("The script has \(script.count) answers; this is request \(request.number).", status: 500)
            }
            return script[request.number - 1]
        }
    }

    /// A server for what is not HTTP: on every connection it waits for the first bytes, whatever they are, plays `answer`
    /// and then reads and forgets what comes until the client ends the connection.
    ///
    /// Such a server records no requests.
    public convenience init(port: UInt16 = 0, onConnect answer: LoopbackAnswer) throws {
        try self.init(Listener(port: port), .bytes(answer))
    }

    init(_ listener: Listener, _ service: Connection.Service) {
        self.listener = listener
        port = Int(listener.port)
        // The threads hold the parts and not the server, so that the server can go.
        Thread.detachNewThread { [log, open] in
            listener.run { socket in
                let connection = Connection(number: log.connected(), socket: socket, log: log)
                open.add(socket)
                Thread.detachNewThread {
                    connection.serve(service)
                    open.remove(socket)
                    log.disconnected()
                }
            }
        }
    }

    deinit { stop() }

    /// A port on this machine at which nothing listens: connecting to it is refused.
    ///
    /// It stays taken until the process ends, so that no other server comes to listen at it.
    public static func refusingPort() throws -> Int { Int(try Listener.deafPort()) }

    /// The server's address with `path` after it.
    public func url(path: String = "") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("\"\(path)\" is not a path of an address")
        }
        return url
    }

    /// The requests so far, in the order in which they were read to their end; of very many, the last 10,000.
    public var requests: [LoopbackRequest] { log.requests }
    /// How many connections were accepted so far.
    public var connections: Int { log.connections }
    /// How many of those have ended, their threads with them.
    public var finishedConnections: Int { log.finished }

    /// Waits until so many requests were read to their end.
    ///
    /// Returns at once when the task is cancelled, as the other two do.
    public func waitForRequests(_ count: Int) async { await log.waitForRequests(count) }

    /// Waits until so many connections were accepted.
    public func connected(_ count: Int) async { await log.accepted(count) }

    /// Waits until so many connections have ended.
    public func finished(_ count: Int) async { await log.finished(count) }

    /// Listens no more and ends every connection, whatever its answer is doing.
    ///
    /// When it returns, the port is free. The threads end at once, without anybody waiting for them: ``finished(_:)`` does.
    public func stop() {
        guard let sockets = open.endAll() else { return }
        for socket in sockets { socket.shutDown() }
        listener.end()
    }
}

/// The connections that are open, so that the server can end them.
private final class OpenConnections: Sendable {
    private let sockets = Locked<[ObjectIdentifier: Socket]?>([:])

    /// Who comes when the server has stopped finds that it ended.
    func add(_ socket: Socket) {
        let isOver = sockets.withLock { sockets in
            sockets?[ObjectIdentifier(socket)] = socket
            return sockets == nil
        }
        if isOver { socket.shutDown() }
    }

    func remove(_ socket: Socket) { sockets.withLock { _ = $0?.removeValue(forKey: ObjectIdentifier(socket)) } }

    /// Those that are open, once; nothing the second time.
    func endAll() -> [Socket]? {
        sockets.withLock { sockets in
            defer { sockets = nil }
            return sockets.map { Array($0.values) }
        }
    }
}
