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
}
