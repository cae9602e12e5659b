import Foundation
public import NoticeBoardBase

/// Caches responses in memory, and asks the server only whether they have changed (`ETag`, `Last-Modified`).
///
/// ```swift
/// configuration.conditional = ConditionalRequests()
/// ```
///
/// The caller gets a 200 with the complete body in either case, validated by the server at that moment. Cached are responses to a
/// `GET` that name their version and may be stored, the most recently used up to `capacity` bytes, never on disk. Redirected
/// responses are not cached, since the redirect may change.
///
/// A response is cached for requests with the same `Accept`, `Accept-Language`, `Authorization`, `Cookie` and secret header
/// fields, and the same values of the fields in its `Vary`. The cache is inside of ``APIClient/Configuration/authorization``, so
/// no response reaches another account. It is emptied when the account of a ``TokenSession`` signs out; with any other
/// authorization, call ``removeAll()``.
/// Safe to use from any task.
public final class ConditionalRequests: HTTPInterceptor {
    private struct Address: Hashable, Sendable {
        let origin: HTTPOrigin
        let target: String

        /// Whether the response is from this address, not from a redirect.
        func isAnswered(by response: HTTPResponse) -> Bool {
            response.origin == nil || (response.origin == origin && response.target == target)
        }
    }

    private struct Entry: Sendable {
        let response: HTTPResponse
        let size: Int
        var lastUse: Int64
    }

    /// The responses of one address, by the request fields that they depend on.
    private struct Variants: Sendable {
        /// The fields named by a `Vary` of the address so far.
        var names: Set<HTTPHeaderName> = []
        var entries: [HTTPHeaders: Entry] = [:]

        /// Returns the fields of `request` that a response depends on.
        func key(of request: HTTPRequest) -> HTTPHeaders {
            // Servers forget fields in `Vary`, and the account must never depend on it.
            let always: Set<HTTPHeaderName> = [.accept, .acceptLanguage, .authorization, .cookie, .proxyAuthorization]
            var key = HTTPHeaders()
            for field in request.headers
            where always.contains(field.name) || names.contains(field.name) || request.options.secretHeaders.contains(field.name)
            {
                key.append(field.value, for: field.name)
            }
            return key
        }
    }

    private struct Store: Sendable {
        var variants: [Address: Variants] = [:]
        var size = 0
        var uses: Int64 = 0

        var count: Int { variants.values.reduce(0) { $0 + $1.entries.count } }

        mutating func remove(_ key: HTTPHeaders, at address: Address) {
            guard let old = variants[address]?.entries.removeValue(forKey: key) else { return }
            size -= old.size
            if variants[address]?.entries.isEmpty == true { variants[address] = nil }
        }

        /// Removes the least recently used responses until the rest fits into `capacity` bytes.
        mutating func shrink(to capacity: Int) {
            while size > capacity {
                let all = variants.flatMap { address, variants in
                    variants.entries.map { (address: address, key: $0.key, lastUse: $0.value.lastUse) }
                }
                guard let oldest = all.min(by: { $0.lastUse < $1.lastUse }) else { return }
                remove(oldest.key, at: oldest.address)
            }
        }
    }

    private let capacity: Int
    private let store = Locked(Store())

    /// Creates a cache of up to `capacity` bytes.
    public init(capacity: Int = 8 << 20) { self.capacity = capacity }

    /// Removes every response.
    public func removeAll() { store.withLock { $0 = Store(uses: $0.uses) } }

    /// Sends `request`, with the cached version if there is one.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        // Callers that ask for a version, or for a part, handle the response themselves.
        let own: [HTTPHeaderName] = [.ifNoneMatch, .ifModifiedSince, .ifMatch, .range]
        guard request.method == .get, request.call?.stream == nil, own.allSatisfy({ request.headers[$0] == nil }) else {
            return try await next(request)
        }
        let address = Address(origin: request.origin, target: request.target)
        guard let known = known(request, address) else { return keep(try await next(request), address, request) }
        var asking = request
        asking.headers[.ifNoneMatch] = known.headers[.etag]
        asking.headers[.ifModifiedSince] = known.headers[.lastModified]
        let response = try await next(asking)
        guard response.status == 304 else { return keep(response, address, request) }
        // A redirect to another address, or another ETag, means another version than the cached one (RFC 9111, 4.3.4).
        guard address.isAnswered(by: response), Self.isSameVersion(response, known) else {
            return keep(try await next(request), address, request)
        }
        // Origin and attempts are from the 304, status and body from the cached response.
        var whole = response
        (whole.status, whole.body, whole.headers) = (known.status, known.body, known.headers)
        for name in Set(response.headers.map(\.name)).subtracting(Self.bodyFields) {
            whole.headers[name] = nil
            for value in response.headers.values(of: name) { whole.headers.append(value, for: name) }
        }
        return keep(whole, address, request)
    }

    /// Fields of a 304 that do not apply to the cached body (RFC 9111, 3.2).
    private static let bodyFields: Set<HTTPHeaderName> = [.contentLength, .contentEncoding, .contentRange, .contentType]

    private func known(_ request: HTTPRequest, _ address: Address) -> HTTPResponse? {
        store.withLock { store in
            guard let key = store.variants[address]?.key(of: request), let entry = store.variants[address]?.entries[key] else {
                return nil
            }
            store.uses += 1
            store.variants[address]?.entries[key]?.lastUse = store.uses
            return entry.response
        }
    }

    /// Caches the response instead of the previous one, if it may be cached and fits.
    private func keep(_ response: HTTPResponse, _ address: Address, _ request: HTTPRequest) -> HTTPResponse {
        // A temporary failure does not invalidate the cached response.
        guard response.status.isSuccess || [404, 410].contains(response.status) else { return response }
        let varying = Set(
            response.headers.values(of: .vary).flatMap(HeaderParameters.directives).compactMap { HTTPHeaderName($0) })
        store.withLock { store in
            let former = store.variants[address] ?? Variants()
            store.remove(former.key(of: request), at: address)
            guard isCacheable(response), address.isAnswered(by: response) else { return }
            var variants = store.variants[address] ?? Variants(names: former.names)
            if !varying.isSubset(of: variants.names) {
                // The other responses have keys that no request can have any more.
                store.size -= variants.entries.values.reduce(0) { $0 + $1.size }
                variants = Variants(names: variants.names.union(varying))
            }
            let key = variants.key(of: request)
            let letters = [key, response.headers].joined().reduce(address.target.utf8.count) { $0 + $1.value.utf8.count }
            let size = response.body.count + letters + 256
            store.variants[address] = variants.entries.isEmpty ? nil : variants
            guard size <= capacity else { return }
            store.uses += 1
            variants.entries[key] = Entry(response: response, size: size, lastUse: store.uses)
            store.variants[address] = variants
            store.size += size
            store.shrink(to: capacity)
        }
        // After caching: if the account has signed out by now, the cache is emptied at once.
        request.call?.owner?.end(self)
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
            && !says(.cacheControl, "no-store") && !says(.vary, "*")
    }
}

extension ConditionalRequests: SessionDependent {
    package func sessionEnded() { removeAll() }
}

extension ConditionalRequests: Redacted {
    /// The number and size of the cached responses.
    public var description: String {
        let (count, size) = store.withLock { ($0.count, $0.size) }
        return "ConditionalRequests(\(count) answers, \(size) bytes)"
    }
}
