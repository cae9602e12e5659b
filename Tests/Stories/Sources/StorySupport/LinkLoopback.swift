import NoticeBoardHTTP
public import NoticeBoardTesting

extension LoopbackServer {
    /// Starts a server that forwards requests to `service`.
    ///
    /// After forwarding the first request of `line`, it resets the connection instead of responding.
    public static func resetting(_ line: String, before service: LinkSimulator) throws -> LoopbackServer {
        try LoopbackServer { request in
            guard let origin = HTTPOrigin(isSecure: false, host: "127.0.0.1") else { return .reset }
            var headers = HTTPHeaders()
            for field in request.headers { if let name = HTTPHeaderName(field.name) { headers.append(field.value, for: name) } }
            let forwarded = HTTPRequest(
                method: HTTPMethod(rawValue: request.method), origin: origin, target: request.target, headers: headers,
                body: request.body.isEmpty ? nil : .data(request.body))
            guard let response = try? await service.send(forwarded) else { return .reset }
            let isFirst = service.requests.count { "\($0.method) \($0.path)" == line } == 1
            if isFirst, "\(forwarded.method) \(forwarded.path)" == line { return .reset }
            return .response(
                response.status.rawValue, headers: [("Content-Type", "application/json")], body: response.body)
        }
    }
}
