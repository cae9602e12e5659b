import Foundation
package import NoticeBoardBase

/// A planned failure: the call, and its `errno`.
package struct FileFault: Sendable {
    /// The kind of call that fails, or `nil` for any kind.
    package var call: FileSystemCall?
    /// The number of the first call that fails, counted from 0 among calls of this kind.
    package var number: Int
    package var code: Int32
    /// Whether every later call fails as well.
    package var failsAllLater: Bool

    package init(_ call: FileSystemCall? = nil, _ number: Int = 0, _ code: Int32 = EIO, failsAllLater: Bool = false) {
        (self.call, self.number, self.code, self.failsAllLater) = (call, number, code, failsAllLater)
    }
}

/// A file system for tests: forwards calls to another one, but can make a call fail or kill the process.
///
/// Calls that can fail run one at a time, so none is running when a test sets a fault. Closing and unlocking never fail.
package final class FaultyFiles<Base: FileSystem>: ForwardingFileSystem {
    private struct Content {
        var fault: FileFault?
        var calls: [FileSystemCall] = []
        var matching = 0
        var hits = 0
        var killing: Int?
        var written = 0
        var allowance = Int.max
        var locked: Int32?
        var opened: Set<Int32> = []

        /// Returns the `errno` of the next call, or `nil` if it doesn't fail.
        mutating func next(_ call: FileSystemCall) -> Int32? {
            if calls.count == killing { raise(SIGKILL) }
            calls.append(call)
            guard let fault, fault.call == nil || fault.call == call else { return nil }
            defer { matching += 1 }
            guard fault.failsAllLater ? matching >= fault.number : matching == fault.number else { return nil }
            hits += 1
            return fault.code
        }
    }

    /// The underlying file system with its concrete type.
    package let inner: Base
    package var base: any FileSystem { inner }
    /// Whether the underlying files are real: writes are then split, and syncing to the disk is skipped.
    private let isSystem: Bool
    private let content = WatchedValue(Content())

    /// Creates a file system over one that a test has made.
    package convenience init(_ base: Base) { self.init(base, isSystem: false) }

    fileprivate init(_ base: Base, isSystem: Bool) { (inner, self.isSystem) = (base, isSystem) }

    /// The kinds of the calls since the last ``plan(_:)``, in order.
    package var calls: [FileSystemCall] { content.value.calls }
    /// How many calls failed since then.
    package var hits: Int { content.value.hits }
    /// How many bytes were written since then.
    package var written: Int { content.value.written }
    /// How many files are open.
    package var openFiles: Int { content.value.opened.count }
    package func count(_ call: FileSystemCall) -> Int { calls.count { $0 == call } }
    /// Waits until `count` calls of this kind were made.
    package func waitForCalls(_ count: Int, of call: FileSystemCall) async {
        await content.firstValue { content in content.calls.count { $0 == call } >= count }
    }
    /// Waits until `condition` returns true; checks it now and after each call.
    package func waitUntil(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
        await content.firstValue { _ in condition() }
    }

    /// Sets the call that fails, counted from now on; `nil` for none.
    ///
    /// Clears ``calls``, ``hits`` and ``written``.
    package func plan(_ fault: FileFault? = nil) {
        content.update { $0 = Content(fault: fault, allowance: $0.allowance, locked: $0.locked, opened: $0.opened) }
    }
    /// Makes the call with this number fail, of any kind.
    package func fail(_ number: Int, _ code: Int32 = EIO, failsAllLater: Bool = false) {
        plan(FileFault(nil, number, code, failsAllLater: failsAllLater))
    }
    /// Kills the process at the call with this number.
    package func kill(at number: Int) { content.update { $0 = Content(killing: number) } }
    /// Sets how many more bytes can be written before the disk is full.
    ///
    /// A write that exceeds this is cut short; the next one fails with `ENOSPC`.
    package func allow(_ bytes: Int) { content.update { $0.allowance = bytes } }

    /// Fails every further call that can fail, and releases the lock, as when a process is killed.
    package func die() {
        fail(0, failsAllLater: true)
        if let file = content.value.locked { base.unlock(file) }
    }

    /// Performs a call unless it has to fail, and records the result under the same lock.
    private func made<Value>(
        _ call: FileSystemCall, _ work: () throws -> Value, noting: (inout Content, Value) -> Void = { _, _ in }
    ) throws(SystemFault) -> Value {
        try content.update { content -> Result<Value, SystemFault> in
            if let code = content.next(call) { return .failure(SystemFault(call, code)) }
            do {
                let value = try work()
                noting(&content, value)
                return .success(value)
            } catch {
                return .failure(error as? SystemFault ?? SystemFault(call, EIO))
            }
        }.get()
    }

    // MARK: Forwarded calls

    package func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        try made(.open) {
            try base.open(path, access)
        } noting: {
            $0.opened.insert($1)
        }
    }
    package func close(_ file: Int32) {
        // Remove it before closing: the system may then reuse the descriptor.
        content.update { content in
            content.opened.remove(file)
            if content.locked == file { content.locked = nil }
        }
        base.close(file)
    }
    package func status(of file: Int32) throws(SystemFault) -> FileStatus {
        try made(.status) { try base.status(of: file) }
    }
    package func status(at path: String) throws(SystemFault) -> FileStatus? {
        try made(.statusOfPath) { try base.status(at: path) }
    }
    package func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        try made(.read) { try base.read(file, count, at: offset) }
    }
    package func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        let allowance = content.value.allowance
        let most = isSystem ? max(bytes.count / 2, 64) : allowance
        return try made(.write) {
            guard allowance > 0 else { throw SystemFault(.write, ENOSPC) }
            return try base.write(bytes.prefix(most), to: file, at: offset)
        } noting: { content, count in
            content.written += count
            if content.allowance != .max { content.allowance -= count }
        }
    }
    package func truncate(_ file: Int32, to size: Int) throws(SystemFault) {
        try made(.truncate) { try base.truncate(file, to: size) }
    }
    package func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        try made(.sync) { if !isSystem { try base.sync(file, depth) } }
    }
    package func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) {
        try made(.syncDirectory) { if !isSystem { try base.syncDirectory(path, depth) } }
    }
    package func rename(_ path: String, to other: String) throws(SystemFault) {
        try made(.rename) { try base.rename(path, to: other) }
    }
    package func remove(_ path: String) throws(SystemFault) {
        try made(.remove) { try base.remove(path) }
    }
    package func makeDirectory(_ path: String) throws(SystemFault) -> Bool {
        try made(.makeDirectory) { try base.makeDirectory(path) }
    }
    package func lock(_ file: Int32) throws(SystemFault) -> Bool {
        try made(.lock) {
            try base.lock(file)
        } noting: { content, isLocked in
            if isLocked { content.locked = file }
        }
    }
}

extension FaultyFiles<POSIXFileSystem> {
    /// Creates a file system over the real one.
    ///
    /// A long write stores at most half of its bytes.
    package convenience init() { self.init(POSIXFileSystem(), isSystem: true) }
}

extension FaultyFiles: FolderSystem where Base: FolderSystem {
    package func names(in folder: String) throws(SystemFault) -> [String] {
        try made(.open) { try inner.names(in: folder) }
    }
    package func removeDirectory(_ path: String) throws(SystemFault) {
        try made(.remove) { try inner.removeDirectory(path) }
    }
    package func touch(_ path: String, at moment: Double) throws(SystemFault) {
        try made(.status) { try inner.touch(path, at: moment) }
    }
}
