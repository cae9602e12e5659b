import NoticeBoardBase

/// Sends equal requests that are asked for at the same time once.
///
/// Only calls that ask for it, and none that must not be repeated: a caller that joins would believe that its own was sent. It
/// stands inside of authorization, so that equal requests have the same token, and an answer to one account never reaches another.
struct SharingInterceptor: HTTPInterceptor {
    private let flights = SingleFlight<HTTPRequest, HTTPResponse>(endsWhenAbandoned: true)

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.isShared, request.options.retries != .never else { return try await next(request) }
        var shared = request
        // A caller's timeout ends that caller's wait and not the request of all.
        shared.options.timeout = nil
        let sent = shared
        // A progress bar that joins hears nothing of a request that is underway.
        shared.options.progress = nil
        return try await flights.value(for: shared) { try await next(sent) }
    }
}
