public import Foundation

/// A request as it stood on the wire, for tests to look at.
public struct LoopbackRequest: Sendable, Hashable {
    /// One line of the head.
    public struct Header: Sendable, Hashable {
        /// The name as it was written.
        public var name: String
        /// The value, without the spaces around it.
        public var value: String

        /// A header.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Which of the server's requests it is, counted from 1 in the order in which they were read to their end.
    public var number: Int
    /// Which of the server's connections it came over, counted from 1.
    public var connection: Int
    /// The method.
    public var method: String
    /// What stood between method and version, as it was written.
    public var target: String
    /// The version, `HTTP/1.1` as a rule.
    public var version: String
    /// The headers in the order and the case in which they came, repeated ones included.
    public var headers: [Header]
    /// The body, with the framing of chunks taken away.
    public var body: Data
    /// Whether the body came in chunks.
    public var isChunked: Bool

    /// A request, for tests of what answers one.
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

    /// The first value of a header, whatever the case of its name.
    public func header(_ name: String) -> String? { values(of: name).first }

    /// Every value of a header, whatever the case of its name.
    public func values(of name: String) -> [String] {
        headers.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Whether both have the same bytes but for the case of ASCII letters.
    static func isSame(_ text: String, _ other: String) -> Bool { text.utf8.map(lowercased) == other.utf8.map(lowercased) }

    static func lowercased(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte | 32 : byte }

    /// The body as text; bytes that are no UTF-8 become replacement characters.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension LoopbackRequest: CustomStringConvertible {
    /// The request line, the headers and how large the body is.
    public var description: String {
        let lines = ["\(method) \(target)"] + headers.map { "\($0.name): \($0.value)" }
        return lines.joined(separator: "\n") + "\n(\(body.count) bytes\(isChunked ? " in chunks" : ""))"
    }
}
