extension NoticeBoardError {
    /// Whether the service may have carried out the call although it failed.
    ///
    /// A response of this or an earlier attempt was lost, or a redirect led to a result that could not be read. Before you repeat a
    /// call that must not happen twice, ask the service for the outcome.
    public var mayHaveArrived: Bool {
        if Self.lostAnswers.contains(code), attempts.last?.isUnsent != true, !timedOutBetweenAttempts { return true }
        // The server has answered an upload whose file had changed.
        if code == .fileUnavailable, let status, Attempt(status: status).mayHaveArrived { return true }
        return attempts.contains { $0.mayHaveArrived }
    }

    /// Whether the call's timeout passed in a wait, after an attempt that had ended by itself.
    private var timedOutBetweenAttempts: Bool {
        guard code == .timedOut, let last = attempts.last, !last.isUnsent else { return false }
        return last.cause != .timedOut
    }

    /// Whether a repeated deletion failed because an earlier attempt may have succeeded.
    ///
    /// The earlier attempt's response was lost, and this one got a 404 or 410.
    ///
    /// ```swift
    /// do { try await client.response(for: .delete("notes/\(id)")) } catch let error as NoticeBoardError where error.isGoneAfterLostAnswer {}
    /// ```
    public var isGoneAfterLostAnswer: Bool {
        (status == 404 || status == 410) && attempts.dropLast().contains { $0.mayHaveArrived }
    }

    /// Failures after which the service may have carried out the call.
    fileprivate static let lostAnswers: Set<Code> = [
        .connectionLost, .timedOut, .serverFailure, .unreadableResponse, .responseTooLarge, .external,
    ]
}

extension NoticeBoardError.Attempt {
    /// Whether the attempt has neither a response nor a failure: when a call has ended, it never got a connection.
    package var isUnsent: Bool { status == nil && cause == nil }

    fileprivate var mayHaveArrived: Bool {
        if isAnswered { return true }
        if let cause { return NoticeBoardError.lostAnswers.contains(cause) }
        // 301 to 303 lead to the result of a request; 307 and 308 ask for it at another address.
        return status.map { $0 >= 500 || 200...299 ~= $0 || 301...303 ~= $0 } ?? false
    }
}
