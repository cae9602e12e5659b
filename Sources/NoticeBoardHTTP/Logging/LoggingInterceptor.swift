import NoticeBoardBase

/// Logs the start and the end of each call.
struct LoggingInterceptor: HTTPInterceptor {
    let time: TimeSource

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let call = request.call
        call?.send(.started)
        let start = time.now()
        do {
            let response = try await next(request)
            let bytes = response.file.map { (try? FileSnapshot($0).length) ?? 0 } ?? response.body.count
            call?.send(.finished(status: response.status, bytes: bytes, seconds: time.now() - start))
            return response
        } catch {
            let code = (error as? NoticeBoardError)?.code ?? .external
            let seconds = time.now() - start
            call?.send(error is CancellationError ? .cancelled(seconds: seconds) : .failed(code, seconds: seconds))
            throw error
        }
    }
}
