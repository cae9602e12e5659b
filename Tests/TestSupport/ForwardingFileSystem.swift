package import NoticeBoardBase

/// A file system that forwards to another, for doubles that change only a few calls.
package protocol ForwardingFileSystem: FileSystem {
    var base: any FileSystem { get }
}

extension ForwardingFileSystem {
    package func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 { try base.open(path, access) }
    package func close(_ file: Int32) { base.close(file) }
    package func status(of file: Int32) throws(SystemFault) -> FileStatus { try base.status(of: file) }
    package func status(at path: String) throws(SystemFault) -> FileStatus? { try base.status(at: path) }
    package func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        try base.read(file, count, at: offset)
    }
    package func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try base.write(bytes, to: file, at: offset)
    }
    package func truncate(_ file: Int32, to size: Int) throws(SystemFault) { try base.truncate(file, to: size) }
    package func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) { try base.sync(file, depth) }
    package func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) { try base.syncDirectory(path, depth) }
    package func rename(_ path: String, to other: String) throws(SystemFault) { try base.rename(path, to: other) }
    package func remove(_ path: String) throws(SystemFault) { try base.remove(path) }
    package func makeDirectory(_ path: String) throws(SystemFault) -> Bool { try base.makeDirectory(path) }
    package func lock(_ file: Int32) throws(SystemFault) -> Bool { try base.lock(file) }
    package func unlock(_ file: Int32) { base.unlock(file) }
    package func pause(seconds: Double) { base.pause(seconds: seconds) }
    package var uptime: Double { base.uptime }
    package func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)?
    {
        base.watch(folder, file, changed)
    }
}
