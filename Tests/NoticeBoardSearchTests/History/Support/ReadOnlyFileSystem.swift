import Foundation
import NoticeBoardBase

@testable import NoticeBoardSearch

/// A file system on which everything that changes something is refused, whoever asks; root is asked like anybody.
struct ReadOnlyFileSystem: FileSystem {
    private let base: any FileSystem
    private let code: Int32

    init(_ base: any FileSystem, _ code: Int32) { (self.base, self.code) = (base, code) }

    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        guard access == .reading else { throw SystemFault(.open, code) }
        return try base.open(path, access)
    }
    func close(_ file: Int32) { base.close(file) }
    func status(of file: Int32) throws(SystemFault) -> FileStatus { try base.status(of: file) }
    func status(at path: String) throws(SystemFault) -> FileStatus? { try base.status(at: path) }
    func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        try base.read(file, count, at: offset)
    }
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        throw SystemFault(.write, code)
    }
    func truncate(_ file: Int32, to size: Int) throws(SystemFault) { throw SystemFault(.truncate, code) }
    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) { throw SystemFault(.sync, code) }
    func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) { throw SystemFault(.syncDirectory, code) }
    func rename(_ path: String, to other: String) throws(SystemFault) { throw SystemFault(.rename, code) }
    func remove(_ path: String) throws(SystemFault) { throw SystemFault(.remove, code) }
    func makeDirectory(_ path: String) throws(SystemFault) -> Bool { try base.status(at: path) != nil ? false : refuse() }
    func lock(_ file: Int32) throws(SystemFault) -> Bool { try base.lock(file) }
    func unlock(_ file: Int32) { base.unlock(file) }
    func pause(seconds: Double) { base.pause(seconds: seconds) }
    var uptime: Double { base.uptime }
    var process: Int32 { base.process }
    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? {
        base.watch(folder, file, changed)
    }

    private func refuse() throws(SystemFault) -> Bool { throw SystemFault(.makeDirectory, code) }
}
