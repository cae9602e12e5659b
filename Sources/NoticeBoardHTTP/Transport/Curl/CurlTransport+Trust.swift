#if os(Linux)
    public import Foundation
    import NoticeBoardBase

    extension CurlTransport {
        /// Which servers are believed under https.
        ///
        /// Pins narrow what is trusted and replace nothing: the certificate must be right as well.
        public struct Trust: Sendable, Hashable {
            /// Those that the system's store vouches for.
            public static let system = Trust()

            /// A file of certificates in PEM that vouch in place of the system's.
            public var authorities: URL?
            /// Of a host, the public keys one of which it must have: their SHA-256 in base 64.
            ///
            /// The host as an address has it, without scheme, port or pattern; that of IPv6 without brackets.
            ///
            /// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` makes one
            /// of a certificate. Name a second one that is kept in reserve.
            public var pins: [String: Set<String>]

            /// What is trusted; the system's store and no pins when nothing is said.
            public init(authorities: URL? = nil, pins: [String: Set<String>] = [:]) {
                self.authorities = authorities
                self.pins = pins
            }
        }

        /// What stands between this machine and the server.
        public enum Proxy: Sendable, Hashable {
            /// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say; this machine itself is reached directly.
            case environment
            /// Nothing, whatever the environment says.
            case none
            /// The proxy at this address, for every server, whatever the environment says.
            case address(URL)
        }
    }

    extension CurlTransport.Trust {
        /// The same with hosts in lower case; throws when something in it would mean less than was meant.
        func checked() throws(NoticeBoardError) -> Self {
            if let authorities {
                guard authorities.isFileURL, FileManager.default.isReadableFile(atPath: authorities.path) else {
                    throw NoticeBoardError(.fileUnavailable, "The file of authorities cannot be read.", remedy: .fixInput(.file))
                }
            }
            var checked = self
            checked.pins = [:]
            for (host, keys) in pins {
                let host = host.lowercased()
                guard Self.isHost(host) else {
                    throw NoticeBoardError(
                        .invalidInput, "Pins are for a host alone: no scheme, port, path or pattern, no dot at its end.",
                        remedy: .fixInput("pins"))
                }
                guard !keys.isEmpty, keys.allSatisfy({ Data(base64Encoded: $0)?.count == 32 }) else {
                    throw NoticeBoardError(.invalidInput, "A pin is no SHA-256 in base 64.", remedy: .fixInput("pins"))
                }
                checked.pins[host] = keys
            }
            return checked
        }

        /// Whether `host` is one as a request's origin says it: under anything else nobody would look for its pins.
        private static func isHost(_ host: String) -> Bool {
            var address = in6_addr()
            if host.utf8.contains(UInt8(ascii: ":")) { return unsafe inet_pton(AF_INET6, host, &address) == 1 }
            return host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains($0) }
            }
        }
    }

    extension CurlTransport.Proxy {
        func checked() throws(NoticeBoardError) -> Self {
            guard case .address(let url) = self else { return self }
            guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
                throw NoticeBoardError(.invalidInput, "The proxy's address has no host.", remedy: .fixInput("proxy"))
            }
            return self
        }
    }
#endif
