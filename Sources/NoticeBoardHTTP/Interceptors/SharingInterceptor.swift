import NoticeBoardBase

/// Sends equal requests that are asked for at the same time once.
///
/// Only where the call asks for it, and never a call that must not be repeated: whoever joins would believe that its own was
/// sent. It stands inside of authorization, so that the token is part of what must be equal, whatever put it there: an answer
/// to one account never reaches another.
struct SharingInterceptor: HTTPInterceptor {
    private let flights = SingleFlight<HTTPRequest, HTTPResponse>(endsWhenAbandoned: true, beginsHere: true)

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.isShared, request.options.retries != .never else { return try await next(request) }
        var shared = request
        // Each caller's timeout ends that caller's waiting; a bar that joins hears nothing of what is on its way.
        shared.options.timeout = nil
        shared.options.progress = nil
        return try await flights.value(for: shared) {
            var request = request
            request.call = request.call?.forMany()
            return try await next(request)
        }
    }
}
