import Foundation
public import NoticeBoardBase

/// Asks for what was fetched before only if it has changed (`ETag`, `Last-Modified`), and answers from memory when it has not.
///
/// ```swift
/// configuration.conditional = ConditionalRequests()
/// ```
///
/// Whoever asks sees a 200 with the whole body either way; each answer was found good by the server at that moment. Kept are
/// answers to a `GET` that name their version and may be kept, the newest used ones up to `capacity` bytes, and nothing on disk;
/// what a redirect led to is not, since it may lead elsewhere the next time.
///
/// It stands inside of ``APIClient/Configuration/authorization``: what proved who was asking is part of what an answer is kept
/// under, so that none reaches another account. When whoever is signed in to a ``TokenSession`` signs out, it is emptied; where
/// something else knows who is signed in, empty it with ``removeAll()``.
///
/// Safe to use from any task.
public final class ConditionalRequests: HTTPInterceptor {
    /// A request, but for what asks for another version.
    private struct Key: Hashable, Sendable {
        let origin: HTTPOrigin
        let target: String
        let headers: HTTPHeaders

        /// Whether what was asked for answered itself, and not what a redirect led to.
        func isAnswered(by response: HTTPResponse) -> Bool {
            response.origin == nil || (response.origin == origin && response.target == target)
        }
    }

    private struct Entry: Sendable {
        let response: HTTPResponse
        let size: Int
        var lastUse: Int64
    }

    private struct Store: Sendable {
        var entries: [Key: Entry] = [:]
        var size = 0
        var uses: Int64 = 0
    }

    private let capacity: Int
    private let store = Locked(Store())

    /// An interceptor that keeps answers of `capacity` bytes together.
    public init(capacity: Int = 8 << 20) { self.capacity = capacity }

    /// Forgets every answer.
    public func removeAll() { store.withLock { $0 = Store(uses: $0.uses) } }

    /// Sends `request`, with the version that is at hand if there is one.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        // Who asks for a version, or for a part, looks at the answer by itself.
        let own: [HTTPHeaderName] = [.ifNoneMatch, .ifModifiedSince, .ifMatch, .range]
        guard request.method == .get, own.allSatisfy({ request.headers[$0] == nil }) else { return try await next(request) }
        let key = Key(origin: request.origin, target: request.target, headers: request.headers)
        guard let known = known(key) else { return keep(try await next(request), key, request) }
        var asking = request
        asking.headers[.ifNoneMatch] = known.headers[.etag]
        asking.headers[.ifModifiedSince] = known.headers[.lastModified]
        let response = try await next(asking)
        guard response.status == 304 else { return keep(response, key, request) }
        // Where a redirect leads since, another version is meant than the one that was asked about.
        guard key.isAnswered(by: response) else { return keep(try await next(request), key, request) }
        // Where the answer came from and how often it was asked for is told by the 304; what it holds by the one before.
        var whole = response
        (whole.status, whole.body, whole.headers) = (known.status, known.body, known.headers)
        for name in Set(response.headers.map(\.name)).subtracting(Self.ofTheBody) {
            whole.headers[name] = nil
            for value in response.headers.values(of: name) { whole.headers.append(value, for: name) }
        }
        return keep(whole, key, request)
    }

    /// What a 304 may say and does not mean (RFC 9111, 3.2).
    private static let ofTheBody: Set<HTTPHeaderName> = [.contentLength, .contentEncoding, .contentRange, .contentType]

    private func known(_ key: Key) -> HTTPResponse? {
        store.withLock { store in
            guard let entry = store.entries[key] else { return nil }
            store.uses += 1
            store.entries[key]?.lastUse = store.uses
            return entry.response
        }
    }

    /// Keeps the answer in place of the one before, if it may and can be kept.
    private func keep(_ response: HTTPResponse, _ key: Key, _ request: HTTPRequest) -> HTTPResponse {
        // A failure that passes says nothing of what was kept.
        guard response.status.isSuccess || [404, 410].contains(response.status) else { return response }
        let letters = [key.headers, response.headers].joined().reduce(key.target.utf8.count) { $0 + $1.value.utf8.count }
        let size = response.body.count + letters + 256
        store.withLock { store in
            if let old = store.entries.removeValue(forKey: key) { store.size -= old.size }
            guard mayBeKept(response), key.isAnswered(by: response), size <= capacity else { return }
            store.uses += 1
            store.entries[key] = Entry(response: response, size: size, lastUse: store.uses)
            store.size += size
            while store.size > capacity, let oldest = store.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                store.size -= oldest.value.size
                store.entries[oldest.key] = nil
            }
        }
        // After it was kept: where they have signed out meanwhile, it is forgotten at once.
        request.call?.owner?.onForgetting(ObjectIdentifier(self)) { [weak self] in self?.removeAll() }
        return response
    }

    private func mayBeKept(_ response: HTTPResponse) -> Bool {
        let says = { (name: HTTPHeaderName, word: String) in
            response.headers.values(of: name).contains { $0.lowercased().contains(word) }
        }
        return response.status == 200 && response.file == nil
            && (response.headers[.etag] != nil || response.headers[.lastModified] != nil)
            && !says(.cacheControl, "no-store") && !says(.vary, "*")
    }
}

extension ConditionalRequests: Redacted {
    /// How many answers are kept, never which.
    public var description: String {
        let (count, size) = store.withLock { ($0.entries.count, $0.size) }
        return "ConditionalRequests(\(count) answers, \(size) bytes)"
    }
}
