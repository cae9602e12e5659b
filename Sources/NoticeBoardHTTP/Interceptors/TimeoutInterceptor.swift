import NoticeBoardBase

/// Cancels a call when its timeout passes, during an attempt, a redirect, a renewal or a wait.
///
/// URLSession's timeouts are unusable on Linux: they are truncated to whole seconds, one below a second fails at once, and the
/// resource timeout is ignored.
struct TimeoutInterceptor: HTTPInterceptor {
    let time: TimeSource

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard let timeout = request.options.timeout else { return try await next(request) }
        guard timeout > 0 else { throw Self.late(timeout, after: [.init()]) }
        let (call, request) = request.withCall()
        let due = time.now() + timeout
        call.notes.withLock { $0.due = due }
        if let response = try await time.result(within: timeout, of: { try await next(request) }) { return response }
        // Only now is the attempt over, so that its request can't be sent any more.
        throw Self.late(timeout, after: call.attempts(endedBy: .timedOut), isWaiting: call.isWaiting)
    }

    private static func late(
        _ timeout: Double, after attempts: [NoticeBoardError.Attempt], isWaiting: Bool = false
    ) -> NoticeBoardError {
        let what = isWaiting ? "got no connection within" : "took longer than"
        return NoticeBoardError(.timedOut, "The call \(what) its timeout of \(timeout) s.", attempts: attempts)
    }
}
