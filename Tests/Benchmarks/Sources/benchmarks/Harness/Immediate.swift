import NoticeBoardHTTP

/// A transport that answers at once, so that only the layers above it are measured.
struct Immediate: HTTPTransport {
    let response: HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { response }
}
