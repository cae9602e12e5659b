#if os(Linux)
    import NoticeBoardBase

    extension CurlTransfer {
        /// Returns the response, or throws, after libcurl has ended with `code`.
        func result(code: Int32, of handle: CurlHandle) throws -> HTTPResponse {
            if let refusal { throw refusal }
            let isSendingFault = [16, 18, 55, 56, 65, 92].contains(code)
            guard code == 0 || (isSendingFault && isRefusedEarly) else {
                throw NoticeBoardError(curl: code, handle, host: call.request.origin.host)
            }
            return try answer()
        }
    }

    extension NoticeBoardError {
        /// Creates the error for a libcurl code.
        ///
        /// libcurl's message names hosts, so it is inspected but not kept.
        fileprivate init(curl code: Int32, _ handle: CurlHandle, host: String) {
            let (meaning, detail) = Self.meaning(
                ofCurl: code, tunnel: handle.get(.tunnelStatus), system: handle.get(.systemError), words: handle.error, host: host
            )
            self.init(meaning, detail, remedy: code == 3 ? .fixInput(.path) : code == 58 ? .fixInput("clientCertificates") : nil)
        }

        /// Returns the meaning of a code, with the proxy's status, the system's error number and libcurl's message.
        static func meaning(
            ofCurl code: Int32, tunnel: Int, system: Int, words: String, host: String = ""
        ) -> (code: Code, detail: String) {
            switch code {
            case 1, 8, 43: return (.unreadableResponse, "What the server sent is no HTTP answer.")
            case 3: return (.invalidInput, "The address cannot be used.")
            case 5: return (.proxyUnreachable, "The proxy's name has no address.")
            case 6: return (.unreachable, "The host's name has no address.")
            // libcurl's message names the machine that it tried to reach.
            case 7 where words.hasPrefix("Failed to connect to ") && !words.contains(host):
                return (.proxyUnreachable, "The proxy cannot be reached.")
            case 7 where system == 111: return (.unreachable, "The host refuses the connection.")
            case 7: return (.unreachable, "The host cannot be reached.")
            case 27, 100: return (.responseTooLarge, "The answer's header has a line that is too long.")
            case 28: return (.timedOut, "Nothing was received in time.")
            case 61: return (.unreadableResponse, "The answer's body cannot be decompressed.")
            case 23: return (.unreadableResponse, "The answer's body goes on behind its end.")
            case 97: return (.proxyRefused, "The proxy refuses the connection.")
            case 56 where tunnel >= 300: return (.proxyRefused, "The proxy refuses the connection (status \(tunnel)).")
            case 58: return (.invalidInput, "The client certificate or its password cannot be used.")
            case 35, 59, 60, 77, 82, 83, 90, 91, 98: return (.untrustedServer, distrust(code, words))
            // The server rejects the app's certificate only after the handshake.
            case 56 where words.contains("alert"): return (.untrustedServer, "No trusted connection could be made.")
            default: return (.connectionLost, "The connection ended before the answer did.")
            }
        }

        /// Returns why a server is not trusted, from the messages of OpenSSL and GnuTLS.
        private static func distrust(_ code: Int32, _ words: String) -> String {
            func has(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
            if code == 90 { return "The server's public key is none of the pinned ones." }
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
