import Foundation
import NoticeBoardBase

/// The best transport of the system that it runs on, and the one that clients take when none is named.
///
/// On Linux it is `CurlTransport`; where that finds no libcurl that serves, as in a program without shared libraries, it is
/// ``URLSessionTransport``, and says so once on standard error. Everywhere else it is ``URLSessionTransport``. Make one of those
/// by itself for what only it can do: certificates, proxies, a configuration.
public struct SystemTransport: StreamingHTTPTransport {
    private let transport: any HTTPTransport

    /// A transport of its own, which copies share.
    ///
    /// - Parameters:
    ///   - trust: Which servers are trusted under https, and which certificates prove the app to them. A trust that the transport
    ///     cannot use is an error of each call.
    ///   - connectionsPerHost: The maximum number of connections to one host, at least 1; more requests wait.
    public init(trust: HTTPTrust = .system, connectionsPerHost: Int = 16) {
        transport = Self.first(
            of: { try Self.own(trust, connectionsPerHost) },
            else: { URLSessionTransport(trust: trust, connectionsPerHost: connectionsPerHost) }, say: Self.warnOnce)
    }

    /// Sends `request` and returns its response; a redirect is returned and not followed.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await transport.send(request) }

    /// Sends `request` and returns its response as soon as the head has arrived.
    public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        guard let transport = transport as? any StreamingHTTPTransport else { throw URLSessionTransport.noStreams }
        return try await transport.stream(request)
    }

    /// What `best` makes, or what `second` makes where that cannot be; `say` hears why.
    package static func first(
        of best: () throws -> (any HTTPTransport)?, else second: () -> any HTTPTransport,
        say: (_ why: String) -> Void
    ) -> any HTTPTransport {
        do {
            if let best = try best() { return best }
        } catch {
            say((error as? NoticeBoardError)?.detail ?? "")
        }
        return second()
    }

    /// The transport that only this system has, if it has one.
    private static func own(_ trust: HTTPTrust, _ connectionsPerHost: Int) throws(NoticeBoardError) -> (any HTTPTransport)? {
        #if os(Linux)
            return try CurlTransport(trust: trust, connectionsPerHost: connectionsPerHost)
        #else
            return nil
        #endif
    }

    private static let hasWarned = Locked(false)

    private static func warnOnce(_ why: String) {
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        guard isFirst else { return }
        let text = "NoticeBoard: \(why) URLSession carries the requests instead, which a server can end the process through.\n"
        FileHandle.standardError.write(Data(text.utf8))
    }
}
