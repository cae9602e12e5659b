import NoticeBoardBase

extension TokenSession: HTTPInterceptor {
    /// Sends `request` with the access token, when it proves who is asking; once more when the token had expired.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.requiresAuthorization else { return try await next(request) }
        let lease = try lease()
        let response = try await send(request, lease, next)
        guard rules.expired.contains(response.status) || rules.ended.contains(response.status) else { return response }
        // A call of the renewal itself would wait for itself; a body that is used up cannot be sent again.
        guard !TokenRefresher.isRefreshing, request.body?.canBeSentAgain ?? true,
            let fresh = try await replacement(for: lease, after: response, request)
        else { throw refusal(response, lease) }
        request.options.observation?.tell(.replayed, of: request)
        do {
            var replay = try await send(request, fresh, next)
            replay.attempts = response.orItsAttempt + replay.orItsAttempt
            guard rules.expired.contains(replay.status) || rules.ended.contains(replay.status) else { return replay }
            throw refusal(replay, fresh)
        } catch var error as NoticeBoardError where error.status == nil {
            error.attempts = response.orItsAttempt + (error.attempts.isEmpty ? [.init(cause: error.code)] : error.attempts)
            throw error
        }
    }

    /// An answer to somebody who is signed in no longer is not handed out.
    private func send(_ request: HTTPRequest, _ lease: Lease, _ next: HTTPNext) async throws -> HTTPResponse {
        let response = try await next(try request.carrying(lease.credentials.access))
        _ = try current(lease)
        return response
    }

    /// What to send the call again with; nothing when the token is no good and there is no other.
    private func replacement(for lease: Lease, after response: HTTPResponse, _ request: HTTPRequest) async throws -> Lease? {
        guard rules.expired.contains(response.status) else {
            // The server may have made the old token worthless when it handed out a new one.
            let current = try current(lease)
            return current == lease ? nil : current
        }
        return try await refresher.renewed(lease, in: self) { outcome in
            request.options.observation?.tell(.refreshed(outcome), of: request)
        }
    }

    /// The error of a call whose token is refused, which may be the end of the session.
    private func refusal(_ response: HTTPResponse, _ lease: Lease) -> NoticeBoardError {
        var error = NoticeBoardError(refusedBy: response)
        (error.code, error.remedy) = (.unauthorized, .signInAgain)
        if rules.ended.contains(response.status) {
            end(lease, because: error)
            refresher.abandonAll(before: epoch)
        }
        return error
    }
}

extension HTTPResponse {
    /// Every time that the call was sent, also when that was once.
    fileprivate var orItsAttempt: [NoticeBoardError.Attempt] {
        attempts.isEmpty ? [.init(status: status.rawValue)] : attempts
    }
}
