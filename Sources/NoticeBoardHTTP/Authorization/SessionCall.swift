import NoticeBoardBase

/// One call of a session: sent, and sent once more at most.
struct SessionCall {
    let request: HTTPRequest
    let next: HTTPNext
    let state: SessionState
    let refresher: TokenRefresher
    let rules: SessionRules

    func response() async throws -> HTTPResponse {
        let lease = try state.lease()
        let response = try await send(lease)
        guard rules.expired.contains(response.status) || rules.ended.contains(response.status) else { return response }
        // A call of the renewal itself would wait for itself; a body that is used up cannot be sent again.
        guard !TokenRefresher.isRefreshing, request.body?.canBeSentAgain ?? true,
            let fresh = try await replacement(for: lease, after: response)
        else { throw refusal(response, lease) }
        request.options.observation?.tell(.replayed, of: request)
        do {
            var replay = try await send(fresh)
            replay.attempts = response.orItsAttempt + replay.orItsAttempt
            guard rules.expired.contains(replay.status) || rules.ended.contains(replay.status) else { return replay }
            throw refusal(replay, fresh)
        } catch var error as NoticeBoardError where error.status == nil {
            error.attempts = response.orItsAttempt + (error.attempts.isEmpty ? [.init(cause: error.code)] : error.attempts)
            throw error
        }
    }

    /// An answer to somebody who is signed in no longer is not handed out.
    private func send(_ lease: SessionState.Lease) async throws -> HTTPResponse {
        let response = try await next(try request.carrying(lease.credentials.access))
        _ = try state.current(lease)
        return response
    }

    /// What to send the call again with; nothing when the token is no good and there is no other.
    private func replacement(for lease: SessionState.Lease, after response: HTTPResponse) async throws -> SessionState.Lease? {
        guard rules.expired.contains(response.status) else {
            // The server may have made the old token worthless when it handed out a new one.
            let current = try state.current(lease)
            return current == lease ? nil : current
        }
        return try await refresher.renewed(lease) { [request] outcome in
            request.options.observation?.tell(.refreshed(outcome), of: request)
        }
    }

    /// The error of a call whose token is refused, which may be the end of the session.
    private func refusal(_ response: HTTPResponse, _ lease: SessionState.Lease) -> NoticeBoardError {
        var error = NoticeBoardError(refusedBy: response)
        (error.code, error.remedy) = (.unauthorized, .signInAgain)
        if rules.ended.contains(response.status) {
            state.end(lease, because: error)
            refresher.abandonAll()
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
