#if os(Linux)
    import Foundation

    /// The kernel's routes, as its files `/proc/net/route` and `/proc/net/ipv6_route` list them.
    struct RouteTable {
        private static let isUp = 0x1
        private static let isRejected = 0x200

        /// Whether there is a default route over a link that is up, and not one that refuses everything.
        let leadsBeyondTheMachine: Bool

        init(ipv4: String, ipv6: String) {
            leadsBeyondTheMachine =
                ipv4.split(separator: "\n").contains(where: Self.isDefaultRoute4)
                || ipv6.split(separator: "\n").contains(where: Self.isDefaultRoute6)
        }

        /// Columns: interface, destination, gateway, flags, three numbers, mask.
        private static func isDefaultRoute4(_ line: Substring) -> Bool {
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.count > 7, columns[1] == "00000000", columns[7] == "00000000" else { return false }
            return isUsable(flags: columns[3], interface: columns[0])
        }

        /// Columns: destination, its prefix length, source, its prefix length, gateway, three numbers, flags, interface.
        private static func isDefaultRoute6(_ line: Substring) -> Bool {
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.count > 9, columns[1] == "00", columns[0].allSatisfy({ $0 == "0" }) else { return false }
            return isUsable(flags: columns[8], interface: columns[9])
        }

        /// Whether a route leads anywhere, by its flags, a number in base 16.
        ///
        /// The kernel keeps a default route of IPv6 over the loopback that refuses everything.
        private static func isUsable(flags: Substring, interface: Substring) -> Bool {
            guard let flags = Int(flags, radix: 16), interface != "lo" else { return false }
            return flags & isUp != 0 && flags & isRejected == 0
        }
    }
#endif
