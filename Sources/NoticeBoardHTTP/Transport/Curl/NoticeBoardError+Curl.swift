#if os(Linux)
    import NoticeBoardBase

    extension CurlTransfer {
        /// What became of it, once libcurl has ended it with `code`.
        func result(code: Int32, of handle: CurlHandle) throws -> HTTPResponse {
            if let refusal { throw refusal }
            guard code == 0 else { throw NoticeBoardError(curl: code, handle) }
            return try answer()
        }
    }

    extension NoticeBoardError {
        /// What libcurl's errors mean.
        ///
        /// Its own words name hosts: they are looked at and not kept.
        fileprivate init(curl code: Int32, _ handle: CurlHandle) {
            let (meaning, detail) = Self.meaning(
                ofCurl: code, tunnel: handle.get(.tunnelStatus), system: handle.get(.systemError), words: handle.error)
            self.init(meaning, detail, remedy: code == 3 ? .fixInput(.path) : nil)
        }

        /// What a code means beside what a proxy answered, the system's number and libcurl's own words.
        static func meaning(ofCurl code: Int32, tunnel: Int, system: Int, words: String) -> (code: Code, detail: String) {
            switch code {
            case 1, 8, 43: return (.unreadableResponse, "What the server sent is no HTTP answer.")
            case 3: return (.invalidInput, "The address cannot be used.")
            case 5: return (.unreachable, "The proxy's name has no address.")
            case 6: return (.unreachable, "The host's name has no address.")
            case 7 where system == 111: return (.unreachable, "The host refuses the connection.")
            case 7: return (.unreachable, "The host cannot be reached.")
            case 27, 100: return (.responseTooLarge, "The answer's header has a line that is too long.")
            case 28: return (.timedOut, "Nothing was received in time.")
            case 61: return (.unreadableResponse, "The answer's body cannot be decompressed.")
            case 23: return (.unreadableResponse, "The answer's body goes on behind its end.")
            case 97: return (.unreachable, "The proxy refuses the connection.")
            case 56 where tunnel >= 300: return (.unreachable, "The proxy refuses the connection (status \(tunnel)).")
            case 35, 58, 59, 60, 77, 82, 83, 90, 91, 98:
                return (.untrustedServer, "No trusted connection could be made.")
            // The server's word on a certificate of ours comes after the handshake.
            case 56 where words.contains("alert"): return (.untrustedServer, "No trusted connection could be made.")
            default: return (.connectionLost, "The connection ended before the answer did.")
            }
        }
    }
#endif
