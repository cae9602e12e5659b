import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport

/// A file system that notes what is asked of it: each call as a few words, in which a file goes by the end of its name.
final class NotedFiles: ForwardingFileSystem {
    let base: any FileSystem
    private struct Notes {
        var calls: [String] = []
        var names: [Int32: String] = [:]
        var process: Int32?
    }
    private let notes = Locked(Notes())

    init(_ base: any FileSystem) { self.base = base }

    /// What was asked since this was asked last, in order.
    func taken() -> [String] {
        notes.withLock { notes in
            defer { notes.calls = [] }
            return notes.calls
        }
    }

    /// From here on this is another process, as after a fork.
    func fork() { notes.withLock { $0.process = 77 } }
    var process: Int32 { notes.withLock { $0.process } ?? base.process }

    private static func name(_ path: String) -> String {
        let last = (path as NSString).lastPathComponent
        return last.hasPrefix("history.") ? String(last.dropFirst("history.".count)) : last
    }
    private func name(_ file: Int32) -> String { notes.withLock { $0.names[file] } ?? "nothing" }
    private func note(_ call: String) { notes.withLock { $0.calls.append(call) } }

    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        note("open \(Self.name(path)) \(access)")
        let file = try base.open(path, access)
        notes.withLock { $0.names[file] = Self.name(path) }
        return file
    }
    func close(_ file: Int32) {
        note("close \(name(file))")
        notes.withLock { $0.names[file] = nil }
        base.close(file)
    }
    func status(of file: Int32) throws(SystemFault) -> FileStatus {
        note("know \(name(file))")
        return try base.status(of: file)
    }
    func status(at path: String) throws(SystemFault) -> FileStatus? {
        note("look \(Self.name(path))")
        return try base.status(at: path)
    }
    func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        note("read \(name(file)) \(offset)+\(count)")
        return try base.read(file, count, at: offset)
    }
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        note("write \(name(file)) \(offset)+\(bytes.count)")
        return try base.write(bytes, to: file, at: offset)
    }
    func truncate(_ file: Int32, to size: Int) throws(SystemFault) {
        note("cut \(name(file)) \(size)")
        try base.truncate(file, to: size)
    }
    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        note("sync \(name(file)) \(depth)")
        try base.sync(file, depth)
    }
    func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) {
        note("sync \(Self.name(path)) \(depth)")
        try base.syncDirectory(path, depth)
    }
    func rename(_ path: String, to other: String) throws(SystemFault) {
        note("rename \(Self.name(path)) \(Self.name(other))")
        try base.rename(path, to: other)
        notes.withLock { $0.names = $0.names.mapValues { $0 == Self.name(path) ? Self.name(other) : $0 } }
    }
    func remove(_ path: String) throws(SystemFault) {
        note("remove \(Self.name(path))")
        try base.remove(path)
    }
    func makeDirectory(_ path: String) throws(SystemFault) -> Bool {
        note("make \(Self.name(path))")
        return try base.makeDirectory(path)
    }
    func lock(_ file: Int32) throws(SystemFault) -> Bool {
        note("lock")
        return try base.lock(file)
    }
    func unlock(_ file: Int32) {
        note("unlock")
        base.unlock(file)
    }
}
