public import Foundation
public import NoticeBoardBase

/// Turns the description of a call into a request.
///
/// Pure: the same endpoint always gives the same bytes.
public struct RequestBuilder: Sendable {
    private let base: Result<Base, NoticeBoardError>
    private let headers: HTTPHeaders
    private let defaults: HTTPRequest.Defaults

    private struct Base {
        let origin: HTTPOrigin
        /// Empty, or a path that begins with a slash and does not end with one.
        let path: String
    }

    /// A builder for endpoints below `baseURL`, with `headers` and, where a call says nothing, `defaults` on every request.
    ///
    /// The base may have a path, and may end with a slash or not. A base that cannot be used is refused when the first
    /// request is built.
    public init(baseURL: URL, headers: HTTPHeaders = [:], defaults: HTTPRequest.Defaults = HTTPRequest.Defaults()) {
        base = Result { () throws(NoticeBoardError) in
            try headers.checkValues()
            return try Self.base(of: baseURL).get()
        }
        self.headers = headers
        self.defaults = defaults
    }

    /// The request that `endpoint` describes.
    ///
    /// Throws `invalidInput`, naming the rule and the culprit.
    public func request(for endpoint: some Endpoint) throws(NoticeBoardError) -> HTTPRequest {
        try request(for: endpoint.request)
    }

    /// The request that `description` describes.
    ///
    /// Throws `invalidInput`, naming the rule and the culprit.
    public func request(for description: EndpointRequest) throws(NoticeBoardError) -> HTTPRequest {
        let base = try base.get()
        var target: [UInt8] = []
        target.reserveCapacity(128)
        target.append(contentsOf: base.path.utf8)
        try description.path.append(to: &target)
        description.query.append(to: &target)
        var fields = headers
        if !description.headers.isEmpty { fields.merge(description.headers) }
        let body = try description.body?.encoded()
        if let body {
            // URLSession on Linux fails such a request, and servers may drop its body.
            guard description.method != .get, description.method != .head else {
                throw NoticeBoardError(
                    .invalidInput, "A \(description.method) carries no body: \(description.path).", remedy: .fixInput(.body))
            }
            if fields[.contentType] == nil { fields[.contentType] = body.contentType }
        }
        // The client's own fields were looked at once and for all.
        if body != nil || !description.headers.isEmpty { try fields.checkValues() }
        var options = description.options
        options.fill(from: defaults)
        return HTTPRequest(
            method: description.method, origin: base.origin, target: String(decoding: target, as: UTF8.self), headers: fields,
            body: body?.body, options: options, label: description.path.label)
    }

    private static func base(of url: URL) -> Result<Base, NoticeBoardError> {
        func refused(_ why: String) -> Result<Base, NoticeBoardError> {
            .failure(NoticeBoardError(.invalidInput, "The base URL \(why).", remedy: .fixInput(.baseURL)))
        }
        guard let scheme = url.scheme else { return refused("has no scheme: write https://host/path") }
        guard HTTPOrigin.Scheme(rawValue: scheme.lowercased()) != nil else {
            return refused("must begin with https:// or http://")
        }
        guard let origin = HTTPOrigin(url) else { return refused("has no host, or a port outside 1…65535") }
        guard url.user == nil, url.password == nil else { return refused("must not hold a user name or password") }
        guard url.query == nil, url.fragment == nil else { return refused("must not have a query or a fragment") }
        let segments = url.absoluteURL.path(percentEncodedIn: url).split(separator: "/")
        guard !segments.contains("."), !segments.contains("..") else { return refused("must not have . or .. in its path") }
        return .success(Base(origin: origin, path: segments.map { "/" + $0 }.joined()))
    }
}

extension URL {
    /// The path as it is written; `path` decodes it, and `path(percentEncoded:)` is newer than iOS 14.
    fileprivate func path(percentEncodedIn url: URL) -> String {
        URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? path
    }
}

extension HTTPHeaders {
    func checkValues() throws(NoticeBoardError) {
        for field in self { try field.checkValue() }
    }
}

extension HTTPHeaders.Field {
    /// A line break would let a value add header fields of its own, or a second request.
    func checkValue() throws(NoticeBoardError) {
        guard value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else { return }
        throw NoticeBoardError(
            .invalidInput, "The value of the header \(name) holds a line break or a NUL.", remedy: .fixInput(.header(name)))
    }
}
