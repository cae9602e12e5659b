import NoticeBoardBase

/// Sends concurrent equal requests only once.
///
/// Only for calls that opt in, and never with retries of `.never`: a caller that joins would believe that its own request was
/// sent. It runs inside of authorization, so that equal requests have the same token and no response reaches another account.
struct SharingInterceptor: HTTPInterceptor {
    private struct Key: Hashable, Sendable {
        let request: HTTPRequest
        /// The account that the request is made for, and whose session can end it.
        let account: AccountCalls?
    }

    private let flights = SingleFlight<Key, HTTPResponse>(endsWhenAbandoned: true)

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.joinsEqualRequests, request.options.retries != .never else { return try await next(request) }
        var shared = request
        // A caller's timeout ends only that caller's wait, not the shared request.
        shared.options.timeout = nil
        let sent = shared
        // A progress handler that joins gets no updates of a running request.
        shared.options.progress = nil
        let key = Key(request: shared, account: request.call?.account)
        return try await flights.value(for: key) { try await next(sent) }
    }
}
