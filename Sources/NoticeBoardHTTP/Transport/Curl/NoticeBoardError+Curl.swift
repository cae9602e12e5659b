#if os(Linux)
    import Foundation
    import NoticeBoardBase

    extension NoticeBoardError {
        /// Creates the error for a libcurl code.
        ///
        /// libcurl's message names hosts, so it is inspected but not kept.
        init(curl code: CurlCode, _ handle: CurlHandle, _ origin: HTTPOrigin) {
            let (meaning, detail) = Self.meaning(
                of: code, tunnel: handle.get(.tunnelStatus), system: handle.get(.systemError), words: handle.error,
                server: "\(origin.host) port \(origin.port)")
            let remedy: Remedy? =
                switch code {
                case .malformedAddress: .fixInput(.path)
                case .clientCertificate: .fixInput("clientCertificates")
                default: nil
                }
            self.init(meaning, detail, remedy: remedy)
        }

        /// Returns the meaning of a code, with the proxy's status, the system's error number and libcurl's message.
        static func meaning(
            of code: CurlCode, tunnel: Int, system: Int, words: String, server: String = ""
        ) -> (code: Code, detail: String) {
            switch code {
            case .unsupportedProtocol, .weirdServerReply, .badFunctionArgument:
                return (.unreadableResponse, "What the server sent is no HTTP answer.")
            case .malformedAddress: return (.invalidInput, "The address cannot be used.")
            case .cannotResolveProxy: return (.proxyUnreachable, "The proxy's name has no address.")
            case .cannotResolveHost: return (.unreachable, "The host's name has no address.")
            // libcurl's message names what it tried to reach; newer versions add `via` a proxy to the server.
            case .cannotConnect
            where words.hasPrefix("Failed to connect to ") && !words.hasPrefix("Failed to connect to \(server) after "):
                return (.proxyUnreachable, "The proxy cannot be reached.")
            case .cannotConnect where system == Int(ECONNREFUSED): return (.unreachable, "The host refuses the connection.")
            case .cannotConnect: return (.unreachable, "The host cannot be reached.")
            case .outOfMemory, .tooLarge: return (.responseTooLarge, "The answer's header has a line that is too long.")
            case .timedOut: return (.timedOut, "Nothing was received in time.")
            case .badContentEncoding: return (.unreadableResponse, "The answer's body cannot be decompressed.")
            case .writeError: return (.unreadableResponse, "The answer's body goes on behind its end.")
            case .proxyHandshake: return (.proxyRefused, "The proxy refuses the connection.")
            case .receiveError where tunnel >= 300:
                return (.proxyRefused, "The proxy refuses the connection (status \(tunnel)).")
            case .clientCertificate: return (.invalidInput, "The client certificate or its password cannot be used.")
            case _ where code.isOfTrust: return (.untrustedServer, distrust(code, words))
            // The server rejects the app's certificate only after the handshake.
            case .receiveError where words.contains("alert"):
                return (.untrustedServer, "No trusted connection could be made.")
            default: return (.connectionLost, "The connection ended before the answer did.")
            }
        }

        /// Returns why a server is not trusted, from the messages of OpenSSL and GnuTLS.
        private static func distrust(_ code: CurlCode, _ words: String) -> String {
            func has(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
            if code == .pinnedKey { return "The server's public key is none of the pinned ones." }
            if has("has expired", "expired certificate") { return "The server's certificate has expired." }
            if has("not yet valid", "not yet activated") { return "The server's certificate is not valid yet." }
            if has("does not match", "no alternative certificate subject name", "hostname mismatch") {
                return "The server's certificate is for another host."
            }
            if has("issuer certificate", "self-signed", "self signed", "unknown authority", "signer not found") {
                return "The server's certificate is signed by an unknown authority."
            }
            if has("unsupported protocol", "protocol version", "wrong version", "no protocols available") {
                return "The server offers no TLS 1.2 or later."
            }
            return "No trusted connection could be made."
        }
    }
#endif
