import Foundation
import NoticeBoardBase

extension APIClient {
    /// Returns the response to `endpoint` as soon as its head has arrived, with a body to read while it arrives.
    ///
    /// ```swift
    /// let response = try await client.stream(for: .get("log"))
    /// for try await line in response.body.lines() { print(line) }
    /// ```
    ///
    /// Until the head arrives it is a call like any other: authorized and renewed, retried, redirected; a refusal throws with its
    /// body. The timeout covers only the head. The body must end within `bodyTimeout` seconds after the head, or it throws
    /// `timedOut`. The idle timeout still applies, except while the reader is behind. A failure after the head is thrown by the
    /// body and not retried. Signing out ends the body with `sessionOver`.
    public func stream(for endpoint: some Endpoint, bodyTimeout: Double? = nil) async throws -> HTTPStreamedResponse {
        try await open(endpoint.request, bodyTimeout: bodyTimeout)
    }

    /// Opens a stream whose head `check` accepts, and records the `account` of the first attempt.
    func open(
        _ endpoint: EndpointRequest, bodyTimeout: Double? = nil, for account: Locked<AccountCalls?> = Locked(nil),
        check: (HTTPResponse) throws(NoticeBoardError) -> Void = { _ in }
    ) async throws -> HTTPStreamedResponse {
        var description = endpoint
        description.options.joinsEqualRequests = false
        if description.headers["Accept-Encoding"] == nil { description.headers["Accept-Encoding"] = "identity" }
        let slot = StreamSlot()
        return try await call(description, stream: slot) { description, context in
            defer { account.withLock { $0 = $0 ?? context.account } }
            var head = try await validResponse(to: description, context)
            try check(head)
            // An interceptor may return a complete response of its own.
            let body = slot.take() ?? HTTPByteStream(head.body)
            head.body = Data()
            guard let reader = body.takeReader() as? ByteReader else { throw NoticeBoardError.secondReader }
            context.account?.end(reader.writer)
            let timer = bodyTimeout.map { reader.writer.cancel(after: $0, configuration.time) }
            reader.writer.mapErrors(timer: timer) { outward($0, of: description, context) }
            return HTTPStreamedResponse(head: head, body: HTTPByteStream(reader))
        }
    }
}

extension HTTPStreamWriter: SessionDependent {
    /// Ends the stream: after the head there may be no task to cancel.
    package func sessionEnded() {
        cancel(throwing: NoticeBoardError(.sessionOver, "The session ended while the stream was open."))
    }

    /// Ends the stream with `timedOut` after a number of seconds, unless the timer is cancelled.
    ///
    /// Once the head has arrived, the call has no task to cancel.
    fileprivate func cancel(after seconds: Double, _ time: TimeSource) -> TimeSource.Timer {
        time.timer(after: seconds) { [weak self] in
            self?.cancel(throwing: NoticeBoardError(.timedOut, "The body took longer than its timeout of \(seconds) s."))
        }
    }
}
