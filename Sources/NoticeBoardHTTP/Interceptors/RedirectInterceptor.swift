import Foundation
import NoticeBoardBase

/// Follows redirects, as browsers do, if that is safe.
///
/// Systems differ in what they forward, and FoundationNetworking forwards every header to any host, so transports follow no
/// redirects: this is the only place that does.
struct RedirectInterceptor: HTTPInterceptor {
    let limit: Int

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        var response = try await next(request)
        response.origin = request.origin
        response.target = request.target
        guard response.status.isRedirect else { return response }
        return try await follow(response, request, next)
    }

    /// A separate function, since its locals would enlarge the async frame of every call.
    private func follow(_ first: HTTPResponse, _ sent: HTTPRequest, _ next: HTTPNext) async throws -> HTTPResponse {
        do {
            let response = try await followed(first, sent, next)
            guard response.body.isWebPage, Self.isPortal(response.origin, to: sent) else { return response }
            throw NoticeBoardError.webPage.answering(response)
        } catch let error as NoticeBoardError where error.code == .insecure || error.code == .redirectRefused {
            guard Self.mayBeOfPortal(first, sent) else { throw error }
            throw NoticeBoardError(
                .networkSignIn, "The call was redirected to another host; the network may want a sign-in of its own.",
                reply: error.reply, underlying: error)
        }
    }

    /// Whether a redirect may be that of the network instead of the service: only in plain HTTP can a network answer.
    private static func mayBeOfPortal(_ response: HTTPResponse, _ sent: HTTPRequest) -> Bool {
        let target = response.headers[.location].flatMap { URL(header: $0, relativeTo: sent.url) }.flatMap { HTTPOrigin($0) }
        return !sent.origin.isSecure && isPortal(target, to: sent)
    }

    /// Whether a JSON call was redirected to another host, as captive portals do and services hardly ever.
    private static func isPortal(_ origin: HTTPOrigin?, to sent: HTTPRequest) -> Bool {
        guard let origin, origin.host != sent.origin.host else { return false }
        return sent.headers[.accept]?.range(of: "json", options: .literal) != nil
    }

    private func followed(_ first: HTTPResponse, _ sent: HTTPRequest, _ next: HTTPNext) async throws -> HTTPResponse {
        var request = sent
        var response = first
        var followed = 0
        while response.status.isRedirect, let location = response.headers[.location] {
            followed += 1
            let responderReceivedSecrets = response.responderReceivedSecrets
            let leaves = request.origin
            if Self.answers(request.method, response.status), !Self.mayBeOfPortal(response, sent) { request.call?.markAnswered() }
            do throws(NoticeBoardError) {
                guard followed <= limit else { throw Self.refused("more than \(limit) redirects", response) }
                let redirected = try Self.redirected(request, to: location, by: response)
                request.call?.send(.redirected(status: response.status))
                request = redirected
            } catch {
                // A call that accepts the status gets the redirect as its response.
                guard request.validation.accepts(response.status) else { throw error }
                return response
            }
            response = try await next(request)
            response.origin = request.origin
            response.target = request.target
            // Dropped secrets are not restored if a redirect leads back.
            response.responderReceivedSecrets = responderReceivedSecrets && request.origin == leaves
        }
        return response
    }

    private static func redirected(
        _ request: HTTPRequest, to location: String, by response: HTTPResponse
    ) throws(NoticeBoardError) -> HTTPRequest {
        guard let url = URL(header: location, relativeTo: request.url), let origin = HTTPOrigin(url),
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), parts.user == nil, parts.password == nil
        else { throw refused("a redirect to no http address", response) }
        guard origin.isSecure || !request.origin.isSecure else {
            throw refused("a redirect from https to plain http", response)
        }
        var next = request
        next.target =
            (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath)
            + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
        let leavesOrigin = origin != request.origin
        if leavesOrigin {
            next.origin = origin
            for name in request.options.secretHeaders.union(originHeaders) { next.headers[name] = nil }
        }
        if becomesGet(request.method, response.status) {
            next.method = request.method == .head ? .head : .get
            next.body = nil
            for name in [HTTPHeaderName.contentType, .contentLength, "Content-Encoding"] { next.headers[name] = nil }
        }
        // Bodies contain passwords, refresh tokens and files.
        guard !leavesOrigin || next.body == nil || request.options.sendsBodyAcrossOrigins else {
            throw refused("a redirect that would take the body to another origin", response)
        }
        return next
    }

    /// Headers that apply to one origin only (RFC 9110, 15.4).
    private static let originHeaders: Set<HTTPHeaderName> = [
        .authorization, .cookie, .proxyAuthorization, "Host", "If-Match", .ifNoneMatch, .ifModifiedSince, "If-Unmodified-Since",
        "If-Range",
    ]

    /// 303 always becomes a GET or HEAD; 301 and 302 turn only a POST into a GET, by tradition (RFC 9110, 15.4).
    private static func becomesGet(_ method: HTTPMethod, _ status: HTTPStatus) -> Bool {
        status == 303 || ((status == 301 || status == 302) && method == .post)
    }

    /// Whether the redirect leads from a request that changes something to its result: what fails after it fails too late.
    private static func answers(_ method: HTTPMethod, _ status: HTTPStatus) -> Bool {
        becomesGet(method, status) && method != .get && method != .head
    }

    private static func refused(_ what: String, _ response: HTTPResponse) -> NoticeBoardError {
        NoticeBoardError(.redirectRefused, "The server answered with \(what).").answering(response)
    }
}
