public import Foundation

/// A request as received, before any normalization.
public struct LoopbackRequest: Sendable, Hashable {
    /// One line of the head.
    public struct Header: Sendable, Hashable {
        /// The name as received.
        public var name: String
        /// The value without surrounding spaces.
        public var value: String

        /// Creates a header.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The number among the server's requests, counted from 1 in the order in which they were complete.
    public var number: Int
    /// The number of its connection, counted from 1.
    public var connection: Int
    /// The method.
    public var method: String
    /// The request target, as received.
    public var target: String
    /// The version, usually `HTTP/1.1`.
    public var version: String
    /// The headers as received: order, case and repetitions are kept.
    public var headers: [Header]
    /// The body, with chunks joined.
    public var body: Data
    /// Whether the body was sent in chunks.
    public var isChunked: Bool

    /// Creates a request, for tests of code that answers requests.
    public init(
        number: Int = 1, connection: Int = 1, method: String = "GET", target: String = "/",
        version: String = "HTTP/1.1", headers: [Header] = [], body: Data = Data(), isChunked: Bool = false
    ) {
        self.number = number
        self.connection = connection
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
        self.body = body
        self.isChunked = isChunked
    }

    /// Returns the first value of a header; names ignore case.
    public func header(_ name: String) -> String? { values(of: name).first }

    /// Returns every value of a header; names ignore case.
    public func values(of name: String) -> [String] {
        headers.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Whether both have the same bytes, except for the case of ASCII letters.
    static func isSame(_ text: String, _ other: String) -> Bool { text.utf8.map(lowercased) == other.utf8.map(lowercased) }

    static func lowercased(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte | 32 : byte }

    /// The body as text; invalid UTF-8 becomes replacement characters.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension LoopbackRequest: CustomStringConvertible {
    /// The request line, the headers and the size of the body.
    public var description: String {
        let lines = ["\(method) \(target)"] + headers.map { "\($0.name): \($0.value)" }
        return lines.joined(separator: "\n") + "\n(\(body.count) bytes\(isChunked ? " in chunks" : ""))"
    }
}
