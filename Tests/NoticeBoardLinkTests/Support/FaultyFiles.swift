import Foundation
import NoticeBoardBase

/// The system's files, of whose calls one fails, or all from it on, as those of a process that is killed there.
final class FaultyFiles: FolderSystem {
    private struct Content {
        var calls: [FileSystemCall] = []
        var failing: Int?
        var code: Int32 = EIO
        var isForGood = false
        var killing: Int?
    }

    private let base = POSIXFileSystem()
    private let content = Locked(Content())
    private let locked = Locked<Int32?>(nil)

    /// The calls so far, by their kinds.
    var calls: [FileSystemCall] { content.withLock { $0.calls } }

    /// Lets the call of this number fail, counted from now on, from 0; with `forGood` every later one too.
    func fail(_ number: Int?, _ code: Int32 = EIO, forGood: Bool = false) {
        content.withLock { $0 = Content(failing: number, code: code, isForGood: forGood) }
    }

    /// Lets the process be killed at the call of this number.
    func kill(at number: Int) { content.withLock { $0 = Content(killing: number) } }

    private func pass(_ call: FileSystemCall) throws(SystemFault) {
        let fault = content.withLock { content -> Int32? in
            let number = content.calls.count
            content.calls.append(call)
            if number == content.killing { raise(SIGKILL) }
            guard let failing = content.failing, content.isForGood ? number >= failing : number == failing else { return nil }
            return content.code
        }
        if let fault { throw SystemFault(call, fault) }
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
    /// Half of what it is given at a time, as a system may.
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try pass(.write)
        return try base.write(bytes.prefix(max(bytes.count / 2, 1)), to: file, at: offset)
    }
    func truncate(_ file: Int32, to size: Int) throws(SystemFault) { try base.truncate(file, to: size) }
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
        locked.withLock { $0 = file }
        return try base.lock(file)
    }
    /// Lets go of a lock, as the system does for a process that is killed; nothing it does reaches the disk any more.
    func die() {
        fail(0, forGood: true)
        if let file = locked.withLock({ $0 }) { base.unlock(file) }
    }
    func unlock(_ file: Int32) { base.unlock(file) }
    func pause(seconds: Double) { base.pause(seconds: seconds) }
    var uptime: Double { base.uptime }
    var process: Int32 { base.process }
    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? { nil }

    func names(in folder: String) throws(SystemFault) -> [String] {
        try pass(.open)
        return try base.names(in: folder)
    }
    func removeDirectory(_ path: String) throws(SystemFault) {
        try pass(.remove)
        try base.removeDirectory(path)
    }
    func entry(of file: Int32) throws(SystemFault) -> FolderEntry {
        try pass(.status)
        return try base.entry(of: file)
    }
    func entry(at path: String) throws(SystemFault) -> FolderEntry? {
        try pass(.statusOfPath)
        return try base.entry(at: path)
    }
    func touch(_ path: String, at moment: Double) throws(SystemFault) {
        try pass(.status)
        try base.touch(path, at: moment)
    }
    func contents(of file: Int32, _ count: Int) throws(SystemFault) -> Data {
        try pass(.read)
        return try base.contents(of: file, count)
    }
}
