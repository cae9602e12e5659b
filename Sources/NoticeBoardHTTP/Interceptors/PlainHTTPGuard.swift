import NoticeBoardBase

/// Refuses plain http, where the token could be read on the way, except to this machine and allowed hosts.
struct PlainHTTPGuard: HTTPInterceptor {
    let allowedHosts: Set<String>

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let origin = request.origin
        guard origin.isSecure || origin.isThisMachine || allowedHosts.contains(origin.host) else {
            throw NoticeBoardError(
                .insecure, "Plain http to \(origin.host) is refused: use https, or allow the host explicitly.")
        }
        return try await next(request)
    }
}
