public import Foundation

/// What a test lets happen.
extension LinkSimulator {
    /// Holds every request of this line, `GET /refresh` for example, at `gate` from now on; nil lets them pass again.
    ///
    /// What they are answered with is decided when the gate opens.
    public func hold(_ line: String, at gate: Gate?) { state.update { $0.held[line] = gate } }

    /// Gives every request of this line `answer` instead of the service's own from now on; nil lets the service answer again.
    public func answer(_ line: String, with answer: StubAnswer?) { state.update { $0.answered[line] = answer } }

    /// Lets every access token that was handed out expire now: 419.
    public func expireTokens() { state.update { $0.tokens.expireAccess() } }

    /// Lets every refresh token that was handed out expire now: 418.
    public func expireRefreshTokens() { state.update { $0.tokens.expireRefresh() } }

    /// Forgets every token that was handed out: 401.
    public func forgetTokens() { state.update { $0.tokens.forget() } }

    /// How many calls each access token opens that is handed out from now on; for ever when there is no number.
    public var tokenLife: Int? {
        get { state.value.tokens.life }
        nonmutating set { state.update { $0.tokens.life = newValue } }
    }

    /// The accounts, in the order in which they signed up.
    public var accounts: [SimulatedAccount] {
        get { state.value.accounts }
        nonmutating set { state.update { $0.accounts = newValue } }
    }

    /// The posts, newest first.
    public var posts: [SimulatedLinkPost] {
        get { state.value.posts }
        nonmutating set { state.update { $0.posts = newValue } }
    }

    /// The bytes of the files, by their paths.
    public var files: [String: Data] { state.value.files }
}

/// What a test reads.
extension LinkSimulator {
    /// The requests so far, whole, in the order in which they came; of very many, the last 10,000.
    public var requests: RecordedRequests { RecordedRequests(state.value.log.kept.map(\.request)) }

    /// The requests so far, each with the status of its answer; of very many, the last 10,000.
    public var log: [SimulatedLinkRequest] { state.value.log.kept.map(\.note) }

    /// How often the service itself was asked for a new access token, whatever it said.
    public var refreshes: Int { state.value.refreshes }

    /// Waits until `count` requests have come in all.
    ///
    /// Returns at once when the task is cancelled.
    public func waitForRequests(_ count: Int) async { await state.until { $0.log.count >= count } }

    /// How many requests of this line, `GET /post` for example, were answered with this status.
    public func count(_ line: String, _ status: Int) -> Int { state.value.outcomes["\(line) \(status)"] ?? 0 }

    /// Waits until `count` requests of this line were answered with this status.
    ///
    /// Returns at once when the task is cancelled.
    public func answered(_ line: String, _ status: Int, times count: Int = 1) async {
        await state.until { ($0.outcomes["\(line) \(status)"] ?? 0) >= count }
    }
}
