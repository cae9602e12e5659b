public import Foundation
public import NoticeBoardBase

/// Builds requests from the descriptions of calls.
///
/// Pure: the same description always gives the same bytes.
public struct RequestBuilder: Sendable {
    private let base: Result<Base, NoticeBoardError>
    private let headers: HTTPHeaders
    /// The headers that another origin may get.
    private let publicHeaders: HTTPHeaders
    private let defaults: HTTPRequest.Defaults
    private let json: JSONCoding

    private struct Base {
        let url: URL
        let origin: HTTPOrigin
        /// Empty, or a path with a leading and without a trailing slash.
        let path: String
    }

    /// Creates a builder for endpoints below `baseURL` that adds `headers` and, for options a call does not set, `defaults`.
    ///
    /// The base may have a path, with or without a trailing slash. An invalid base URL throws when the first request is built.
    public init(
        baseURL: URL, headers: HTTPHeaders = [:], defaults: HTTPRequest.Defaults = HTTPRequest.Defaults(),
        json: JSONCoding = JSONCoding()
    ) {
        base = Result { () throws(NoticeBoardError) in
            try headers.checkValues()
            return try Self.base(of: baseURL)
        }
        self.headers = headers
        self.json = json
        let publicNames: Set<HTTPHeaderName> = [.accept, .acceptLanguage, .userAgent]
        publicHeaders = headers.only(publicNames)
        var defaults = defaults
        // A redirect to another origin must not reveal more than a direct call.
        defaults.secretHeaders.formUnion(Set(headers.map(\.name)).subtracting(publicNames))
        self.defaults = defaults
    }

    /// Builds the request for `endpoint`.
    ///
    /// Throws `invalidInput`, naming the rule and the part that broke it.
    public func request(for endpoint: some Endpoint) throws(NoticeBoardError) -> HTTPRequest {
        let description = endpoint.request
        let base = try base.get()
        try description.method.check()
        let (origin, target) = try address(of: description, base)
        let isForeign = origin != base.origin
        var fields = isForeign ? publicHeaders : headers
        if !description.headers.isEmpty { fields.merge(description.headers) }
        let body = try description.body?.encoded(json)
        if let body {
            // URLSession on Linux fails such requests, and servers may drop the body.
            guard description.method != .get, description.method != .head else {
                throw NoticeBoardError(invalid: .body, "A \(description.method) carries no body: \(description.path).")
            }
            if fields[.contentType] == nil { fields[.contentType] = body.contentType }
        }
        // The client's own fields were checked once in `init`.
        if body != nil || !description.headers.isEmpty { try fields.checkValues() }
        var options = description.options
        if isForeign { options.authorization = .anonymous }
        options.fill(from: defaults)
        return HTTPRequest(
            method: description.method, origin: origin, target: String(decoding: target, as: UTF8.self), headers: fields,
            body: body?.body, options: options, label: description.path.label, validation: description.validation)
    }

    /// The base URL's origin; `nil` if the URL is invalid.
    var origin: HTTPOrigin? { (try? base.get())?.origin }

    private func address(of description: EndpointRequest, _ base: Base) throws(NoticeBoardError) -> (HTTPOrigin, [UInt8]) {
        var target: [UInt8] = []
        target.reserveCapacity(128)
        guard let url = description.path.url else {
            target.append(contentsOf: base.path.utf8)
            try description.path.append(to: &target)
            description.query.append(to: &target)
            return (base.origin, target)
        }
        guard
            let whole = url.scheme == nil ? URL(string: url.relativeString, relativeTo: base.url)?.absoluteURL : url.absoluteURL,
            let origin = HTTPOrigin(whole), let parts = URLComponents(url: whole, resolvingAgainstBaseURL: true),
            parts.user == nil, parts.password == nil
        else {
            throw NoticeBoardError(invalid: .path, "The address of the call is none of http or https, or holds a user name.")
        }
        target.append(contentsOf: (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath).utf8)
        if let query = parts.percentEncodedQuery { target.append(contentsOf: "?\(query)".utf8) }
        description.query.append(to: &target, separator: parts.percentEncodedQuery == nil ? "?" : "&")
        guard target.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw NoticeBoardError(invalid: .path, "The address of the call holds what must be percent-encoded.")
        }
        return (origin, target)
    }

    private static func base(of url: URL) throws(NoticeBoardError) -> Base {
        func refused(_ why: String) -> NoticeBoardError {
            NoticeBoardError(invalid: .baseURL, "The base URL \(why).")
        }
        guard let scheme = url.scheme else { throw refused("has no scheme: write https://host/path") }
        guard ["https", "http"].contains(scheme.lowercased()) else {
            throw refused("must begin with https:// or http://")
        }
        guard let origin = HTTPOrigin(url) else { throw refused("has no host that can be used, or a port outside 1…65535") }
        guard url.user == nil, url.password == nil else { throw refused("must not hold a user name or password") }
        guard url.query == nil, url.fragment == nil else { throw refused("must not have a query or a fragment") }
        // `path` is decoded, and `path(percentEncoded:)` needs iOS 16.
        let path = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
        let segments = path.unicodeScalars.split(separator: "/").map { String($0) }
        guard !segments.contains("."), !segments.contains("..") else { throw refused("must not have . or .. in its path") }
        return Base(url: url, origin: origin, path: segments.map { "/" + $0 }.joined())
    }
}
