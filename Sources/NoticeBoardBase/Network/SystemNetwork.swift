#if canImport(Network)
    import Dispatch
    import Network
#endif

/// The device's network, as the system reports it.
///
/// On Apple's systems by its path monitor. On Linux there is a network while a route leads beyond the machine; where a program may
/// not read the routes, ``isOnline`` stays `nil` and nothing returns: use a ``ProbedNetwork`` there.
public final class SystemNetwork: NetworkStatus {
    /// The device's network; it is watched from the first use until the program ends.
    public static let shared = SystemNetwork()

    private let reports = NetworkReports()
    private let monitor: Monitor?

    private init() {
        monitor = Monitor { [reports] isOnline in reports.report(isOnline) }
    }

    /// Whether there is a network; `nil` where the system does not say.
    public var isOnline: Bool? { reports.isOnline }

    /// Returns a stream with an element each time the network returns, from now on.
    public func returns() -> AsyncStream<Void> { reports.returns() }

    #if canImport(Network)
        /// Watches the system's network path.
        private final class Monitor: Sendable {
            private let paths = NWPathMonitor()

            init?(_ report: @escaping @Sendable (Bool) -> Void) {
                // `requiresConnection`: a call would open it, such as a VPN on demand.
                paths.pathUpdateHandler = { report($0.status != .unsatisfied) }
                paths.start(queue: DispatchQueue(label: "NoticeBoard.SystemNetwork"))
            }
        }
    #elseif os(Linux)
        private typealias Monitor = RouteMonitor
    #else
        /// Unknown on other systems.
        private final class Monitor: Sendable {
            init?(_ report: @escaping @Sendable (Bool) -> Void) { return nil }
        }
    #endif
}
