import NoticeBoardHTTP

/// A transport that answers at once and keeps nothing, so that what is measured is what is above it.
struct Immediate: HTTPTransport {
    let response: HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { response }
}
