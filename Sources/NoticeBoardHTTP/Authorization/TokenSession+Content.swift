import NoticeBoardBase

extension TokenSession {
    /// The credentials of a call.
    struct Lease: Sendable {
        let credentials: Credentials
        /// The account that it belongs to, with its running calls.
        let account: AccountCalls
        /// Changes with the tokens; an account or expiry date that changes while a renewal runs does not count.
        let number: Int
        /// Whether the expiry date is trusted: a date already past on arrival means a wrong clock.
        let trustsExpiryDate: Bool

        /// Whether its token will have expired on arrival, by its own date.
        var looksExpired: Bool { trustsExpiryDate && credentials.isExpiring }
    }

    struct Content: Sendable {
        /// The credentials for calls while an account is signed in.
        var lease: Lease?
        /// The calls of the signed-in account, or of none; replaced when the account changes.
        var account: AccountCalls
        /// Why no account is signed in, if the server ended the session.
        var end: NoticeBoardError?
        /// Whether the user signed out without erasing the data.
        var leavesData = false
        var lastLease = 0
        /// Changes not yet sent to listeners, and whether a thread is sending them.
        var news: [News] = []
        var isNotifying = false

        /// Increased when the account changes: results that one generation requested are not stored in another one.
        var generation: SessionGeneration { SessionGeneration(number: account.generation) }

        var state: State {
            if let lease { return .signedIn(account: lease.credentials.account) }
            return end.map { .ended($0) } ?? .signedOut
        }

        /// How the account ended, for other processes, if none is signed in.
        var recordedEnd: SharedRecord.End {
            if end != nil { return .expired }
            return leavesData ? .left : .signedOut
        }

        /// Uses `credentials` for calls from now on.
        mutating func use(_ credentials: Credentials?) {
            guard let credentials else { return lease = nil }
            lastLease += 1
            var number = lastLease
            if let lease, lease.account == account, lease.credentials.accessToken == credentials.accessToken,
                lease.credentials.refreshToken == credentials.refreshToken
            {
                number = lease.number
            }
            lease = Lease(
                credentials: credentials, account: account, number: number, trustsExpiryDate: !credentials.isExpiring)
        }

        mutating func nextNews() -> News? {
            isNotifying = !news.isEmpty
            return news.isEmpty ? nil : news.removeFirst()
        }
    }

    /// A change that listeners are to be notified of.
    struct News: Sendable {
        let state: State
        /// The calls that the change ended.
        let ended: AccountCalls?
    }

    /// Returns the current lease of the same generation: the given one unless it was renewed.
    func current(_ lease: Lease) throws(NoticeBoardError) -> Lease {
        guard let now = content.withLock({ $0.lease }), now.account == lease.account else { throw AccountCalls.over }
        return now
    }
}
