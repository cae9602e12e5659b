#if !canImport(FoundationNetworking)
    import Foundation

    extension HTTPPhases {
        /// Creates the phases of a request that URLSession has measured.
        init(_ metrics: URLSessionTaskTransactionMetrics) {
            let sent = metrics.countOfRequestHeaderBytesSent + metrics.countOfRequestBodyBytesSent
            let received = metrics.countOfResponseHeaderBytesReceived + metrics.countOfResponseBodyBytesReceived
            self.init(
                nameLookup: Self.seconds(metrics.domainLookupStartDate, metrics.domainLookupEndDate),
                // The end of the connection includes that of the handshake.
                connect: Self.seconds(metrics.connectStartDate, metrics.secureConnectionStartDate ?? metrics.connectEndDate),
                tls: Self.seconds(metrics.secureConnectionStartDate, metrics.secureConnectionEndDate),
                firstByte: Self.seconds(metrics.requestStartDate, metrics.responseStartDate),
                total: Self.seconds(metrics.fetchStartDate, metrics.responseEndDate) ?? 0, bytesSent: Int(clamping: sent),
                bytesReceived: Int(clamping: received), reusedConnection: metrics.isReusedConnection)
        }

        private static func seconds(_ start: Date?, _ end: Date?) -> Double? {
            guard let start, let end else { return nil }
            return max(0, end.timeIntervalSince(start))
        }
    }
#endif
