import Foundation
import NoticeBoardBase

/// The best transport of the current system, and the default of clients.
///
/// On Linux it is `CurlTransport`, or ``URLSessionTransport`` if no suitable libcurl is found, as in a program without shared
/// libraries; that is reported once on standard error. On other systems it is ``URLSessionTransport``. Create either directly to
/// use its own options: certificates, proxies, a configuration.
public struct SystemTransport: StreamingHTTPTransport {
    private let transport: any StreamingHTTPTransport

    /// Creates a transport, which copies share.
    ///
    /// - Parameters:
    ///   - trust: The servers to trust under https, and the certificates that identify the app to them. With a trust that the
    ///     transport cannot use, every call throws.
    ///   - connectionsPerHost: The maximum number of connections to one host, at least 1; more requests wait.
    public init(trust: HTTPTrust = .system, connectionsPerHost: Int = 16) {
        #if os(Linux)
            do throws(NoticeBoardError) {
                transport = try CurlTransport(trust: trust, connectionsPerHost: connectionsPerHost)
                return
            } catch {
                if error.code == .unreachable { Self.warning }
            }
        #endif
        transport = URLSessionTransport(trust: trust, connectionsPerHost: connectionsPerHost)
    }

    /// Sends `request` and returns its response, without following redirects.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await transport.send(request) }

    /// Sends `request` and returns its response as soon as the head has arrived.
    public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        try await transport.stream(request)
    }

    /// Written by its first use.
    private static let warning: Void = FileHandle.standardError.write(
        Data(
            """
            NoticeBoard: libcurl 7.87 or newer was not found. URLSession carries the requests instead, through which a server can \
            end the process.

            """.utf8))
}
