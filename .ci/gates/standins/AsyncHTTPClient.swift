/// AsyncHTTPClient 1.19 and later.
public import Logging
public import NIOCore
public import NIOHTTP1

public final class HTTPClient: Sendable {
    public func execute(
        _ request: HTTPClientRequest, timeout: TimeAmount, logger: Logger? = nil
    ) async throws -> HTTPClientResponse { throw HTTPClientError.deadlineExceeded }
}

public struct HTTPClientRequest: Sendable {
    public var url: String
    public var method: HTTPMethod
    public var headers: HTTPHeaders
    public var body: Body?
    public init(url: String) { fatalError(url) }

    public struct Body: Sendable {
        public static func bytes(_ byteBuffer: ByteBuffer) -> Self { Self() }
    }
}

public struct HTTPClientResponse: Sendable {
    public var status: HTTPResponseStatus
    public var headers: HTTPHeaders
    public var body: Body

    public struct Body: Sendable {
        public func collect(upTo maxBytes: Int) async throws -> ByteBuffer { throw HTTPClientError.readTimeout }
    }
}

public struct HTTPClientError: Error, Equatable, CustomStringConvertible {
    public var description: String { "" }
    public static let readTimeout = HTTPClientError()
    public static let connectTimeout = HTTPClientError()
    public static let deadlineExceeded = HTTPClientError()
}
