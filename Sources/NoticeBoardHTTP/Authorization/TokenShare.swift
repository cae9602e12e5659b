import NoticeBoardBase

/// The tokens that several processes share: the store, and the record that says who may renew or replace them.
///
/// Every method blocks and runs on the token writer's queue, so a session makes one change at a time. The record's lock is held
/// while the record and the store are read and written, never during a request.
final class TokenShare: Sendable {
    /// What was read of the store and the record.
    struct Snapshot: Sendable {
        /// Increases with each reading and writing of this session.
        let number: Int
        let epoch: String
        let tokens: String
        let end: SharedRecord.End?
        /// The stored tokens; `nil` if no account is signed in.
        let credentials: Credentials?
        /// The state of the record's file before it was read.
        let status: FileStatus?
        /// The generation of the session at that time.
        let generation: SessionGeneration
    }

    /// What a session knows of the record.
    private struct Known: Sendable {
        /// `nil` before the first reading or writing.
        var epoch: String?
        var tokens = ""
        var status: FileStatus?
        /// The generation of the session that the epoch belongs to.
        var generation = SessionGeneration(number: 0)
        var number = 0
        var lastNumber = 0
    }

    /// A renewal that this process may begin now.
    struct Claim: Sendable {
        let mark: String
        let epoch: String
        let deadline: Double
        /// Whether the refresh token may be used already.
        let isDoubtful: Bool
    }

    enum ClaimResult: Sendable {
        case granted(Claim)
        /// Another process is renewing.
        case held
        /// Other tokens are stored, or another account is signed in.
        case changed(Snapshot)
    }

    let sharing: SessionSharing
    private let store: any TokenStore
    private let me = ProcessIdentity.new()
    private let known = Locked(Known())
    private let watch = Locked(Watch())

    /// Tells the session of changes of the file.
    private struct Watch {
        var changed: (@Sendable () -> Void)?
        var running: (any Sendable & AnyObject)?
    }

    init(_ store: any TokenStore, _ sharing: SessionSharing) {
        self.store = store
        self.sharing = sharing
    }

    private var file: any SharedRecordFile { sharing.file }

    // MARK: Reading

    /// Whether the record may have changed since the session followed it; reads no file.
    var mayHaveChanged: Bool {
        let (epoch, status) = known.withLock { ($0.epoch, $0.status) }
        guard epoch != nil, let now = try? file.status() else { return false }
        return now != status
    }

    /// The epoch that the session knows; `nil` before the first reading or writing.
    var epoch: String? { known.withLock { $0.epoch } }

    /// Returns what is stored now; `nil` if the session knows it already, unless `isFirst`.
    ///
    /// Throws if another account may be signed in that cannot be read now.
    func snapshot(isFirst: Bool, of generation: SessionGeneration) throws -> Snapshot? {
        beginWatching()
        // A record that changes all the time is followed at the next call.
        for attempt in 1...10 {
            let status = try file.status()
            let record = try file.read()
            let (isKnown, isSameAccount) = known.withLock { known in
                let isSameAccount = known.epoch == record.epoch
                let isKnown = isSameAccount && known.tokens == record.tokens
                if isKnown { known.status = status }
                return (isKnown, isSameAccount)
            }
            if isKnown, !isFirst { return nil }
            do {
                let credentials = record.end == nil ? try store.load() : nil
                // The store and the record are not written at once.
                if try file.read() == record { return snapshot(of: record, credentials, status, generation) }
                if attempt < 10 { continue }
                throw NoticeBoardError(.storeBusy, "The tokens are being changed by another process.")
            } catch {
                // The tokens of before are still those of the account.
                guard isSameAccount, !isFirst else { throw error }
                return nil
            }
        }
        return nil
    }

    private func snapshot(
        of record: SharedRecord, _ credentials: Credentials?, _ status: FileStatus?, _ generation: SessionGeneration
    ) -> Snapshot {
        let number = known.withLock { known in
            known.lastNumber += 1
            return known.lastNumber
        }
        return Snapshot(
            number: number, epoch: record.epoch, tokens: record.tokens, end: record.end, credentials: credentials,
            status: status, generation: generation)
    }

    /// Notes that the session is as `snapshot` says, in `generation`; returns `false` if it already knows something newer.
    func bind(_ snapshot: Snapshot, to generation: SessionGeneration) -> Bool {
        known.withLock { known in
            guard snapshot.number > known.number else { return false }
            known.number = snapshot.number
            known.epoch = snapshot.epoch
            known.tokens = snapshot.tokens
            known.status = snapshot.status
            known.generation = generation
            return true
        }
    }

    /// Notes what this process has written.
    private func noteWritten(_ record: SharedRecord, in generation: SessionGeneration? = nil) {
        known.withLock { known in
            known.lastNumber += 1
            known.number = known.lastNumber
            known.epoch = record.epoch
            known.tokens = record.tokens
            if let generation { known.generation = generation }
        }
        beginWatching()
    }

    /// Calls `changed` when another process may have changed the record, from the first reading or writing on.
    func onChange(_ changed: @escaping @Sendable () -> Void) { watch.withLock { $0.changed = changed } }

    /// Begins to watch the file, which creates its folder.
    private func beginWatching() {
        guard let changed = watch.withLock({ $0.running == nil ? $0.changed : nil }) else { return }
        let running = file.watch(changed)
        watch.withLock { $0.running = running }
    }

    /// Erases tokens that a process left in the store when it signed out.
    func eraseLeftTokens(of snapshot: Snapshot) throws {
        guard snapshot.end != nil, try store.load() != nil else { return }
        try file.change { record in
            if record.epoch == snapshot.epoch, record.end != nil { try store.save(nil) }
        }
    }

    // MARK: Renewing

    private var judge: SharedRecord.Judge {
        SharedRecord.Judge(
            me: me, now: sharing.clock(), abandonedAfter: sharing.abandonedAfter, isGone: sharing.isGone)
    }

    /// Begins a renewal of `credentials`, unless others are stored or another process is renewing.
    ///
    /// With `isUnsaved`, the store lacks them because it failed.
    func claim(_ credentials: Credentials, isUnsaved: Bool, of generation: SessionGeneration) throws -> ClaimResult {
        let status = try? file.status()
        let epoch = known.withLock { $0.epoch }
        return try file.change { record in
            let stored = record.end == nil ? try stored(or: credentials) : nil
            let mark = record.mark(of: credentials)
            let isKept = record.end == nil && stored.map(record.mark) == mark
            let isPending = isUnsaved && record.isOpen
            guard record.epoch == epoch, isKept || isPending else {
                return .changed(snapshot(of: record, stored, status, generation))
            }
            guard !record.isHeld(for: judge) else { return .held }
            let deadline = sharing.clock() + sharing.lease
            let isDoubtful = record.claim(mark, by: me, until: deadline)
            return .granted(Claim(mark: mark, epoch: record.epoch, deadline: deadline, isDoubtful: isDoubtful))
        }
    }

    /// Returns the stored tokens; `current` in place of damaged ones, which the next renewal replaces.
    private func stored(or current: Credentials) throws -> Credentials? {
        do { return try store.load() } catch let error as NoticeBoardError where error.code == .storeDamaged { return current }
    }

    /// Stores the tokens of a renewal; returns what is stored instead if they come too late.
    func commit(_ credentials: Credentials, of claim: Claim, in generation: SessionGeneration) throws -> Snapshot? {
        let status = try? file.status()
        let (written, snapshot) = try file.change { record -> (SharedRecord?, Snapshot?) in
            let isMine = record.isLeased(by: me, for: claim.mark)
            let stored = isMine && record.epoch == claim.epoch ? nil : try store.load()
            // After a takeover by another process, these tokens are still better than the used ones.
            guard record.epoch == claim.epoch, isMine || stored.map(record.mark) == claim.mark else {
                return (nil, self.snapshot(of: record, record.end == nil ? stored : nil, status, generation))
            }
            try store.save(credentials)
            if isMine { record.lease = nil }
            record.end = nil
            record.replaceTokens()
            return (record, nil)
        }
        if let written { noteWritten(written) }
        return snapshot
    }

    /// Ends a renewal without new tokens; returns what is stored if that is not what was renewed.
    func release(_ claim: Claim, isDoubtful: Bool, in generation: SessionGeneration) throws -> Snapshot? {
        let status = try? file.status()
        return try file.change { record in
            let stored = record.end == nil ? try store.load() : nil
            record.release(me, for: claim.mark, isDoubtful: isDoubtful)
            guard record.epoch != claim.epoch || stored.map(record.mark) != claim.mark else { return nil }
            return snapshot(of: record, stored, status, generation)
        }
    }

    // MARK: Writing

    /// Stores the tokens of a sign-in.
    func signIn(_ credentials: Credentials, in generation: SessionGeneration) throws {
        let begun = try file.change { record in
            record.beginEpoch(.left)
            return record
        }
        noteWritten(begun, in: generation)
        let written = try file.change { record -> SharedRecord? in
            // Another process has signed in or out since.
            guard record.epoch == begun.epoch else { return nil }
            try store.save(credentials)
            record.end = nil
            record.replaceTokens()
            return record
        }
        if let written { noteWritten(written) }
    }

    /// Stores tokens of the same account, unless another process has changed the account; returns whether it did.
    func update(_ credentials: Credentials) throws -> Bool {
        let epoch = known.withLock { $0.epoch }
        let written = try file.change { record -> SharedRecord? in
            guard record.epoch == epoch, record.isOpen else { return nil }
            try store.save(credentials)
            // A renewal of the former tokens is dropped.
            record.lease = nil
            record.end = nil
            record.replaceTokens()
            return record
        }
        if let written { noteWritten(written) }
        return written != nil
    }

    /// Whether the session's `generation` is that of the record as it was known last.
    func isSameAccount(_ generation: SessionGeneration) -> Bool {
        known.withLock { $0.epoch != nil && $0.generation == generation }
    }

    /// Erases the tokens, and ends the account in all processes; a service's refusal ends only the account that it concerned.
    func end(_ end: SharedRecord.End, in generation: SessionGeneration) throws {
        guard let written = try record(end) else { return }
        noteWritten(written, in: generation)
        // The record first: the tokens of an ended account are not used, wherever they are.
        try file.change { record in
            if record.epoch == written.epoch { try store.save(nil) }
        }
    }

    /// Records the end of the account; returns `nil` if another account has signed in meanwhile that a refusal does not concern.
    private func record(_ end: SharedRecord.End) throws -> SharedRecord? {
        let known = known.withLock { $0.epoch }
        do {
            return try file.change { record -> SharedRecord? in
                if end == .expired, record.epoch != known { return nil }
                record.beginEpoch(end)
                return record
            }
        } catch let error as NoticeBoardError where end != .expired && error.code != .storeBusy {
            // On a full disk, the missing record and the empty store tell the others. Who holds the lock may just sign in.
            if (try? store.load()) != nil { try? store.save(nil) }
            file.remove()
            throw error
        }
    }
}
