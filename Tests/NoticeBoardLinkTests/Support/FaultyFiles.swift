import Foundation
import NoticeBoardBase

/// The system's files, of whose calls one fails, or all from it on, as those of a process that is killed there.
final class FaultyFiles: FileSystem {
    private struct Content {
        var calls: [FileSystemCall] = []
        var failing: Int?
        var code: Int32 = EIO
        var isForGood = false
    }

    private let base = POSIXFileSystem()
    private let content = Locked(Content())

    /// The calls so far, by their kinds.
    var calls: [FileSystemCall] { content.withLock { $0.calls } }

    /// Lets the call of this number fail, counted from now on, from 0; with `forGood` every later one too.
    func fail(_ number: Int?, _ code: Int32 = EIO, forGood: Bool = false) {
        content.withLock { $0 = Content(failing: number, code: code, isForGood: forGood) }
    }

    private func pass(_ call: FileSystemCall) throws(SystemFault) {
        let fault = content.withLock { content -> Int32? in
            let number = content.calls.count
            content.calls.append(call)
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
    func lock(_ file: Int32) throws(SystemFault) -> Bool { try base.lock(file) }
    func unlock(_ file: Int32) { base.unlock(file) }
    func pause(seconds: Double) { base.pause(seconds: seconds) }
    var uptime: Double { base.uptime }
    var process: Int32 { base.process }
    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? { nil }
}
