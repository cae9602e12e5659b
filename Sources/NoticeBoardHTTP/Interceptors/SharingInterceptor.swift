import NoticeBoardBase

/// Sends equal requests that are asked for at the same time once.
///
/// Only where the call asks for it, and never a call that must not be repeated: whoever joins would believe that its own was
/// sent.
struct SharingInterceptor: HTTPInterceptor {
    /// The session that a request belongs to: an answer to one account must not reach another.
    let epoch: @Sendable () -> SessionEpoch
    private let flights = SingleFlight<Key, HTTPResponse>(endsWhenAbandoned: true)

    private struct Key: Hashable, Sendable {
        let request: HTTPRequest
        let epoch: SessionEpoch
    }

    init(epoch: @escaping @Sendable () -> SessionEpoch) { self.epoch = epoch }

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.isShared, request.options.repeating != .never else { return try await next(request) }
        var alike = request
        // What differs from call to call although the request is the same.
        (alike.options.requestID, alike.options.due, alike.options.trail) = ("", nil, nil)
        return try await flights.value(for: Key(request: alike, epoch: epoch())) { try await next(request) }
    }
}
