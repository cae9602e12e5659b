import NoticeBoardBase

/// Ends a call when its deadline passes, whatever it is doing: waiting, redirected, being repeated.
///
/// URLSession's own time-outs do not serve: on Linux they are cut to whole seconds, one below a second fails at once, and
/// the one for the whole resource is ignored.
struct DeadlineInterceptor: HTTPInterceptor {
    let time: TimeSource

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard let deadline = request.options.deadline else { return try await next(request) }
        guard deadline > 0 else { throw Self.late(deadline) }
        let (call, request) = request.withCall()
        call.ends(at: time.now() + deadline)
        return try await request.endable { request, race in
            let alarm = time.after(deadline) {
                race.end(.failure(Self.late(deadline, after: call.attempts(endedBy: .timedOut))))
            }
            defer { alarm.cancel() }
            return try await next(request)
        }
    }

    @inline(never)
    private static func late(_ deadline: Double, after attempts: [NoticeBoardError.Attempt] = []) -> NoticeBoardError {
        NoticeBoardError(.timedOut, "The call took longer than its deadline of \(deadline) s.", attempts: attempts)
    }
}
