import NoticeBoardBase

/// Tells when a call sets out and what became of it, and lets the rest of the chain tell more.
struct ObservationInterceptor: HTTPInterceptor {
    let observation: Observation
    let pause: Pause

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        var request = request
        request.options.observation = observation
        observation.tell(.started, of: request)
        let start = pause.now()
        do {
            let response = try await next(request)
            observation.tell(
                .finished(status: response.status, bytes: response.body.count, seconds: pause.now() - start), of: request)
            return response
        } catch is CancellationError {
            observation.tell(.cancelled(seconds: pause.now() - start), of: request)
            throw CancellationError()
        } catch {
            let code = (error as? NoticeBoardError)?.code ?? .unreachable
            observation.tell(.failed(code, seconds: pause.now() - start), of: request)
            throw error
        }
    }
}
