import NoticeBoardBase

/// Ends a call when its timeout passes, whatever it is doing: waiting, redirected, being repeated.
///
/// URLSession's own time-outs do not serve: on Linux they are cut to whole seconds, one below a second fails at once, and
/// the one for the whole resource is ignored.
struct TimeoutInterceptor: HTTPInterceptor {
    let time: TimeSource

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard let timeout = request.options.timeout else { return try await next(request) }
        guard timeout > 0 else { throw Self.late(timeout) }
        let (call, request) = request.withCall()
        call.ends(at: time.now() + timeout)
        return try await request.endable { request, race in
            let alarm = time.after(timeout) {
                let attempts = call.attempts(endedBy: .timedOut)
                race.end(.failure(Self.late(timeout, after: attempts, reason: call.queueReason)))
            }
            defer { alarm.cancel() }
            return try await next(request)
        }
    }

    @inline(never)
    private static func late(
        _ timeout: Double, after attempts: [NoticeBoardError.Attempt] = [], reason: String? = nil
    ) -> NoticeBoardError {
        let detail = "The call took longer than its timeout of \(timeout) s." + (reason.map { " \($0)" } ?? "")
        return NoticeBoardError(.timedOut, detail, attempts: attempts)
    }
}
