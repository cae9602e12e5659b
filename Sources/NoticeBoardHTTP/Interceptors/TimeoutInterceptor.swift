import NoticeBoardBase

/// Cancels a call when its timeout passes, during an attempt, a redirect, a renewal or a wait.
///
/// URLSession's timeouts are unusable on Linux: they are truncated to whole seconds, one below a second fails at once, and the
/// resource timeout is ignored.
struct TimeoutInterceptor: HTTPInterceptor {
    let time: TimeSource

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard let timeout = request.options.timeout else { return try await next(request) }
        guard timeout > 0 else { throw Self.late(timeout) }
        let (call, request) = request.withCall()
        let due = time.now() + timeout
        call.notes.withLock { $0.due = due }
        return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            group.addTask { try await next(request) }
            group.addTask {
                try await time.sleep(timeout)
                throw Self.late(timeout, after: call.attempts(endedBy: .timedOut))
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    private static func late(_ timeout: Double, after attempts: [NoticeBoardError.Attempt] = []) -> NoticeBoardError {
        NoticeBoardError(.timedOut, "The call took longer than its timeout of \(timeout) s.", attempts: attempts)
    }
}
