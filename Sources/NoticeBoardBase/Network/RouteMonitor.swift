#if os(Linux)
    import Dispatch
    import Foundation

    /// Watches the kernel's routes, and reports whether one leads beyond the machine.
    final class RouteMonitor: Sendable {
        /// Sendable: any thread may use a dispatch source, which Dispatch does not declare here.
        private struct Source: @unchecked Sendable { let source: any DispatchSourceProtocol }

        private let source: Source

        deinit { source.source.cancel() }

        /// Begins to watch, and reports the present state at once; `nil` if the program may not watch the routes.
        init?(_ report: @escaping @Sendable (Bool) -> Void) {
            guard let socket = Self.openSocket() else { return nil }
            let queue = DispatchQueue(label: "NoticeBoard.RouteMonitor")
            let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
            source.setEventHandler {
                // Only the fact of a change matters. What did not fit into the socket's buffer is reported as an error, once.
                var messages = [UInt8](repeating: 0, count: 16_384)
                while unsafe recv(socket, &messages, messages.count, 0) > 0 || errno == ENOBUFS {}
                report(Self.hasRoute())
            }
            source.setCancelHandler { systemClose(socket) }
            self.source = Source(source: source)
            source.resume()
            report(Self.hasRoute())
        }

        /// Opens a socket on which the kernel tells each change of links, addresses and routes.
        private static func openSocket() -> Int32? {
            // Numbers of the kernel's interface, which Swift's module of the C library lacks.
            let netlinkFamily: Int32 = 16
            let routeProtocol: Int32 = 0
            let links: UInt32 = 0x1
            let addresses: UInt32 = 0x10 | 0x100
            let routes: UInt32 = 0x40 | 0x400
            let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let socket = Glibc.socket(netlinkFamily, kind, routeProtocol)
            guard socket >= 0 else { return nil }
            var address = NetlinkAddress(
                family: UInt16(netlinkFamily), padding: 0, process: 0, groups: links | addresses | routes)
            let size = socklen_t(MemoryLayout<NetlinkAddress>.size)
            let bound = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(socket, $0, size) }
            }
            guard bound == 0 else {
                systemClose(socket)
                return nil
            }
            return socket
        }

        /// The kernel's `sockaddr_nl`.
        private struct NetlinkAddress {
            var family: UInt16
            var padding: UInt16
            var process: UInt32
            var groups: UInt32
        }

        /// Whether a route leads beyond the machine: a default route of IPv4 or IPv6 over a link that is up.
        private static func hasRoute() -> Bool {
            RouteTable(
                ipv4: (try? String(contentsOfFile: "/proc/net/route", encoding: .utf8)) ?? "",
                ipv6: (try? String(contentsOfFile: "/proc/net/ipv6_route", encoding: .utf8)) ?? ""
            ).leadsBeyondTheMachine
        }
    }
#endif
