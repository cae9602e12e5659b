import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport

/// A file system that refuses every change, or refuses to open one file for changes.
///
/// Unlike permissions, it also refuses the root user.
struct ReadOnlyFileSystem: ForwardingFileSystem {
    let base: any FileSystem
    private let code: Int32
    private let path: String?

    init(_ base: any FileSystem, _ code: Int32, only path: String? = nil) {
        (self.base, self.code, self.path) = (base, code, path)
    }

    func open(_ name: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        guard access == .read || path ?? name != name else { throw SystemFault(.open, code) }
        return try base.open(name, access)
    }
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try refuse(.write)
        return try base.write(bytes, to: file, at: offset)
    }
    func truncate(_ file: Int32, to size: Int) throws(SystemFault) {
        try refuse(.truncate)
        try base.truncate(file, to: size)
    }
    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        try refuse(.sync)
        try base.sync(file, depth)
    }
    func syncDirectory(_ folder: String, _ depth: SyncDepth) throws(SystemFault) {
        try refuse(.syncDirectory)
        try base.syncDirectory(folder, depth)
    }
    func rename(_ name: String, to other: String) throws(SystemFault) {
        try refuse(.rename)
        try base.rename(name, to: other)
    }
    func remove(_ name: String) throws(SystemFault) {
        try refuse(.remove)
        try base.remove(name)
    }
    func makeDirectory(_ folder: String) throws(SystemFault) -> Bool {
        if try base.status(at: folder) == nil { try refuse(.makeDirectory) }
        return try base.makeDirectory(folder)
    }

    private func refuse(_ call: FileSystemCall) throws(SystemFault) { if path == nil { throw SystemFault(call, code) } }
}
