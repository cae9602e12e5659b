import NoticeBoardBase
public import NoticeBoardHTTP

/// Another process that shares a session, in memory: a widget or an extension that renews, dies or signs out as a test says.
///
/// ```swift
/// let widget = SharingProcess(credentials)
/// let session = TokenSession(store: widget.store, sharedIn: widget.sharing()) { try await renew($0) }
/// try await session.restore()
/// widget.beginRenewal()
/// let call = Task { try await session.renew() }
/// await widget.clock.waitForSleepers(1)      // the session waits for the widget
/// widget.finishRenewal(with: newCredentials)
/// widget.clock.advanceToNext()
/// try await call.value                       // and uses its tokens
/// ```
///
/// Safe to use from any task and thread.
public final class SharingProcess: Sendable {
    /// The store of all processes.
    public let store: MemoryTokenStore
    /// The clock of leases and of sessions that wait for one.
    public let clock: ManualClock
    private let record = RecordInMemory()
    private let me = ProcessIdentity(process: 1, started: "", boot: ProcessIdentity.new().boot)
    private let isDead = Locked(false)

    /// Creates a process that shares `credentials`; `nil` while no account is signed in.
    public init(_ credentials: Credentials? = nil, clock: ManualClock = ManualClock()) {
        store = MemoryTokenStore(credentials)
        self.clock = clock
    }

    /// Returns what a session of the test shares with this process; the parameters are those of a folder.
    public func sharing(
        lease: Double = 30, abandonedAfter: Double = 300, onTakeover: @escaping @Sendable () -> Void = {}
    ) -> SessionSharing {
        SessionSharing(
            file: record, lease: lease, abandonedAfter: abandonedAfter, onTakeover: onTakeover, time: clock.time,
            clock: { [clock] in clock.now }, isGone: { [isDead, me] in $0 == me && isDead.withLock { $0 } })
    }

    /// Begins a renewal of the stored tokens, whose lease ends in a number of seconds.
    public func beginRenewal(lease seconds: Double = 30) {
        record.change { record in
            guard let stored = store.load() else { return }
            record.lease = .init(owner: me, deadline: clock.now + seconds, asked: record.mark(of: stored))
        }
    }

    /// Ends the renewal with tokens that the service gave.
    public func finishRenewal(with credentials: Credentials) {
        record.change { record in
            store.save(credentials)
            record.tokens = UniqueMark.new()
            record.lease = nil
            record.doubtful = nil
        }
    }

    /// Ends the renewal without new tokens; the service may have answered it.
    public func loseRenewal() {
        record.change { record in
            record.doubtful = record.lease?.asked
            record.lease = nil
        }
    }

    /// Ends the process: its lease is taken over when its time has passed.
    public func die() { isDead.withLock { $0 = true } }

    /// Signs an account in, instead of the present one.
    public func signIn(_ credentials: Credentials) {
        beginSignIn()
        finishSignIn(with: credentials)
    }

    /// Ends the present account for a sign-in whose tokens are not stored yet.
    package func beginSignIn() {
        record.change { record in
            record = SharedRecord()
            record.epoch = UniqueMark.new()
            record.end = .left
        }
    }

    /// Stores the tokens of a sign-in that has begun.
    package func finishSignIn(with credentials: Credentials) {
        record.change { record in
            store.save(credentials)
            record.tokens = UniqueMark.new()
            record.end = nil
        }
    }

    /// Signs the account out; `erasing` also erases its data, in all processes.
    public func signOut(erasing: Bool = true) {
        record.change { record in
            record = SharedRecord()
            record.epoch = UniqueMark.new()
            record.end = erasing ? .signedOut : .left
            store.save(nil)
        }
    }

    /// Whether a process is renewing, this or another one.
    public var isRenewing: Bool { record.current.lease != nil }
}

/// The record of a shared session, in memory.
private final class RecordInMemory: SharedRecordFile {
    private struct State {
        var record = SharedRecord()
        /// Counts changes, in place of a file's number.
        var version: UInt64 = 0
        var listeners: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    var current: SharedRecord { state.withLock { $0.record } }

    func status() -> FileStatus? {
        let version = state.withLock { $0.version }
        return FileStatus(device: 0, inode: version, size: 0, kind: .file, isPrivate: true, isShared: false)
    }

    func read() -> SharedRecord { current }

    func change<Result>(_ body: (inout SharedRecord) throws -> Result) rethrows -> Result {
        let (result, listeners) = try state.withLock { state in
            let before = state.record
            let result = try body(&state.record)
            guard state.record != before else { return (result, [@Sendable () -> Void]()) }
            state.version += 1
            return (result, state.listeners)
        }
        for listener in listeners { listener() }
        return result
    }

    func remove() {
        state.withLock { state in
            state.record = SharedRecord()
            state.version += 1
        }
    }

    /// Tells of changes while the record lives.
    func watch(_ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? {
        state.withLock { $0.listeners.append(changed) }
        return self
    }
}
