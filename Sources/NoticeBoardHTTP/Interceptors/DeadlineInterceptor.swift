import NoticeBoardBase

/// Ends a call when its deadline passes, whatever it is doing: waiting, redirected, being repeated.
///
/// URLSession's own time-outs do not serve: on Linux they are cut to whole seconds, one below a second fails at once, and
/// the one for the whole resource is ignored.
struct DeadlineInterceptor: HTTPInterceptor {
    let pause: Pause

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard let deadline = request.options.deadline else { return try await next(request) }
        guard deadline > 0 else { throw Self.late(deadline) }
        var bounded = request
        bounded.call = request.call?.with(due: pause.now() + deadline)
        return try await firstOf(
            { [bounded] in try await next(bounded) },
            {
                try await pause.sleep(deadline)
                throw Self.late(deadline, after: request.call?.attempts(endedBy: .timedOut) ?? [])
            })
    }

    private static func late(_ deadline: Double, after attempts: [NoticeBoardError.Attempt] = []) -> NoticeBoardError {
        NoticeBoardError(.timedOut, "The call took longer than its deadline of \(deadline) s.", attempts: attempts)
    }
}
