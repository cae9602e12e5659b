import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP

extension LoopbackServer {
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
