import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// The network of a device over real sockets, which a tunnel interrupts, and a record of what the app asked for.
///
/// `@unchecked Sendable`: the lock guards all variables, which the main actor reads while requests run elsewhere.
public final class DeviceNetwork: HTTPTransport, @unchecked Sendable {
    private let transport = SystemTransport()
    private let lock = NSLock()
    private var isCovered = false
    private var asked: [String] = []
    private var pending = 0

    /// Creates a network in the open.
    public init() {}

    /// Whether the device is in a tunnel: each request fails immediately with `noNetwork`.
    public var isInTunnel: Bool {
        get { lock.withLock { isCovered } }
        set { lock.withLock { isCovered = newValue } }
    }

    /// The number of requests so far, also of those in a tunnel.
    public var count: Int { lock.withLock { asked.count } }
    /// The targets of all requests after the first `count`.
    public func targets(after count: Int) -> [String] { lock.withLock { Array(asked.dropFirst(count)) } }
    /// Whether a request is unanswered.
    public var isBusy: Bool { lock.withLock { pending > 0 } }

    /// Sends a request, unless the device is in a tunnel.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let isCovered = lock.withLock {
            asked.append(request.target)
            pending += 1
            return self.isCovered
        }
        defer { lock.withLock { pending -= 1 } }
        if isCovered { throw NoticeBoardError(.noNetwork, "The device is in a tunnel.") }
        return try await transport.send(request)
    }
}
