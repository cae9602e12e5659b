import Foundation
import NoticeBoardBase

@testable import NoticeBoardSearch

/// A file system over another that counts its calls and lets the ones that a test names fail.
final class FaultyFileSystem: FileSystem {
    /// Which call fails, and how.
    struct Fault: Sendable {
        /// Nil: every kind.
        var call: FileSystemCall?
        /// The first one that fails, counted from 1 among calls of its kind.
        var number: Int
        var code: Int32
        var isForGood = false
    }

    private struct State {
        var fault: Fault?
        var matching = 0
        var hits = 0
        var counts: [FileSystemCall: Int] = [:]
        var written = 0
        /// How many more bytes can be written before there is no room; a write that meets the end is short.
        var allowance = Int.max
    }

    let base: any FileSystem
    private let state = Locked(State())

    init(_ base: any FileSystem) { self.base = base }

    /// How often the fault struck.
    var hits: Int { state.withLock { $0.hits } }
    var written: Int { state.withLock { $0.written } }
    func count(_ call: FileSystemCall) -> Int { state.withLock { $0.counts[call] ?? 0 } }

    func plan(_ fault: Fault?) {
        state.withLock { ($0.fault, $0.matching, $0.hits) = (fault, 0, 0) }
    }

    func allow(_ bytes: Int) { state.withLock { $0.allowance = bytes } }

    func resetCounts() { state.withLock { ($0.counts, $0.written) = ([:], 0) } }

    private func pass(_ call: FileSystemCall) throws(SystemFault) {
        let code = state.withLock { state -> Int32? in
            state.counts[call, default: 0] += 1
            guard let fault = state.fault, fault.call == nil || fault.call == call else { return nil }
            state.matching += 1
            guard state.matching == fault.number || (fault.isForGood && state.matching > fault.number) else { return nil }
            state.hits += 1
            return fault.code
        }
        if let code { throw SystemFault(call, code) }
    }

    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        try pass(.open)
        return try base.open(path, access)
    }
    func close(_ file: Int32) { base.close(file) }
    func status(of file: Int32) throws(SystemFault) -> FileStatus {
        try pass(.status)
        return try base.status(of: file)
    }
    func status(at path: String) throws(SystemFault) -> FileStatus? {
        try pass(.statusOfPath)
        return try base.status(at: path)
    }
    func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        try pass(.read)
        return try base.read(file, count, at: offset)
    }
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try pass(.write)
        let allowance = state.withLock { $0.allowance }
        guard allowance > 0 else { throw SystemFault(.write, ENOSPC) }
        let count = try base.write(bytes.prefix(allowance), to: file, at: offset)
        state.withLock { state in
            state.written += count
            if state.allowance != .max { state.allowance -= count }
        }
        return count
    }
    func truncate(_ file: Int32, to size: Int) throws(SystemFault) {
        try pass(.truncate)
        try base.truncate(file, to: size)
    }
    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        try pass(.sync)
        try base.sync(file, depth)
    }
    func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) {
        try pass(.syncDirectory)
        try base.syncDirectory(path, depth)
    }
    func rename(_ path: String, to other: String) throws(SystemFault) {
        try pass(.rename)
        try base.rename(path, to: other)
    }
    func remove(_ path: String) throws(SystemFault) {
        try pass(.remove)
        try base.remove(path)
    }
    func makeDirectory(_ path: String) throws(SystemFault) -> Bool {
        try pass(.makeDirectory)
        return try base.makeDirectory(path)
    }
    func lock(_ file: Int32) throws(SystemFault) -> Bool {
        try pass(.lock)
        return try base.lock(file)
    }
    func unlock(_ file: Int32) { base.unlock(file) }
    func pause(seconds: Double) { base.pause(seconds: seconds) }
    var uptime: Double { base.uptime }
    var process: Int32 { base.process }
    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? {
        base.watch(folder, file, changed)
    }
}
