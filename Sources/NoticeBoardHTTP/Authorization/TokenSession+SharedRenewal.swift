import NoticeBoardBase

/// Renewing tokens that several processes share: one of them renews, and the others use its tokens.
extension TokenSession {
    /// Renews the tokens of `lease`, or uses those that another process has renewed.
    func renewShared(_ lease: Lease, _ writer: TokenWriter, _ share: TokenShare, _ call: CallContext?) async throws -> Lease {
        // Until the new tokens are stored: an app that is suspended before continues with used ones.
        let awake = BackgroundActivity("Renewing a token")
        var wait = LeaseWait(share.sharing)
        while true {
            let current = try current(lease)
            guard current.number == lease.number else { return current }
            switch try await claim(current, writer, share, call) {
            case .granted(let claim):
                if let renewed = try await renew(current, by: claim, awake, call) { return renewed }
            case .held: try await wait.pause()
            case .changed(let snapshot): return try adopt(snapshot, share, insteadOf: lease, call)
            }
        }
    }

    /// Begins a renewal of the tokens of `lease`; a file or a store that fails is logged.
    private func claim(
        _ lease: Lease, _ writer: TokenWriter, _ share: TokenShare, _ call: CallContext?
    ) async throws -> TokenShare.ClaimResult {
        do {
            return try await writer.claim(lease.credentials, share) { [self] in wanted }
        } catch {
            call?.send(.tokenNotRenewed((error as? NoticeBoardError)?.code ?? .external))
            throw error
        }
    }

    /// Returns the lease of the tokens that another process has stored.
    private func adopt(
        _ snapshot: TokenShare.Snapshot, _ share: TokenShare, insteadOf lease: Lease, _ call: CallContext?
    ) throws -> Lease {
        apply(snapshot, share)
        let current = try current(lease)
        guard current.number != lease.number else {
            throw NoticeBoardError(.storeBusy, "The tokens are being changed by another process.")
        }
        call?.send(.tokenFromOtherProcess)
        return current
    }

    /// Sends the renewal that `claim` allows; returns `nil` if the claim has become too old before that.
    private func renew(
        _ lease: Lease, by claim: TokenShare.Claim, _ awake: BackgroundActivity, _ call: CallContext?
    ) async throws -> Lease? {
        guard let writer, let share = writer.share else { return lease }
        let current = { @Sendable [self] in wanted }
        // The account may have signed out while the file was locked.
        let isCurrent = (try? self.current(lease))?.number == lease.number
        // The process was stopped, or the machine slept: another process may be about to take over.
        guard isCurrent, share.sharing.clock() < claim.deadline else {
            _ = try await writer.release(claim, isDoubtful: claim.isDoubtful, share, current)
            return nil
        }
        if claim.isDoubtful {
            share.sharing.onTakeover()
            call?.send(.tokenSentAgain)
            if rules.doubtfulRefresh == .signInAgain {
                let error = NoticeBoardError(.sessionOver, "The refresh token may be used already.")
                guard end(lease, because: error) else { return try self.current(lease) }
                throw error
            }
        }
        var fresh: Credentials
        do {
            fresh = try await ask(lease.credentials)
        } catch {
            let isDoubtful = (error as? NoticeBoardError)?.mayHaveArrived ?? true
            let other = try? await writer.release(claim, isDoubtful: isDoubtful, share, current)
            // A refusal of tokens that another process has replaced says nothing.
            if let other { return try adopt(other, share, insteadOf: lease, call) }
            return try outcome(of: error, lease, call)
        }
        fresh.account = fresh.account ?? lease.credentials.account
        // A failure of the store is repeated with the next write; until then no other process may renew.
        let other = try? await writer.commit(fresh, insteadOf: lease.credentials, of: claim, share, awake, current)
        if let other {
            call?.send(.tokenTooLate)
            return try adopt(other, share, insteadOf: lease, call)
        }
        let isTaken = replace(lease, with: fresh)
        call?.send(isTaken ? .tokenRenewed : .tokenTooLate)
        store(awake)
        return try self.current(lease)
    }
}

/// The waits of a process for the lease of another one.
private struct LeaseWait {
    private let time: TimeSource
    private let end: Double
    private var pause = 0.01

    init(_ sharing: SessionSharing) {
        time = sharing.time
        // Longer than a lease, so that a process that ended is survived.
        end = sharing.time.now() + sharing.lease * 1.5 + 1
    }

    mutating func pause() async throws {
        guard time.now() < end else {
            throw NoticeBoardError(.storeBusy, "Another process of the app is renewing the sign-in.")
        }
        // Random, so that waiting processes do not look at the same moment.
        try await time.sleep(pause * .random(in: 0.5...1))
        pause = min(pause * 1.5, 0.25)
    }
}
