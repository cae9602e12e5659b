public import Foundation
package import NoticeBoardBase

/// The folder in which an app, its widget and its extensions agree on who renews the tokens that they share.
///
/// ```swift
/// let session = TokenSession(store: store, sharedIn: SessionSharing(folder: groupFolder, lease: 20)) { try await renew($0) }
/// ```
///
/// A small file in the folder says which process is renewing, and until when. It holds no token and no account.
public struct SessionSharing: Sendable {
    package let file: any SharedRecordFile
    /// The seconds that a renewal may take before another process looks whether its owner still runs.
    let lease: Double
    /// The seconds after the lease after which a process that does not go on counts as ended.
    let abandonedAfter: Double
    let onTakeover: @Sendable () -> Void
    /// Waits for the lease of another process.
    let time: TimeSource
    /// The clock of leases, which all processes of a machine read.
    let clock: @Sendable () -> Double
    let isGone: @Sendable (ProcessIdentity) -> Bool

    /// Shares a session in a folder that all its processes can write to, such as that of an app group.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is created when needed.
    ///   - name: Distinguishes several sessions in one folder.
    ///   - lease: The seconds that a renewal may take. Calls of other processes wait that long for it, then fail with `storeBusy`.
    ///     If the process that renews ended in the middle, another one takes over after this time.
    ///   - abandonedAfter: The seconds after which a process that still exists but does not go on, such as a suspended app, counts
    ///     as ended.
    ///   - onTakeover: Called before the renewal that repeats one without an answer, of this or another process: the service may
    ///     have answered it already, and the refresh token may be used.
    public init(
        folder: URL, name: String = "session", lease: Double = 30, abandonedAfter: Double = 300,
        onTakeover: @escaping @Sendable () -> Void = {}
    ) {
        self.init(
            file: SharedRecordOnDisk(folder: folder, name: name), lease: lease, abandonedAfter: abandonedAfter,
            onTakeover: onTakeover, time: .system, clock: MachineClock.now, isGone: \.isGone)
    }

    package init(
        file: any SharedRecordFile, lease: Double = 30, abandonedAfter: Double = 300,
        onTakeover: @escaping @Sendable () -> Void = {}, time: TimeSource, clock: @escaping @Sendable () -> Double,
        isGone: @escaping @Sendable (ProcessIdentity) -> Bool
    ) {
        self.file = file
        // A time beyond the limits would never end, or make a lease worthless.
        self.lease = lease.isFinite ? min(max(lease, 0.05), SharedRecord.longestLease) : 30
        self.abandonedAfter = abandonedAfter >= 0 ? abandonedAfter : 0
        self.onTakeover = onTakeover
        self.time = time
        self.clock = clock
        self.isGone = isGone
    }
}
