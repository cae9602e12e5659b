import NoticeBoardBase

/// What the processes of a shared session agree on, in a file: `{"epoch":"…","format":1,"lease":{…},"tokens":"…"}`.
///
/// It names no token: only marks that change with them.
package struct SharedRecord: Codable, Hashable, Sendable {
    /// How the last account ended.
    package enum End: String, Codable, Hashable, Sendable {
        /// The user signed out, and the account's data are erased.
        case signedOut
        /// The data stay, or another sign-in is on its way.
        case left
        /// The service ended the session.
        case expired
    }

    /// A renewal that a process has begun: its request may have been sent.
    package struct Lease: Codable, Hashable, Sendable {
        package let owner: ProcessIdentity
        /// By the machine's clock.
        package let deadline: Double
        /// The mark of the tokens that it renews.
        package let asked: String

        package init(owner: ProcessIdentity, deadline: Double, asked: String) {
            self.owner = owner
            self.deadline = deadline
            self.asked = asked
        }
    }

    static let newestFormat = 1
    /// In seconds; a lease that would end later belongs to another start of the machine, or is damaged.
    static let longestLease = 600.0
    /// In place of a mark, where it is not known which tokens were renewed.
    static let anyTokens = "*"

    var format = newestFormat
    /// Changes with each sign-in and sign-out.
    package var epoch = ""
    /// Changes with the tokens of an account.
    package var tokens = ""
    /// How the account ended; `nil` while one is signed in.
    package var end: End?
    package var lease: Lease?
    /// The mark of tokens whose renewal had no answer: they may be used.
    package var doubtful: String?

    package init() {}

    /// Whether an account is signed in, or is about to be.
    var isOpen: Bool { end == nil || end == .left }

    /// Returns the mark of tokens: 32 bits of a hash, which tell tokens apart and lead to none.
    package func mark(of credentials: Credentials) -> String {
        let tokens = "\(epoch) \(credentials.refreshToken ?? "") \(credentials.accessToken.headerValue)"
        return String(decoding: HashedName.of(tokens).utf8.prefix(8), as: UTF8.self)
    }
}

extension SharedRecord {
    /// What a process needs to know to judge a lease.
    struct Judge {
        let me: ProcessIdentity
        let now: Double
        let abandonedAfter: Double
        let isGone: (ProcessIdentity) -> Bool
    }

    /// Whether another process holds the lease.
    func isHeld(for judge: Judge) -> Bool {
        guard let lease, lease.owner.id != judge.me.id else { return false }
        // The machine was started again: no process of before is left.
        guard lease.owner.boot == judge.me.boot else { return false }
        let left = lease.deadline - judge.now
        guard left.isFinite, left <= Self.longestLease else { return false }
        // A request of a process that was killed may still arrive, so even its lease is waited for.
        if left > 0 { return true }
        return !judge.isGone(lease.owner) && -left < judge.abandonedAfter
    }

    /// Begins a renewal of the tokens with `mark`; returns whether they may be used already.
    mutating func claim(_ mark: String, by me: ProcessIdentity, until deadline: Double) -> Bool {
        dropLease()
        lease = Lease(owner: me, deadline: deadline, asked: mark)
        return doubtful == mark || doubtful == Self.anyTokens
    }

    /// Ends a lease that nobody holds any more; its tokens stay doubtful.
    mutating func dropLease() {
        if let asked = lease?.asked { doubtful = asked }
        lease = nil
    }

    /// Whether the lease is that of a renewal that `me` began for the tokens with `mark`.
    ///
    /// A process may begin a second renewal while the first one is still asking, if the app has replaced the tokens.
    func isLeased(by me: ProcessIdentity, for mark: String) -> Bool { lease?.owner.id == me.id && lease?.asked == mark }

    /// Ends the renewal of the tokens with `mark` by `me`; with `isDoubtful`, they may be used.
    mutating func release(_ me: ProcessIdentity, for mark: String, isDoubtful: Bool) {
        guard let lease, isLeased(by: me, for: mark) else { return }
        if isDoubtful { doubtful = lease.asked }
        self.lease = nil
    }

    /// Notes that other tokens are stored.
    mutating func replaceTokens() {
        tokens = UniqueMark.new()
        doubtful = nil
    }

    /// Begins the time of another account, or of none.
    mutating func beginEpoch(_ end: End) {
        self = SharedRecord()
        epoch = UniqueMark.new()
        tokens = UniqueMark.new()
        self.end = end
    }
}
