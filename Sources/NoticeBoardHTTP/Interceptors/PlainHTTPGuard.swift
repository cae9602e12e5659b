import NoticeBoardBase

/// Refuses plain http, where anyone on the way reads the token, except to this machine and to hosts that were allowed.
struct PlainHTTPGuard: HTTPInterceptor {
    let allowedHosts: Set<String>

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let origin = request.origin
        guard origin.scheme == .https || origin.isThisMachine || allowedHosts.contains(origin.host) else {
            throw refusal(of: origin)
        }
        return try await next(request)
    }

    @inline(never) private func refusal(of origin: HTTPOrigin) -> NoticeBoardError {
        NoticeBoardError(
            .insecure, "Plain http to \(origin.host) is refused: use https, or allow the host explicitly.")
    }
}
