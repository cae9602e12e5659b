import Foundation
public import NoticeBoardBase

/// Caches responses in memory, and asks the server only whether they have changed (`ETag`, `Last-Modified`).
///
/// ```swift
/// configuration.cache = HTTPCache()
/// ```
///
/// The caller gets a 200 with the complete body in either case, validated by the server at that moment. Cached are responses to a
/// `GET` that name their version and may be stored, the most recently used up to `capacity` bytes, never on disk. Redirected
/// responses are not cached, since the redirect may change.
///
/// A response is cached for requests with the same `Accept`, `Accept-Language`, `Authorization`, `Cookie` and secret header
/// fields. It answers only requests with the same values of the fields in its `Vary`, and replaces others.
///
/// The cache is inside of ``APIClient/Configuration/authorization``, so no response reaches another account. It is emptied when
/// the account of a ``TokenSession`` signs out; with any other authorization, call ``removeAll()``.
///
/// Safe to use from any task.
public final class HTTPCache: HTTPInterceptor, SessionDependent, Redacted {
    private struct Key: Hashable, Sendable {
        let origin: HTTPOrigin
        let target: String
        /// The fields of the account and its language, which servers forget in `Vary`.
        let identity: HTTPHeaders

        /// Whether the response is from this address, not from a redirect.
        func isAnswered(by response: HTTPResponse) -> Bool {
            response.origin == nil || (response.origin == origin && response.target == target)
        }
    }

    private struct Entry: Sendable {
        let response: HTTPResponse
        /// The fields of its request that its `Vary` names.
        let varying: HTTPHeaders
    }

    private let store: Locked<RecentValues<Key, Entry>>

    /// Creates a cache of up to `capacity` bytes.
    public init(capacity: Int = 8 << 20) { store = Locked(RecentValues(capacity: capacity)) }

    /// Removes every response.
    public func removeAll() { store.withLock { $0.removeAll() } }

    /// Sends `request`, with the cached version if there is one.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        // Callers that ask for a version, or for a part, handle the response themselves.
        let own: [HTTPHeaderName] = [.ifNoneMatch, .ifModifiedSince, "If-Match", "Range"]
        guard request.method == .get, request.call?.stream == nil, own.allSatisfy({ request.headers[$0] == nil }) else {
            return try await next(request)
        }
        let names: Set<HTTPHeaderName> = [.accept, .acceptLanguage, .authorization, .cookie, .proxyAuthorization]
        let identity = request.headers.only(names.union(request.options.secretHeaders))
        let key = Key(origin: request.origin, target: request.target, identity: identity)
        guard let known = known(request, key) else { return keep(try await next(request), key, request) }
        var asking = request
        asking.headers[.ifNoneMatch] = known.headers[.etag]
        asking.headers[.ifModifiedSince] = known.headers[.lastModified]
        let response = try await next(asking)
        guard response.status == 304 else { return keep(response, key, request) }
        // A redirect to another address, or another ETag, means another version than the cached one (RFC 9111, 4.3.4).
        guard key.isAnswered(by: response), Self.isSameVersion(response, known) else {
            return keep(try await next(request), key, request)
        }
        // Origin and attempts are from the 304, status and body from the cached response.
        var whole = response
        whole.status = known.status
        whole.body = known.body
        whole.headers = known.headers
        for name in Set(response.headers.map(\.name)).subtracting(Self.bodyFields) {
            whole.headers[name] = nil
            for value in response.headers.values(of: name) { whole.headers.append(value, for: name) }
        }
        return keep(whole, key, request)
    }

    /// Fields of a 304 that do not apply to the cached body (RFC 9111, 3.2).
    private static let bodyFields: Set<HTTPHeaderName> = [.contentLength, .contentEncoding, "Content-Range", .contentType]

    private func known(_ request: HTTPRequest, _ key: Key) -> HTTPResponse? {
        guard let entry = store.withLock({ $0.value(for: key) }),
            entry.varying == request.headers.only(entry.response.varyingNames)
        else { return nil }
        return entry.response
    }

    /// Caches the response instead of the previous one, if it may be cached and fits.
    private func keep(_ response: HTTPResponse, _ key: Key, _ request: HTTPRequest) -> HTTPResponse {
        // A temporary failure does not invalidate the cached response.
        guard response.status.isSuccess || [404, 410].contains(response.status) else { return response }
        let varying = request.headers.only(response.varyingNames)
        let letters = [key.identity, varying, response.headers].joined().reduce(0) { $0 + $1.value.utf8.count }
        let size = response.body.count + letters + key.target.utf8.count + 256
        let mayStay = isCacheable(response) && key.isAnswered(by: response)
        store.withLock { $0.store(mayStay ? Entry(response: response, varying: varying) : nil, size: size, for: key) }
        // After caching: if the account has signed out by now, the cache is emptied at once.
        request.call?.account?.end(self)
        return response
    }

    /// Returns whether a 304 names the cached version, or none.
    ///
    /// `W/` is ignored, since gzip on the way may add it.
    private static func isSameVersion(_ answer: HTTPResponse, _ known: HTTPResponse) -> Bool {
        guard let tag = answer.headers[.etag] else { return true }
        guard let own = known.headers[.etag] else { return false }
        let opaque = { (tag: String) in tag.utf8.starts(with: "W/".utf8) ? tag.utf8.dropFirst(2) : tag.utf8[...] }
        return opaque(tag).elementsEqual(opaque(own))
    }

    private func isCacheable(_ response: HTTPResponse) -> Bool {
        let says = { (name: HTTPHeaderName, word: String) in
            response.headers.values(of: name).contains { HeaderParameters.directives($0).contains(word) }
        }
        return response.status == 200 && response.file == nil
            && (response.headers[.etag] != nil || response.headers[.lastModified] != nil)
            && !says(.cacheControl, "no-store") && !says("Vary", "*")
    }

    package func sessionEnded() { removeAll() }

    /// The number and size of the cached responses.
    public var description: String {
        let (count, size) = store.withLock { ($0.count, $0.size) }
        return "HTTPCache(\(count) answers, \(size) bytes)"
    }
}

extension HTTPResponse {
    /// The request fields that the response depends on.
    fileprivate var varyingNames: Set<HTTPHeaderName> {
        Set(headers.values(of: "Vary").flatMap(HeaderParameters.directives).compactMap { HTTPHeaderName($0) })
    }
}
