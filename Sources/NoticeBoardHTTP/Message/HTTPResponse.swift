public import Foundation

/// A response as it travels from the transport back through the interceptors.
public struct HTTPResponse: Sendable, Hashable {
    /// The status.
    public var status: HTTPStatus
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, decompressed.
    public var body: Data

    /// A response.
    public init(status: HTTPStatus, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the body's size.
    public var description: String { "\(status), \(body.count) bytes" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The status, the headers as they may be shown, and the body's size.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status.rawValue, "headers": headers, "bytes": body.count], displayStyle: .struct)
    }
}
