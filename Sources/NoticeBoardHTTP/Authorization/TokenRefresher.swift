import NoticeBoardBase

/// Renews access tokens, each once.
struct TokenRefresher: Sendable {
    /// Whether this task is the renewal itself: a call that it makes must not wait for it.
    @TaskLocal static var isRefreshing = false

    private let state: SessionState
    private let rules: SessionRules
    private let refresh: @Sendable (Credentials) async throws -> Credentials
    /// A server may hand a new token out only once, so that a renewal under way is never thrown away.
    private let flights = SingleFlight<SessionState.Lease, SessionState.Lease>(endsWhenAbandoned: false)

    init(
        state: SessionState, rules: SessionRules, refresh: @escaping @Sendable (Credentials) async throws -> Credentials
    ) {
        self.state = state
        self.rules = rules
        self.refresh = refresh
    }

    /// What calls leave with after `lease` was found expired.
    ///
    /// `tell` hears what came of the renewal, if it is this one that begins it.
    func renewed(
        _ lease: SessionState.Lease, tell: @escaping @Sendable (TokenRefresh) -> Void = { _ in }
    ) async throws -> SessionState.Lease {
        let current = try state.current(lease)
        // A late failure, of a call that left with the old token.
        guard current == lease else { return current }
        return try await flights.value(for: lease) { try await renew(lease, tell: tell) }
    }

    /// Sends away those who wait for a token of an epoch that has passed: their session is over.
    func abandonAll() {
        let epoch = state.epoch
        flights.end(NoticeBoardError(.sessionOver, "The session ended while its token was renewed.")) {
            $0.epoch.number < epoch.number
        }
    }

    private func renew(
        _ lease: SessionState.Lease, tell: @Sendable (TokenRefresh) -> Void
    ) async throws -> SessionState.Lease {
        // Between the look above and now, another renewal may have come to its end.
        let current = try state.current(lease)
        guard current == lease else { return current }
        do {
            let fresh = try await Self.$isRefreshing.withValue(true) { try await refresh(lease.credentials) }
            let isTaken = state.renew(lease, to: fresh)
            tell(isTaken ? .renewed : .tooLate)
            return try state.current(lease)
        } catch let error as NoticeBoardError {
            return try outcome(of: error, lease, tell: tell)
        } catch {
            // Cancelled callers have left already; those who still wait were not cancelled and must not hear that they were.
            tell(.failed(.unreachable))
            throw NoticeBoardError(.unreachable, "The token could not be renewed.")
        }
    }

    private func outcome(
        of error: NoticeBoardError, _ lease: SessionState.Lease, tell: @Sendable (TokenRefresh) -> Void
    ) throws -> SessionState.Lease {
        let status = HTTPStatus(rawValue: error.status ?? 0)
        if rules.stillGood.contains(status) {
            tell(.stillGood)
            return try state.current(lease)
        }
        if rules.refused.contains(status) {
            let over = NoticeBoardError(
                .sessionOver, "The server renews the token no more.", reply: error.reply, underlying: error)
            tell(.refused)
            state.end(lease, because: over)
            throw over
        }
        // That the session ended meanwhile has been told already.
        if error.code != .sessionOver { tell(.failed(error.code)) }
        throw error
    }
}
