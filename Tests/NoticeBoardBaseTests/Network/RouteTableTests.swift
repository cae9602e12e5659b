#if os(Linux)
    import Testing

    @testable import NoticeBoardBase

    @Suite("Routes", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RouteTableTests {
        private let heading = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
        private let anywhere = String(repeating: "0", count: 32)
        /// The kernel's own route that refuses everything.
        private var nothing6: String { "\(anywhere) 00 \(anywhere) 00 \(anywhere) ffffffff 00000001 00000000 00200200 lo\n" }

        @Test("A default route of IPv4 over a link that is up leads beyond the machine") func ipv4() {
            let route = "eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
            #expect(RouteTable(ipv4: heading + route, ipv6: nothing6).leadsBeyondTheMachine)
        }

        @Test("A default route of IPv6 leads beyond the machine") func ipv6() {
            let router = "fe800000000000000000000000000001"
            let route = "\(anywhere) 00 \(anywhere) 00 \(router) 00000400 00000005 00000000 00000003 eth0\n"
            #expect(RouteTable(ipv4: heading, ipv6: nothing6 + route).leadsBeyondTheMachine)
        }

        @Test("A route to one network alone does not") func localNetwork() {
            let route = "eth0\t0002A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0\n"
            #expect(!RouteTable(ipv4: heading + route, ipv6: nothing6).leadsBeyondTheMachine)
        }

        @Test("A route to the lower half of all addresses is no default route") func half() {
            let route = "tun0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000080\t0\t0\t0\n"
            #expect(!RouteTable(ipv4: heading + route, ipv6: "").leadsBeyondTheMachine)
        }

        @Test("A default route over a link that is down does not") func down() {
            let route = "eth0\t00000000\t0102A8C0\t0002\t0\t0\t100\t00000000\t0\t0\t0\n"
            #expect(!RouteTable(ipv4: heading + route, ipv6: "").leadsBeyondTheMachine)
        }

        @Test("The kernel's own route that refuses everything does not") func refusing() {
            #expect(!RouteTable(ipv4: heading, ipv6: nothing6).leadsBeyondTheMachine)
        }

        @Test(
            "Damaged files have no routes",
            arguments: ["", "\n\n", "eth0", "eth0\t00000000\tx\tzz\t0\t0\t0\t00000000", "\u{0}"])
        func damaged(text: String) {
            #expect(!RouteTable(ipv4: text, ipv6: text).leadsBeyondTheMachine)
        }
    }
#endif
