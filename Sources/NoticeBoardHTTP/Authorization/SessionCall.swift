import NoticeBoardBase

/// One call of a session: sent, and sent once more at most.
struct SessionCall: Sendable {
    let request: HTTPRequest
    let next: HTTPNext
    let state: SessionState
    let renewal: TokenRenewal
    let rules: SessionRules

    /// What the server said, and to whom when it refused the token.
    struct Answer: Sendable {
        let response: HTTPResponse
        var refused: SessionState.Lease?
    }

    func answer(_ lease: SessionState.Lease) async throws -> Answer {
        if lease.looksExpired, !renewal.isOwn {
            // Before the server has to say so; what it says then is its last word, as after any other renewal.
            let fresh = try await renewed(lease)
            let response = try await send(fresh)
            return Answer(response: response, refused: concerns(response) ? fresh : nil)
        }
        let response = try await send(lease)
        guard concerns(response) else { return Answer(response: response) }
        guard let fresh = try await replacement(for: lease, after: response) else {
            return Answer(response: response, refused: lease)
        }
        request.call?.tell(.replayed)
        let replay = try await send(fresh)
        return Answer(response: replay, refused: concerns(replay) ? fresh : nil)
    }

    /// The error of a call whose token is refused, which may be the end of the session.
    func refusal(_ response: HTTPResponse, of lease: SessionState.Lease) -> NoticeBoardError {
        var error = NoticeBoardError(refusedBy: response)
        (error.code, error.remedy) = (.unauthorized, .signInAgain)
        if rules.ended.contains(response.status) {
            state.end(lease, because: error)
            renewal.abandonAll()
        }
        return error
    }

    /// An answer to somebody who is signed in no longer is not handed out.
    private func send(_ lease: SessionState.Lease) async throws -> HTTPResponse {
        let response = try await next(try request.carrying(lease.credentials.access))
        _ = try state.current(lease)
        return response
    }

    /// Whether the response says something of the token: only who was given it can.
    ///
    /// A redirect to another origin is followed without the token. What is there, a CDN for example, may well ask for one of
    /// its own, and must not end a session that it knows nothing of.
    private func concerns(_ response: HTTPResponse) -> Bool {
        response.sawSecrets && (rules.expired.contains(response.status) || rules.ended.contains(response.status))
    }

    /// What to send the call again with; nothing when the token is no good and there is no other.
    private func replacement(for lease: SessionState.Lease, after response: HTTPResponse) async throws -> SessionState.Lease? {
        guard rules.expired.contains(response.status) else {
            // The server may have made the old token worthless when it handed out a new one.
            let current = try state.current(lease)
            return current.credentials == lease.credentials ? nil : current
        }
        return try await renewed(lease)
    }

    private func renewed(_ lease: SessionState.Lease) async throws -> SessionState.Lease {
        try await renewal.renewed(lease) { [request] outcome in request.call?.tell(.refreshed(outcome)) }
    }
}
