import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// One connection: answers request after request until either side ends it.
struct Connection {
    let socket: Socket
    let origin: HTTPOrigin
    let transport: any HTTPTransport

    func serve() {
        var reader = WireReader(socket)
        while let wire = reader.next() {
            let closes = wire.header("connection")?.lowercased() == "close"
            guard socket.write(bytes(of: answer(wire), to: wire.method, closes: closes)), !closes else { break }
        }
        if reader.isBroken {
            _ = socket.write(Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
        }
        socket.shutDown()
    }

    /// This thread is the connection's own and may wait for the transport's task.
    private func answer(_ wire: WireRequest) -> HTTPResponse {
        var headers = HTTPHeaders()
        for (name, value) in wire.headers { if let name = HTTPHeaderName(name) { headers.append(value, for: name) } }
        let request = HTTPRequest(
            method: HTTPMethod(rawValue: wire.method), origin: origin, target: wire.target, headers: headers,
            body: wire.body.isEmpty ? nil : .data(Data(wire.body)))
        let answer = Locked(HTTPResponse(status: 500))
        let done = DispatchSemaphore(value: 0)
        Task.detached { [transport] in
            if let response = try? await transport.send(request) { answer.withLock { $0 = response } }
            done.signal()
        }
        done.wait()
        return answer.withLock { $0 }
    }

    private func bytes(of response: HTTPResponse, to method: String, closes: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(response.status.rawValue) \(response.status.isSuccess ? "OK" : "Refused")\r\n"
        for field in response.headers { head += "\(field.name): \(field.value)\r\n" }
        head += "Content-Length: \(response.body.count)\r\n"
        if closes { head += "Connection: close\r\n" }
        return Array((head + "\r\n").utf8) + (method == "HEAD" ? [] : Array(response.body))
    }
}
