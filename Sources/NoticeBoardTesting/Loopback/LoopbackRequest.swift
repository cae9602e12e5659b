public import Foundation
public import NoticeBoardBase

/// A request as received, before any normalization.
public struct LoopbackRequest: Sendable, Hashable {
    /// The number among the server's requests, counted from 1 in the order in which they were complete.
    public var number = 1
    /// The number of its connection, counted from 1.
    public var connection = 1
    /// The method.
    public var method = "GET"
    /// The request target, as received.
    public var target = "/"
    /// The version, usually `HTTP/1.1`.
    public var version = "HTTP/1.1"
    /// The headers as received: order, case and repetitions are kept.
    public var headers: [NoticeBoardError.Reply.Header] = []
    /// The body, with chunks joined.
    public var body = Data()
    /// Whether the body was sent in chunks.
    public var isChunked = false

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
