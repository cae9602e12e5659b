import Dispatch
import Foundation
import NoticeBoardBase

/// A real file system that logs its calls (name and last path component) and can fail or block one of them.
///
/// `unlock`, `pause` and `watch` are not logged; syncing and watching do nothing.
final class WatchedFiles: FolderSystem {
    private struct Content {
        var names: [Int32: String] = [:]
        /// The number of files whose `close` has not returned.
        var openFiles = 0
        var count = 0
        var failing: (number: Int, code: Int32)?
        var held: (line: String, semaphore: DispatchSemaphore)?
    }

    private let base = POSIXFileSystem()
    private let content = Locked(Content())
    private let log: Locked<[String]>
    /// Notifies after every operation.
    private let calls = Broadcast<Void>()

    /// Logs into `log`, which others may share.
    init(_ log: Locked<[String]> = Locked([])) { self.log = log }

    /// The logged calls since the last ``reset(failing:_:)``.
    var lines: [String] { log.withLock { $0 } }
    /// The number of files whose `close` has not returned.
    var openFiles: Int { content.withLock { $0.openFiles } }

    /// Clears the log and fails the call with this number; closing a file does not count.
    func reset(failing number: Int? = nil, _ code: Int32 = ENOSPC) {
        log.withLock { $0 = [] }
        content.withLock { ($0.count, $0.failing) = (0, number.map { ($0, code) }) }
    }
    /// Blocks the call with this log line until `semaphore` is signaled; `nil` blocks none.
    func hold(_ line: String, _ semaphore: DispatchSemaphore?) {
        content.withLock { $0.held = semaphore.map { (line, $0) } }
    }
    /// Returns when a call of this file system has logged the line.
    func waitForLine(_ line: String) async { await until { lines.contains(line) } }
    /// Returns when no more than `count` files are open.
    func waitForOpenFiles(atMost count: Int) async { await until { openFiles <= count } }

    private func until(_ condition: () -> Bool) async {
        let calls = calls.stream()
        if condition() { return }
        for await _ in calls where condition() { return }
    }

    private func last(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
    private func name(_ file: Int32) -> String { content.withLock { $0.names[file] } ?? "?" }

    private func made<Value>(
        _ call: FileSystemCall, _ place: String, _ work: () throws(SystemFault) -> Value
    ) throws(SystemFault) -> Value {
        let line = "\(call.rawValue) \(place)"
        log.withLock { $0.append(line) }
        let (code, semaphore) = content.withLock { content in
            defer { content.count += 1 }
            let code = content.failing.flatMap { $0.number == content.count ? $0.code : nil }
            return (code, content.held.flatMap { $0.line == line ? $0.semaphore : nil })
        }
        calls.send(())
        semaphore?.wait()
        if let code { throw SystemFault(call, code) }
        return try work()
    }

    // MARK: Forwarded operations

    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        let file = try made(.open, last(path)) { () throws(SystemFault) in try base.open(path, access) }
        content.withLock { content in
            content.names[file] = last(path)
            content.openFiles += 1
        }
        return file
    }
    func close(_ file: Int32) {
        log.withLock { [name = name(file)] in $0.append("close \(name)") }
        content.withLock { $0.names[file] = nil }
        base.close(file)
        content.withLock { $0.openFiles -= 1 }
        calls.send(())
    }
    func status(of file: Int32) throws(SystemFault) -> FileStatus {
        try made(.status, name(file)) { () throws(SystemFault) in try base.status(of: file) }
    }
    func status(at path: String) throws(SystemFault) -> FileStatus? {
        try made(.statusOfPath, last(path)) { () throws(SystemFault) in try base.status(at: path) }
    }
    func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        try made(.read, name(file)) { () throws(SystemFault) in try base.read(file, count, at: offset) }
    }
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try made(.write, name(file)) { () throws(SystemFault) in try base.write(bytes, to: file, at: offset) }
    }
    func truncate(_ file: Int32, to size: Int) throws(SystemFault) {
        try made(.truncate, name(file)) { () throws(SystemFault) in try base.truncate(file, to: size) }
    }
    // Skipped: no test needs data to survive a power loss.
    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        try made(.sync, "\(name(file)) \(depth)") { () throws(SystemFault) in }
    }
    func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) {
        try made(.syncDirectory, "\(last(path)) \(depth)") { () throws(SystemFault) in }
    }
    func rename(_ path: String, to other: String) throws(SystemFault) {
        try made(.rename, "\(last(path)) \(last(other))") { () throws(SystemFault) in try base.rename(path, to: other) }
    }
    func remove(_ path: String) throws(SystemFault) {
        try made(.remove, last(path)) { () throws(SystemFault) in try base.remove(path) }
    }
    func makeDirectory(_ path: String) throws(SystemFault) -> Bool {
        try made(.makeDirectory, last(path)) { () throws(SystemFault) in try base.makeDirectory(path) }
    }
    func lock(_ file: Int32) throws(SystemFault) -> Bool {
        try made(.lock, name(file)) { () throws(SystemFault) in try base.lock(file) }
    }
    func names(in folder: String) throws(SystemFault) -> [String] {
        try made(.open, "names of \(last(folder))") { () throws(SystemFault) in try base.names(in: folder) }
    }
    func removeDirectory(_ path: String) throws(SystemFault) {
        try made(.remove, "folder \(last(path))") { () throws(SystemFault) in try base.removeDirectory(path) }
    }
    func touch(_ path: String, at moment: Double) throws(SystemFault) {
        try made(.status, "touch \(last(path)) \(Int(moment))") { () throws(SystemFault) in try base.touch(path, at: moment) }
    }
    func unlock(_ file: Int32) { base.unlock(file) }
    func pause(seconds: Double) {}
    var uptime: Double { base.uptime }
    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? { nil }
}
