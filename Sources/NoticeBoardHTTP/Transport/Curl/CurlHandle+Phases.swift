#if os(Linux)
    import NoticeBoardCurl

    extension CurlHandle {
        /// Records how long the phases of the transfer took, for the call's logger; of a stream, once.
        func recordPhases() {
            guard !hasPhases, let call = transfer.call.request.call, call.isLogged else { return }
            hasPhases = true
            call.record(phases)
        }

        private func get(_ size: CurlSize) -> Int64 { unsafe noticeboard_curl_get_size(easy, size.rawValue) }

        /// The time between two moments in seconds; `nil` if the later one did not come.
        private func seconds(from start: CurlSize?, to end: CurlSize) -> Double? {
            let moment = get(end)
            let duration = moment - (start.map(get) ?? 0)
            return moment > 0 && duration >= 0 ? Double(duration) / 1e6 : nil
        }

        private var phases: HTTPPhases {
            let isNew = get(.newConnections) > 0
            let sent = Int64(get(.requestHeaderBytes)) + get(CurlSize.bodyBytesSent)
            let received = Int64(get(.responseHeaderBytes)) + get(CurlSize.bodyBytesReceived)
            return HTTPPhases(
                nameLookup: isNew ? seconds(from: nil, to: .nameFound) : nil,
                connect: isNew ? seconds(from: .nameFound, to: .connected) : nil,
                tls: isNew ? seconds(from: .connected, to: .secured) : nil,
                firstByte: seconds(from: .readyToSend, to: .firstByte),
                total: seconds(from: nil, to: .total) ?? 0, bytesSent: Int(clamping: sent),
                bytesReceived: Int(clamping: received),
                // A connection that could not be opened is none either.
                reusedConnection: !isNew && transfer.ends != nil)
        }
    }
#endif
