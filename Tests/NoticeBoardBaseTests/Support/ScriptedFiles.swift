import Foundation
import NoticeBoardBase

/// A fake file system that records each call as text and returns scripted results.
final class ScriptedFiles: FileSystem {
    private struct State {
        var calls: [String] = []
        var answers: [String: [Result<Int, SystemFault>]] = [:]
        var uptime = 0.0
        var made = 0
        var failing: Int?
    }

    private let state = Locked(State())

    /// Every call so far.
    var calls: [String] { state.withLock { $0.calls } }
    /// The seconds of each pause, in order.
    let pauses = Locked<[Double]>([])

    /// Sets the next results of calls that begin with these words; other calls succeed.
    func answer(_ call: String, _ answers: Result<Int, SystemFault>...) { state.withLock { $0.answers[call] = answers } }

    /// Makes the call with this number fail, counted from 0.
    ///
    /// Calls that cannot fail are not counted.
    func fail(_ number: Int) { state.withLock { $0.failing = number } }

    @discardableResult
    private func made(_ call: String) throws(SystemFault) -> Int? {
        let answer: Result<Int, SystemFault>? = state.withLock { state in
            state.calls.append(call)
            defer { state.made += 1 }
            if state.made == state.failing { return .failure(SystemFault(.open, EIO)) }
            for key in state.answers.keys.sorted().reversed() where call.hasPrefix(key) && state.answers[key]?.isEmpty == false {
                return state.answers[key]?.removeFirst()
            }
            return nil
        }
        return try answer?.get()
    }

    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        Int32(try made("open \(path) \(access)") ?? 7)
    }
    func close(_ file: Int32) { state.withLock { $0.calls.append("close \(file)") } }
    func status(of file: Int32) throws(SystemFault) -> FileStatus { Self.status(try made("status \(file)") ?? 1) }
    func status(at path: String) throws(SystemFault) -> FileStatus? { try made("status \(path)").map(Self.status) }
    func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        Array(repeating: 65, count: try made("read \(file) \(count) at \(offset)") ?? count)
    }
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try made("write \(String(decoding: bytes, as: UTF8.self)) to \(file) at \(offset)") ?? bytes.count
    }
    func truncate(_ file: Int32, to size: Int) throws(SystemFault) { try made("truncate \(file) to \(size)") }
    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) { try made("sync \(file) \(depth)") }
    func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) { try made("sync \(path) \(depth)") }
    func rename(_ path: String, to other: String) throws(SystemFault) { try made("rename \(path) to \(other)") }
    func remove(_ path: String) throws(SystemFault) { try made("remove \(path)") }
    func makeDirectory(_ path: String) throws(SystemFault) -> Bool { try made("make \(path)") != 0 }
    func lock(_ file: Int32) throws(SystemFault) -> Bool { try made("lock \(file)") != 0 }
    func unlock(_ file: Int32) { state.withLock { $0.calls.append("unlock \(file)") } }
    func pause(seconds: Double) {
        pauses.withLock { $0.append(seconds) }
        state.withLock { $0.uptime += seconds }
    }
    var uptime: Double { state.withLock { $0.uptime } }
    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? {
        state.withLock { $0.calls.append("watch \(folder) \(file)") }
        changed()
        return nil
    }

    /// The status of a private file of `size` bytes.
    private static func status(_ size: Int) -> FileStatus {
        FileStatus(device: 1, inode: 1, size: size, kind: .file, isPrivate: true, isShared: false)
    }
}
