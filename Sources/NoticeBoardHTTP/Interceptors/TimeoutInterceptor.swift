import NoticeBoardBase

/// Cancels a call when its timeout passes, during an attempt, a redirect, a renewal or a wait.
///
/// URLSession's timeouts are unusable on Linux: they are truncated to whole seconds, one below a second fails at once, and the
/// resource timeout is ignored.
struct TimeoutInterceptor: HTTPInterceptor {
    let time: TimeSource
    /// Whether the session, which comes next, may end the call's task, so that it needs none of its own.
    let lendsTask: Bool

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard let timeout = request.options.timeout else { return try await next(request) }
        guard timeout > 0 else { throw Self.late(timeout, after: [.init()]) }
        let (call, request) = request.withCall()
        let due = time.now() + timeout
        let task = CallTask()
        call.notes.withLock { notes in
            notes.due = due
            notes.task = lendsTask ? task : nil
        }
        let timer = time.timer(after: timeout) {
            // Asked once the attempt is over, so that its request can't be sent any more.
            task.cancel { Self.late(timeout, after: call.attempts(endedBy: .timedOut), isWaiting: call.isWaiting) }
        }
        defer { timer.cancel() }
        return try await task.run { try await next(request) }
    }

    private static func late(
        _ timeout: Double, after attempts: [NoticeBoardError.Attempt], isWaiting: Bool = false
    ) -> NoticeBoardError {
        let what = isWaiting ? "got no connection within" : "took longer than"
        return NoticeBoardError(.timedOut, "The call \(what) its timeout of \(timeout) s.", attempts: attempts)
    }
}
