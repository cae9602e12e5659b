/// A response whose body is still arriving.
///
/// ```swift
/// let response = try await client.stream(for: .get("log"))
/// if response.head.status == 200 { for try await line in response.body.lines() { print(line) } }
/// ```
public struct HTTPStreamedResponse: Sendable {
    /// The status and the header fields; its body is empty.
    public var head: HTTPResponse
    /// The body, piece by piece.
    public var body: HTTPByteStream

    /// Creates a response, in a transport of the app's own.
    public init(head: HTTPResponse, body: HTTPByteStream) {
        self.head = head
        self.body = body
    }
}
