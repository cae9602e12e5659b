import Foundation
package import NoticeBoardBase
package import NoticeBoardTesting

/// A file system in memory that can lose bytes that were not synced, as a disk does when the power fails.
package final class MemoryFileSystem: FileSystem {
    /// A file's bytes as programs read them, and as they are on the disk.
    private struct Node {
        var bytes: [UInt8] = []
        var synced: [UInt8] = []
        /// The end of the written bytes.
        ///
        /// The zeros after it take no space.
        var reach = 0
        var isDirectory = false
        var mode: Mode = .ownerAlone
        enum Mode { case ownerAlone, everybody }
    }

    private struct State {
        var nodes: [UInt64: Node] = [:]
        var names: [String: UInt64] = ["/": 0]
        var syncedNames: [String: UInt64] = ["/": 0]
        /// The name changes since the last sync of a directory, in order.
        ///
        /// A loss of power keeps a prefix, as with a journal.
        var nameChanges: [[String: UInt64?]] = []
        var open: [Int32: UInt64] = [:]
        var holders: [UInt64: Int32] = [:]
        var nextFile: Int32 = 3
        var nextNode: UInt64 = 1
        var room = Int.max
        var paused = 0.0
    }

    private let state = Locked(State(nodes: [0: Node(isDirectory: true)]))

    package init() {}

    private static let sector = 512

    /// The capacity of the disk in bytes.
    package var room: Int {
        get { state.withLock { $0.room } }
        set { state.withLock { $0.room = newValue } }
    }
    /// How many seconds callers have waited for locks.
    package var paused: Double { state.withLock { $0.paused } }

    /// All files by their paths.
    package var contents: [String: [UInt8]] {
        state.withLock { state in
            state.names.compactMapValues { node in state.nodes[node].flatMap { $0.isDirectory ? nil : $0.bytes } }
        }
    }
    /// The total size of all files in bytes.
    package var used: Int {
        state.withLock { state in state.names.values.reduce(0) { $0 + (state.nodes[$1]?.reach ?? 0) } }
    }

    /// Creates a file and its directory without recording a change, as if they had always existed.
    package func put(_ bytes: [UInt8], at path: String, isReadableByAll: Bool = false) {
        _ = try? makeDirectory((path as NSString).deletingLastPathComponent)
        state.withLock { state in
            let node = state.names[path] ?? state.nextNode
            state.nextNode += 1
            let mode: Node.Mode = isReadableByAll ? .everybody : .ownerAlone
            state.nodes[node] = Node(bytes: bytes, synced: bytes, reach: bytes.count, mode: mode)
            state.names[path] = node
            state.syncedNames = state.names
        }
    }

    /// Removes everything below a path.
    package func wipe(_ path: String) {
        state.withLock { state in
            state.names = state.names.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
            state.syncedNames = state.names
        }
    }

    /// Returns a disk's content after a loss of power: all synced bytes, and random parts of the rest.
    package func afterPowerLoss(_ random: inout SeededRandom) -> MemoryFileSystem {
        let after = MemoryFileSystem()
        let before = state.withLock { $0 }
        var names = before.syncedNames
        for change in before.nameChanges.prefix(Int.random(in: 0...before.nameChanges.count, using: &random)) {
            for (path, node) in change { names[path] = node }
        }
        var nodes: [UInt64: Node] = [:]
        for (number, node) in before.nodes.sorted(by: { $0.key < $1.key }) {
            var left = node.synced
            if !node.isDirectory, node.bytes != node.synced {
                if Bool.random(using: &random) {
                    // The file's size was written to the disk before its bytes.
                    let size = node.bytes.count
                    left = Array((left + [UInt8](repeating: 0, count: max(0, size - left.count))).prefix(size))
                }
                for start in stride(from: 0, to: left.count, by: Self.sector) where Bool.random(using: &random) {
                    let end = min(start + Self.sector, left.count, node.bytes.count)
                    if start < end { left.replaceSubrange(start..<end, with: node.bytes[start..<end]) }
                }
            }
            nodes[number] = Node(bytes: left, synced: left, reach: left.count, isDirectory: node.isDirectory, mode: node.mode)
        }
        after.state.withLock { state in
            state.nodes = nodes
            state.names = names.filter { nodes[$0.value] != nil }
            state.syncedNames = state.names
            state.nextNode = before.nextNode
        }
        return after
    }

    private func change<Value>(
        _ call: FileSystemCall, _ body: (inout State) throws(SystemFault) -> Value
    ) throws(SystemFault) -> Value {
        let result = state.withLock { state -> Result<Value, SystemFault> in
            do throws(SystemFault) { return .success(try body(&state)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func parent(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    package func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        let folder = parent(of: path)
        return try change(.open) { state throws(SystemFault) in
            guard let above = state.names[folder] else { throw SystemFault(.open, ENOENT) }
            guard state.nodes[above]?.isDirectory == true else { throw SystemFault(.open, ENOTDIR) }
            if let node = state.names[path] {
                if access == .createNew { throw SystemFault(.open, EEXIST) }
                if state.nodes[node]?.isDirectory == true, access != .read, access != .folder {
                    throw SystemFault(.open, EISDIR)
                }
            } else {
                guard access == .create || access == .createNew else { throw SystemFault(.open, ENOENT) }
                state.nodes[state.nextNode] = Node()
                state.names[path] = state.nextNode
                state.nameChanges.append([path: state.nextNode])
                state.nextNode += 1
            }
            state.nextFile += 1
            state.open[state.nextFile] = state.names[path]
            return state.nextFile
        }
    }

    package func close(_ file: Int32) {
        state.withLock { state in
            if let node = state.open.removeValue(forKey: file), state.holders[node] == file { state.holders[node] = nil }
        }
    }

    package func status(of file: Int32) throws(SystemFault) -> FileStatus {
        try change(.status) { state throws(SystemFault) in
            guard let number = state.open[file], let node = state.nodes[number] else { throw SystemFault(.status, EBADF) }
            return FileStatus(
                device: 1, inode: number, size: node.bytes.count, kind: .file, isPrivate: node.mode == .ownerAlone,
                isShared: Self.isShared(number, state))
        }
    }

    package func status(at path: String) throws(SystemFault) -> FileStatus? {
        let folder = parent(of: path)
        return try change(.statusOfPath) { state throws(SystemFault) in
            if let above = state.names[folder], state.nodes[above]?.isDirectory == false {
                throw SystemFault(.statusOfPath, ENOTDIR)
            }
            guard let number = state.names[path], let node = state.nodes[number] else { return nil }
            return FileStatus(
                device: 1, inode: number, size: node.bytes.count, kind: node.isDirectory ? .directory : .file,
                isPrivate: node.mode == .ownerAlone, isShared: Self.isShared(number, state))
        }
    }

    private static func isShared(_ node: UInt64, _ state: State) -> Bool { state.names.values.count { $0 == node } > 1 }

    /// Creates a hard link, as backup snapshots do.
    package func link(_ path: String, to other: String) {
        state.withLock { state in
            state.names[other] = state.names[path]
            state.syncedNames[other] = state.names[path]
        }
    }

    package func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        try change(.read) { state throws(SystemFault) in
            guard let node = state.open[file].flatMap({ state.nodes[$0] }) else { throw SystemFault(.read, EBADF) }
            return Array(node.bytes.dropFirst(offset).prefix(count))
        }
    }

    package func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try change(.write) { state throws(SystemFault) in
            guard let number = state.open[file], var node = state.nodes[number] else { throw SystemFault(.write, EBADF) }
            let used = state.nodes.values.reduce(0) { $0 + $1.reach }
            let free = max(0, state.room - used)
            let fitting = min(bytes.count, max(0, node.reach - offset) + free)
            guard fitting > 0 else { throw SystemFault(.write, ENOSPC) }
            let end = offset + fitting
            if node.bytes.count < end { node.bytes += [UInt8](repeating: 0, count: end - node.bytes.count) }
            node.bytes.replaceSubrange(offset..<end, with: bytes.prefix(fitting))
            node.reach = max(node.reach, end)
            state.nodes[number] = node
            return fitting
        }
    }

    package func truncate(_ file: Int32, to size: Int) throws(SystemFault) {
        try change(.truncate) { state throws(SystemFault) in
            guard let number = state.open[file] else { throw SystemFault(.truncate, EBADF) }
            let bytes = state.nodes[number]?.bytes ?? []
            state.nodes[number]?.bytes = Array(bytes.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - bytes.count))
            let reach = state.nodes[number]?.reach ?? 0
            state.nodes[number]?.reach = min(size, reach)
        }
    }

    package func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        try change(.sync) { state throws(SystemFault) in
            guard let number = state.open[file] else { throw SystemFault(.sync, EBADF) }
            if state.nodes[number]?.isDirectory == true { (state.syncedNames, state.nameChanges) = (state.names, []) }
            let bytes = state.nodes[number]?.bytes ?? []
            state.nodes[number]?.synced = bytes
        }
    }

    package func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) {
        try change(.syncDirectory) { state throws(SystemFault) in
            guard state.names[path] != nil else { throw SystemFault(.syncDirectory, ENOENT) }
            (state.syncedNames, state.nameChanges) = (state.names, [])
        }
    }

    package func rename(_ path: String, to other: String) throws(SystemFault) {
        try change(.rename) { state throws(SystemFault) in
            guard let node = state.names.removeValue(forKey: path) else { throw SystemFault(.rename, ENOENT) }
            state.names[other] = node
            state.nameChanges.append([path: nil, other: node])
            Self.free(&state)
        }
    }

    package func remove(_ path: String) throws(SystemFault) {
        try change(.remove) { state throws(SystemFault) in
            if state.names.removeValue(forKey: path) != nil { state.nameChanges.append([path: nil]) }
            Self.free(&state)
        }
    }

    /// Frees the space of files without a name, unless a loss of power could restore the name.
    private static func free(_ state: inout State) {
        let named = Set(state.names.values).union(state.syncedNames.values).union(state.open.values)
        for number in state.nodes.keys where !named.contains(number) { state.nodes[number] = Node() }
    }

    package func makeDirectory(_ path: String) throws(SystemFault) -> Bool {
        let folder = parent(of: path)
        return try change(.makeDirectory) { state throws(SystemFault) in
            if state.names[path] != nil { return false }
            guard state.names[folder] != nil else { throw SystemFault(.makeDirectory, ENOENT) }
            state.nodes[state.nextNode] = Node(isDirectory: true)
            state.names[path] = state.nextNode
            state.nameChanges.append([path: state.nextNode])
            state.nextNode += 1
            return true
        }
    }

    package func lock(_ file: Int32) throws(SystemFault) -> Bool {
        try change(.lock) { state throws(SystemFault) in
            guard let node = state.open[file] else { throw SystemFault(.lock, EBADF) }
            if let holder = state.holders[node], holder != file { return false }
            state.holders[node] = file
            return true
        }
    }

    package func unlock(_ file: Int32) {
        state.withLock { state in
            if let node = state.open[file], state.holders[node] == file { state.holders[node] = nil }
        }
    }

    package func pause(seconds: Double) { state.withLock { $0.paused += seconds } }

    /// The time, which advances only while a caller waits for a lock.
    package var uptime: Double { paused }

    package func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)?
    {
        nil
    }
}
