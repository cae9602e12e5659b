#if os(Linux)
    import NoticeBoardBase
    import NoticeBoardCurl

    /// The libcurl of this system, found while the program runs: the one that FoundationNetworking has loaded, or `libcurl.so.4`.
    struct CurlLibrary: Sendable {
        /// The oldest that serves: before it, a name that is slow to look up holds every transfer that ends meanwhile.
        static let leastVersion: UInt32 = 0x075700

        /// Names of codings that it can undo, as `Accept-Encoding` has them.
        let codings: String

        /// Looks for it; throws where there is none, an older one than is needed, or one that cannot use the certificates of `trust`.
        init(for trust: HTTPTrust = .system) throws(NoticeBoardError) {
            let version = noticeboard_curl_open()
            guard version >= Self.leastVersion else {
                let found = version == 0 ? "none was found" : "the one that is there is \(Self.text(version))"
                throw NoticeBoardError(
                    .unreachable, "libcurl \(Self.text(Self.leastVersion)) or newer is needed, and \(found).",
                    remedy: .contactAdministrator)
            }
            let tls = unsafe noticeboard_curl_tls().map { unsafe String(cString: $0) } ?? "none"
            // With others libcurl takes the option and ignores it.
            guard trust.clientCertificates.isEmpty || tls.utf8.starts(with: "OpenSSL/".utf8) else {
                throw NoticeBoardError(
                    .invalidInput, "This system's libcurl uses \(tls), which takes no PKCS#12 certificate from memory.",
                    remedy: .fixInput("clientCertificates"))
            }
            let features = noticeboard_curl_features()
            let known = [(3, "gzip, deflate"), (23, "br"), (26, "zstd")]
            codings = known.filter { features & 1 << $0.0 != 0 }.map(\.1).joined(separator: ", ")
        }

        private static func text(_ version: UInt32) -> String { "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)" }
    }
#endif
