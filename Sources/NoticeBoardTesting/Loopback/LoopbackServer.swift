public import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP

/// A real HTTP/1.1 server on 127.0.0.1 whose answers a test writes, above all faulty ones.
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
/// It shares no HTTP code with the library. An invalid request gets a 400 that says why; further bytes of that client are ignored
/// until it closes the connection. Connections are kept alive unless either side sends `Connection: close`. Each has its own
/// thread, so an answer may take any time. If a client closes its side while an answer is computed, delayed or held, the task
/// of the answer is cancelled and the connection closed.
///
/// The server stops when it is no longer referenced.
public final class LoopbackServer: Sendable {
    /// The port.
    public let port: Int
    private let listener: Listener
    private let log = LoopbackLog()

    /// Creates a server on `port`, or on a free port, that answers each request with `answer`.
    public convenience init(
        port: UInt16 = 0, answer: @escaping @Sendable (_ request: LoopbackRequest) async -> LoopbackAnswer
    ) throws {
        try self.init(Listener(port: port), .requests(answer))
    }

    /// Creates a server that gives its answers in order, one per request, and then a 500.
    public convenience init(port: UInt16 = 0, script: [LoopbackAnswer]) throws {
        try self.init(port: port) { request in
            guard request.number <= script.count else {
                return .text("The script has \(script.count) answers; this is request \(request.number).", status: 500)
            }
            return script[request.number - 1]
        }
    }

    /// Creates a server for other protocols: on every connection it waits for the first bytes, plays `answer`, and ignores all
    /// input until the client closes the connection.
    ///
    /// It records no requests.
    public convenience init(port: UInt16 = 0, onConnect answer: LoopbackAnswer) throws {
        try self.init(Listener(port: port), .bytes(answer))
    }

    /// Creates a server that answers with a transport, such as a test double.
    ///
    /// ```swift
    /// let server = try LoopbackServer(serving: BoardSimulator(seed: 7))
    /// defer { server.stop() }
    /// let client = NoticeBoardClient(baseURL: server.url(path: "/api/v2"), token: .bearer("simulator"))
    /// ```
    ///
    /// An error of the transport becomes a 500 with the error's description as its body.
    public convenience init(serving transport: any HTTPTransport, port: UInt16 = 0) throws {
        let listener = try Listener(port: port)
        guard let origin = HTTPOrigin(isSecure: false, host: "127.0.0.1", port: Int(listener.port)) else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        self.init(
            listener,
            .requests { request in
                do {
                    return LoopbackAnswer(try await transport.send(HTTPRequest(request, at: origin)), to: request)
                } catch {
                    return .text("\(error)", status: 500)
                }
            })
    }

    init(_ listener: Listener, _ service: Connection.Service) {
        self.listener = listener
        port = Int(listener.port)
        // The threads retain the parts and not the server, so that the server can be deallocated.
        Thread.detachNewThread { [log] in
            listener.run { socket in
                let connection = Connection(number: log.connected(socket), socket: socket, log: log)
                Thread.detachNewThread {
                    connection.serve(service)
                    log.disconnected(socket)
                }
            }
        }
    }

    deinit { stop() }

    /// Returns a port of this machine that refuses connections.
    ///
    /// It stays reserved until the process ends, so that no other server listens on it.
    public static func refusingPort() throws -> Int { Int(try Listener.deafPort()) }

    /// Returns the server's address with `path` appended.
    public func url(path: String = "") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("\"\(path)\" is not a path of an address")
        }
        return url
    }

    /// The requests so far, in the order in which they were complete.
    public var requests: [LoopbackRequest] { log.entries.value.requests }
    /// The number of accepted connections.
    public var connections: Int { log.entries.value.connections }
    /// The number of connections that have ended, including their threads.
    public var finishedConnections: Int { log.entries.value.finished }

    /// Waits until `count` requests were received completely.
    ///
    /// Returns at once if the task is cancelled, like the other two functions.
    public func waitForRequests(_ count: Int) async { await log.entries.until { $0.requests.count >= count } }

    /// Waits until `count` connections were accepted.
    public func waitForConnections(_ count: Int) async { await log.entries.until { $0.connections >= count } }

    /// Waits until `count` connections have ended.
    public func waitForFinishedConnections(_ count: Int) async { await log.entries.until { $0.finished >= count } }

    /// Stops listening and ends every connection, whatever its answer is doing.
    ///
    /// When it returns, the port is free. It does not wait for the connections' threads; ``waitForFinishedConnections(_:)`` does.
    public func stop() {
        guard let sockets = log.endAll() else { return }
        for socket in sockets { socket.shutDown() }
        listener.end()
    }
}

extension HTTPRequest {
    fileprivate init(_ request: LoopbackRequest, at origin: HTTPOrigin) {
        var headers = HTTPHeaders()
        for field in request.headers { if let name = HTTPHeaderName(field.name) { headers.append(field.value, for: name) } }
        self.init(
            method: HTTPMethod(rawValue: request.method), origin: origin, target: request.target, headers: headers,
            body: request.body.isEmpty ? nil : .data(request.body))
    }
}

extension LoopbackAnswer {
    /// Creates an answer from a transport's response, with length and chunking replaced to match the body.
    ///
    /// Only an answer to HEAD keeps its length header without a body.
    fileprivate init(_ response: HTTPResponse, to request: LoopbackRequest) {
        var headers = response.headers
        headers["Transfer-Encoding"] = nil
        if request.method != "HEAD" { headers["Content-Length"] = nil }
        self = .response(response.status.rawValue, headers: headers.map { ($0.name.text, $0.value) }, body: response.body)
    }
}
