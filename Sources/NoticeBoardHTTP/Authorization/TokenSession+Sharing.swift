public import Foundation
public import NoticeBoardBase

extension TokenSession {
    /// Creates a session whose tokens an app, its widget and its extensions share, each by a session of its own.
    ///
    /// ```swift
    /// let session = TokenSession(store: store, sharedIn: groupFolder) { try await renew($0) }
    /// ```
    ///
    /// Only one process renews at a time, and the others use its tokens. A sign-in or a sign-out in one is followed by all: no
    /// call that begins later is sent with the former account. `folder` is one that all processes can write to, such as that of
    /// an app group; `store` is shared, too. `scope` belongs to this process alone.
    ///
    /// ``SessionSharing`` sets how long a renewal may take.
    public convenience init(
        store: any TokenStore, sharedIn folder: URL, rules: SessionRules = .bearer, scope: AccountScope = AccountScope(),
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials,
        onChange: @escaping @Sendable (State) -> Void = { _ in }
    ) {
        self.init(
            store: store, sharedIn: SessionSharing(folder: folder), rules: rules, scope: scope, refresh: refresh,
            onChange: onChange)
    }

    /// Creates a session whose tokens several processes share as `sharing` says.
    public convenience init(
        store: any TokenStore, sharedIn sharing: SessionSharing, rules: SessionRules = .bearer,
        scope: AccountScope = AccountScope(), refresh: @escaping @Sendable (Credentials) async throws -> Credentials,
        onChange: @escaping @Sendable (State) -> Void = { _ in }
    ) {
        self.init(
            nil, writer: TokenWriter(store, scope, sharing), rules: rules, scope: scope, refresh: refresh, onChange: onChange)
    }

    // MARK: Following other processes

    /// Does what other processes have done meanwhile, if the file of the shared session has changed.
    ///
    /// Throws if another account may be signed in that cannot be read now.
    func followOthers() async throws {
        guard let writer, let share = writer.share else { return }
        // What was read is dropped if the session changes meanwhile, for example because it just follows an earlier change.
        for _ in 0..<3 {
            guard share.mayHaveChanged else { return }
            do {
                guard let snapshot = try await writer.snapshot(share, { [self] in wanted }) else { return }
                apply(snapshot, share)
            } catch {
                if credentials != nil { throw error }
                return
            }
        }
    }

    /// Follows other processes as soon as they change the file of the shared session.
    func watchOthers(_ share: TokenShare) {
        share.onChange { [weak self] in
            // Every change of the folder arrives here.
            guard let self, self.writer?.share?.mayHaveChanged == true else { return }
            Task { [weak self] in try? await self?.followOthers() }
        }
    }

    /// Notes that the session is as `snapshot` says; returns `false` if it is not the newest of what is stored.
    ///
    /// Called under the session's lock, so that no local change comes between.
    func bind(_ snapshot: TokenShare.Snapshot?, to generation: SessionGeneration) -> Bool {
        guard let snapshot, let writer, let share = writer.share else { return true }
        guard share.bind(snapshot, to: generation) else { return false }
        writer.noteKept(snapshot.credentials)
        return true
    }

    /// Makes the session as `snapshot` says, unless it has changed since.
    func apply(_ snapshot: TokenShare.Snapshot, _ share: TokenShare) {
        let (lease, generation) = content.withLock { ($0.lease, $0.generation) }
        guard generation == snapshot.generation else { return }
        switch (lease, snapshot.credentials) {
        case (nil, nil): _ = bindUnchanged(snapshot, lease)
        case (let lease?, nil): leave(lease, snapshot)
        case (nil, let stored?):
            // The session has signed out itself, and is about to tell the others. One that has followed the first half of
            // another process's sign-in knows the record in its present generation.
            if share.epoch == snapshot.epoch, !share.isSameAccount(generation) { return }
            begin(stored, after: generation, as: .signedIn(stored.account ?? ""), following: snapshot)
        case (let lease?, let stored?): use(stored, lease, snapshot, share)
        }
    }

    /// Ends the account as another process did.
    private func leave(_ lease: Lease, _ snapshot: TokenShare.Snapshot) {
        switch snapshot.end {
        case .expired:
            let error = NoticeBoardError(.sessionOver, "The service ended the session in another process.")
            end(lease, because: error, following: snapshot)
        case .left: begin(nil, after: snapshot.generation, as: .signedOut(erasing: false), following: snapshot)
        case .signedOut, nil: begin(nil, after: snapshot.generation, as: .signedOut(erasing: true), following: snapshot)
        }
    }

    /// Uses the tokens that another process has stored.
    private func use(_ stored: Credentials, _ lease: Lease, _ snapshot: TokenShare.Snapshot, _ share: TokenShare) {
        let own = lease.credentials
        if own.accessToken == stored.accessToken, own.refreshToken == stored.refreshToken {
            _ = bindUnchanged(snapshot, lease)
            return
        }
        let isNamed = own.account != nil && stored.account != nil
        // Without an epoch the file was lost: the account's name decides.
        let isSameTime = share.epoch == snapshot.epoch || (snapshot.epoch.isEmpty && isNamed)
        if isSameTime, !isNamed || own.account == stored.account {
            _ = replace(lease, with: stored, following: snapshot)
        } else {
            begin(stored, after: snapshot.generation, as: .signedIn(stored.account ?? ""), following: snapshot)
        }
    }

    /// Notes that the session is as `snapshot` says already.
    private func bindUnchanged(_ snapshot: TokenShare.Snapshot, _ lease: Lease?) -> Bool {
        content.withLock { content in
            guard content.generation == snapshot.generation, content.lease?.number == lease?.number else { return false }
            return bind(snapshot, to: content.generation)
        }
    }

    /// Returns the change of the scope after a launch that finds no account signed in.
    func changeOfRestoring(_ stored: TokenWriter.Stored) async -> AccountScope.Change {
        guard let writer, let share = writer.share, let snapshot = stored.snapshot else { return .restored(nil) }
        await writer.eraseLeftTokens(of: snapshot, share)
        _ = bindUnchanged(snapshot, nil)
        // Another process has signed out while this one did not run.
        guard snapshot.end == .signedOut, await scope.hasData() else { return .restored(nil) }
        return .signedOut(erasing: true)
    }

    // MARK: Renewing

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
