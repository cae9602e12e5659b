import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("POSIXFileSystem", .serialized, .inTurn, .timeLimit(.minutes(1))) struct POSIXFileSystemTests {
    private let files = POSIXFileSystem()
    private let folder = ScratchFolder.url("files").path

    init() throws { try files.makeDirectories(folder) }

    private func path(_ name: String) -> String { folder + "/" + name }

    /// Creates a file with this text.
    private func made(_ name: String, _ text: String) throws -> Int32 {
        let file = try files.open(path(name), .create)
        #expect(try files.write(Array(text.utf8)[...], to: file, at: 0) == text.utf8.count)
        return file
    }

    private func text(_ file: Int32, _ count: Int = 100, at offset: Int = 0) throws -> String {
        String(decoding: try files.read(file, count, at: offset), as: UTF8.self)
    }

    private func fault(_ work: () throws -> Void) -> SystemFault? {
        do { try work() } catch { return error as? SystemFault }
        return nil
    }

    @Test("Opens a file according to its access mode") func access() throws {
        for access in [FileAccess.read, .readWrite] {
            #expect(fault { _ = try files.open(path("none"), access) } == SystemFault(.open, ENOENT))
        }
        let new = try files.open(path("a"), .createNew)
        #expect(try files.write(Array("one".utf8)[...], to: new, at: 0) == 3)
        #expect(try text(new) == "one")
        #expect(fault { _ = try files.open(path("a"), .createNew) } == SystemFault(.open, EEXIST))
        for access in [FileAccess.readWrite, .create] {
            let file = try files.open(path("a"), access)
            #expect(try files.write(Array("two".utf8)[...], to: file, at: 3) == 3)
            files.close(file)
        }
        let read = try files.open(path("a"), .read)
        #expect(try text(read) == "onetwo")
        #expect(fault { _ = try files.write([65], to: read, at: 0) } == SystemFault(.write, EBADF))
        #expect(fault { try files.truncate(read, to: 0) } == SystemFault(.truncate, EINVAL))
        for file in [new, read] { files.close(file) }
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("a"))
        for access in [FileAccess.read, .readWrite, .create] {
            #expect(fault { _ = try files.open(path("link"), access) } == SystemFault(.open, ELOOP))
        }
    }

    @Test("Reads and writes bytes at the given offset") func bytes() throws {
        let file = try made("a", "0123456789")
        defer { files.close(file) }
        #expect(try text(file, 4) == "0123")
        #expect(try text(file, 4, at: 3) == "3456")
        #expect(try text(file, 10) == "0123456789")
        #expect(try text(file, 4, at: 8) == "89")
        #expect(try text(file, 4, at: 10).isEmpty)
        #expect(try text(file, 4, at: 20).isEmpty)
        #expect(try text(file, 0).isEmpty)
        #expect(try files.write(Array("xabcx".utf8)[1..<4], to: file, at: 2) == 3)
        #expect(try text(file) == "01abc56789")
        try files.truncate(file, to: 4)
        #expect(try text(file) == "01ab")
        #expect(try files.status(of: file).size == 4)
        try files.sync(file, .full)
        try files.sync(file, .ordered)
        let large = try made("large", String(repeating: "ab", count: 100_000))
        #expect(try files.read(large, 200_001, at: 0).count == 200_000)
        files.close(large)
    }

    @Test("Throws the failed call and its errno")
    func faults() {
        let none = path("none/none")
        let faults: [(SystemFault?, FileSystemCall, Int32)] = [
            (fault { _ = try files.status(of: -1) }, .status, EBADF), (fault { _ = try files.read(-1, 1, at: 0) }, .read, EBADF),
            (fault { _ = try files.write([1], to: -1, at: 0) }, .write, EBADF),
            (fault { try files.truncate(-1, to: 0) }, .truncate, EBADF),
            (fault { try files.sync(-1, .full) }, .sync, EBADF),
            (fault { try files.syncDirectory(none, .full) }, .syncDirectory, ENOENT),
            (fault { try files.rename(none, to: path("a")) }, .rename, ENOENT),
            (fault { _ = try files.makeDirectory(none) }, .makeDirectory, ENOENT),
            (fault { _ = try files.lock(-1) }, .lock, EBADF),
            (fault { _ = try files.status(of: -1) }, .status, EBADF),
            (fault { try files.touch(none, at: 0) }, .status, EIO), (fault { _ = try files.names(in: "/dev/null") }, .open, EIO),
            (fault { try files.removeDirectory("/dev/null") }, .remove, ENOTDIR),
            (fault { _ = try files.status(at: "/dev/null/a") }, .statusOfPath, ENOTDIR),
            (fault { try files.remove("/dev/null/a") }, .remove, ENOTDIR),
        ]
        for (fault, call, code) in faults { #expect(fault == SystemFault(call, code), "\(call)") }
    }

    @Test("Reports the kind, size, privacy and link count of a file") func statuses() throws {
        let file = try made("a", "12345")
        defer { files.close(file) }
        let (own, at) = (try files.status(of: file), try files.status(at: path("a")))
        #expect(own == at)
        #expect(own.size == 5)
        #expect(own.kind == .file)
        #expect(own.isPrivate)
        #expect(!own.isShared)
        for mode in [0o640, 0o604, 0o610, 0o601] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path("a"))
            #expect(try !files.status(of: file).isPrivate, "\(mode)")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path("a"))
        try FileManager.default.linkItem(atPath: path("a"), toPath: path("b"))
        #expect(try files.status(of: file).isPrivate)
        #expect(try files.status(of: file).isShared)
        #expect(try files.status(at: path("b"))?.isSameFile(as: own) == true)
        #expect(try files.status(at: path("none")) == nil)
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("a"))
        let kinds: [(String, FileStatus.Kind)] = [
            (path("link"), .link), (folder, .directory), ("/dev/null", .other), (path("a"), .file),
        ]
        for (place, kind) in kinds { #expect(try files.status(at: place)?.kind == kind) }
        #expect(kinds.map(\.1.rawValue) == ["a symbolic link", "a directory", "something that is no file", "a file"])
    }

    @Test("Lists a folder's entries and their modification times to a fraction of a second") func folders() throws {
        let file = try made("a", "12345")
        defer { files.close(file) }
        #expect(try files.makeDirectory(path("inner")))
        #expect(try !files.makeDirectory(path("inner")))
        #expect(try !files.makeDirectory(path("a")))
        #expect(try files.status(at: path("inner"))?.isPrivate == true)
        #expect(try files.names(in: folder).sorted() == ["a", "inner"])
        #expect(try files.names(in: path("none")) == [])
        try files.touch(path("a"), at: 1_000_000_000.5)
        let entry = try #require(try files.status(at: path("a")))
        #expect(entry.size == 5)
        #expect(entry.kind == .file)
        #expect(abs(entry.modified - 1_000_000_000.5) < 0.01)
        #expect(try files.status(of: file) == entry)
        #expect(try files.status(at: path("none")) == nil)
        #expect(try files.status(at: path("inner"))?.kind == .directory)
        #expect(fault { try files.removeDirectory(folder) } == SystemFault(.remove, ENOTEMPTY))
        try files.rename(path("a"), to: path("inner/b"))
        try files.remove(path("a"))
        try files.remove(path("inner/b"))
        for _ in 0..<2 { try files.removeDirectory(path("inner")) }
        #expect(try files.names(in: folder) == [])
        try files.syncDirectory(folder, .full)
    }

    @Test("A lock belongs to one open file until it is unlocked or closed") func locks() throws {
        let one = try made("a", "")
        let (other, third) = (try files.open(path("a"), .readWrite), try files.open(path("a"), .readWrite))
        #expect(try files.lock(one))
        #expect(try files.lock(one))
        #expect(try !files.lock(other))
        files.unlock(one)
        #expect(try files.lock(other))
        #expect(try !files.lock(one))
        #expect(try !files.lock(third))
        files.close(other)
        #expect(try files.lock(third))
        for file in [one, third] { files.close(file) }
        #expect(files.uptime > 0)
    }

    @Test("Opens a pipe without blocking") func pipes() throws {
        let made = unsafe mkfifo(path("pipe"), 0o600)
        #expect(made == 0)
        let file = try files.open(path("pipe"), .read)
        #expect(try files.status(of: file).kind == .other)
        files.close(file)
    }

    @Test("Repeated watches of a deeply missing folder exhaust no resources") func watches() throws {
        let far = (0..<40).reduce(folder) { place, number in place + "/\(number)" }
        for _ in 0..<8 { #expect(files.watch(far, far + "/file") {} != nil) }
    }
}
