import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("SmallFile", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SmallFileTests {
    private let folder = ScratchFolder.url("small")
    private let files = FaultyFiles()

    private func file(_ name: String = "kept", in other: URL? = nil) -> SmallFile {
        SmallFile(directory: other ?? folder, name: name, what: "the note", longest: 5, files: files)
    }

    private var path: String { folder.appendingPathComponent("kept").path }
    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    @Test("Syncs the new file before renaming it and the folder afterwards") func order() throws {
        let file = file()
        #expect(try file.read() == nil)
        try file.replace(Data("one".utf8))
        files.plan()
        try file.replace(Data("two".utf8))
        let alone: [FileSystemCall] = [.open, .lock, .statusOfPath, .status]
        let put: [FileSystemCall] = [.statusOfPath, .remove, .open, .write, .sync, .rename, .syncDirectory]
        #expect(files.calls == [.makeDirectory] + alone + put)
        #expect(try file.read() == Data("two".utf8))
        #expect(try mode(folder.path) == 0o700)
        #expect(try mode(path) == 0o600)
        files.plan()
        try file.remove()
        #expect(files.calls == [.statusOfPath] + alone + [.statusOfPath, .remove, .remove, .remove, .remove, .syncDirectory])
        #expect(try names() == [])
        #expect(files.openFiles == 0)
    }

    @Test(
        "A failed replacement leaves the old or the new file whole and no file open",
        arguments: FileSystemCall.allCases)
    func faults(call: FileSystemCall) throws {
        let file = file()
        for number in 0..<2 {
            try file.replace(Data("old".utf8))
            files.plan(FileFault(call, number, ENOSPC))
            let code = Result { try file.replace(Data("new".utf8)) }.failure?.code
            #expect(code == (files.hits == 1 ? .storageFull : nil))
            files.plan()
            // The folder sync follows the rename, so the new file may already be in place.
            let isNew = code == nil || call == .syncDirectory
            #expect(try file.read() == Data((isNew ? "new" : "old").utf8))
            #expect(try names().filter { $0 != "kept.lock" } == ["kept"])
            #expect(files.openFiles == 0)
        }
    }

    @Test("A write during another write leaves the file whole") func amidst() throws {
        let other = file()
        let error = Locked<(any Error)?>(nil)
        let files = AmidstFiles(syncs: {
            error.withLock { $0 = Result { try other.replace(Data("two".utf8), waiting: 0) }.failure }
        })
        try SmallFile(directory: folder, name: "kept", files: files).replace(Data("one".utf8))
        #expect((error.withLock { $0 } as? NoticeBoardError)?.code == .storeBusy)
        #expect(try other.read() == Data("one".utf8))
        try other.replace(Data("two".utf8))
        #expect(try other.read() == Data("two".utf8))
        #expect(try names() == ["kept", "kept.lock"])
    }

    @Test("Restoring private permissions never overwrites a concurrent write") func newer() throws {
        let other = file()
        try other.replace(Data("one".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let files = AmidstFiles(locks: { try? other.replace(Data("two".utf8), waiting: 0) })
        #expect(try SmallFile(directory: folder, name: "kept", files: files).read() == Data("one".utf8))
        #expect(try other.read() == Data("two".utf8))
        #expect(try mode(path) == 0o600)
    }

    @Test("Reads at most one byte past the limit") func longest() throws {
        let file = file()
        try file.replace(Data("12345".utf8))
        #expect(throws: NoticeBoardError.self) { try file.replace(Data("123456".utf8)) }
        #expect(throws: NoticeBoardError.self) { try file.change(waiting: 0) { _ in (Data("123456".utf8), ()) } }
        #expect(try file.read() == Data("12345".utf8))
        try Data("1234567".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try file.read()?.count == 6)
        let error = #expect(throws: NoticeBoardError.self) { try file.replace(Data("123456".utf8)) }
        #expect(error?.code == .storageFull)
        #expect(error?.description.contains("the note may have 5 bytes") == true)
    }

    @Test("Rewrites its own file if others can read it or it has a second name") func own()
        throws
    {
        let (file, manager) = (file(), FileManager.default)
        try file.replace(Data("mine".utf8))
        try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        #expect(try file.read(isOwn: false) == Data("mine".utf8))
        #expect(try mode(path) == 0o640)
        #expect(try file.read() == Data("mine".utf8))
        #expect(try mode(path) == 0o600)
        let other = path + " too"
        try manager.linkItem(atPath: path, toPath: other)
        #expect(try file.read() == Data("mine".utf8))
        try file.replace(Data("ours".utf8))
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("mine".utf8))
        files.plan()
        #expect(try file.read() == Data("ours".utf8))
        #expect(!files.calls.contains(.write))
        // A file over the limit is not this process's own.
        try Data("1234567".utf8).write(to: URL(fileURLWithPath: path))
        try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        _ = try file.read()
        #expect(try mode(path) == 0o644)
    }

    @Test("Refuses a symbolic link or a directory in the file's place without naming a path", arguments: ["link", "directory"])
    func noFile(kind: String) throws {
        let (file, manager) = (file(), FileManager.default)
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        let target = folder.appendingPathComponent("target").path
        #expect(manager.createFile(atPath: target, contents: Data("other".utf8)))
        if kind == "link" {
            try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
        } else {
            try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let calls: [() throws -> Void] = [
            { _ = try file.read() }, { try file.replace(Data()) }, { try file.remove() }, { try file.remove(waiting: 0) },
            { try file.change(waiting: 0) { _ in (Data(), ()) } },
        ]
        for call in calls {
            let error = #expect(throws: NoticeBoardError.self) { try call() }
            #expect(error?.code == .fileUnavailable)
            #expect(
                error?.description.contains("In the place of the note is a \(kind == "link" ? "symbolic link" : kind)") == true)
            #expect(error?.description.contains("target") == false)
            #expect(error?.description.contains(folder.path) == false)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("other".utf8))
    }

    @Test("An invalid folder or name throws before any file system call") func unusable() throws {
        let strange = try #require(URL(string: "https://host/folder"))
        let names = ["", String(repeating: "a", count: 201), "a\0b"]
        for file in names.map({ file($0) }) + [file(in: strange)] {
            for call in [{ _ = try file.read() }, { try file.replace(Data()) }, { try file.copyAside(Data()) }] {
                #expect(throws: NoticeBoardError(.invalidInput, "The folder or the name of the note cannot be.")) { try call() }
            }
        }
        #expect(files.calls == [])
        let longest = file(String(repeating: "a", count: 200))
        try longest.replace(Data("1".utf8))
        #expect(try longest.read() == Data("1".utf8))
        try file("a").replace(Data())
        #expect(try file("a").read() == Data())
    }

    @Test("A change inside another change throws storeBusy") func change() throws {
        let file = file()
        let count = try file.change(waiting: 0) { data in (Data("one".utf8), data?.count) }
        #expect(count == nil)
        files.plan()
        #expect(try file.change(waiting: 0) { data in (nil, data?.count) } == 3)
        #expect(!files.calls.contains(.write))
        #expect(try file.change(waiting: 0) { data in (data, files.openFiles) } == 1)
        let busy = try file.change(waiting: 0) { _ in
            (nil, #expect(throws: NoticeBoardError.self) { try file.change(waiting: 0) { _ in (Data(), ()) } })
        }
        #expect(busy?.code == .storeBusy)
        #expect(try file.read() == Data("one".utf8))
        #expect(try names() == ["kept", "kept.lock"])
        #expect(files.openFiles == 0)
    }

    @Test("Stops after ten attempts when the lock file keeps disappearing") func lockTaken() throws {
        let (file, lock) = (file(), path + ".lock")
        let taking = FaultyFiles(TakingFiles(lock: lock))
        let taken = SmallFile(directory: folder, name: "kept", what: "the note", files: taking)
        #expect(throws: NoticeBoardError(.storeBusy, "Another process holds the note.")) {
            try taken.change(waiting: 0) { _ in (Data(), ()) }
        }
        #expect(taking.count(.lock) == 10)
        #expect(taking.openFiles == 0)
        #expect(try file.read() == nil)
    }

    @Test("Keeps a copy of a damaged file, which is removed with it") func aside() throws {
        let file = file()
        try file.change(waiting: 0) { _ in (Data("bad".utf8), ()) }
        try file.copyAside(Data("bad".utf8))
        #expect(try names() == ["kept", "kept.damaged", "kept.lock"])
        #expect(try file.read() == Data("bad".utf8))
        try file.replace(Data("new".utf8))
        #expect(FileManager.default.createFile(atPath: path + ".new", contents: nil))
        try file.remove(waiting: 0)
        #expect(try names() == [])
        #expect(files.openFiles == 0)
        // Removing from a missing folder creates no files.
        let nowhere = self.file(in: folder.appendingPathComponent("nowhere"))
        try nowhere.remove()
        try nowhere.remove(waiting: 0)
        #expect(try names() == [])
    }

    @Test("A file protected by the device lock asks to retry", arguments: [EPERM, EACCES])
    func protected(code: Int32) throws {
        let file = file()
        try file.replace(Data("old".utf8))
        files.plan(FileFault(.open, 0, code, failsAllLater: true))
        let reading = #expect(throws: NoticeBoardError.self) { _ = try file.read() }
        let writing = #expect(throws: NoticeBoardError.self) { try file.replace(Data("new".utf8)) }
        let changing = #expect(throws: NoticeBoardError.self) { try file.change(waiting: 0) { ($0, ()) } }
        for error in [reading, writing, changing] {
            #expect(error?.code == .fileUnavailable)
            #expect(error?.remedy == .retry(after: nil))
            #expect(error?.detail == "the note cannot be read now (error \(code)).")
        }
        files.plan()
        #expect(try file.read() == Data("old".utf8))
    }

    @Test("A read-only lock file throws storeReadOnly", arguments: [EPERM, EACCES, EROFS])
    func readOnly(code: Int32) throws {
        let file = file()
        try file.replace(Data("old".utf8))
        files.plan(FileFault(.open, 0, code))
        let error = #expect(throws: NoticeBoardError.self) { try file.replace(Data("new".utf8)) }
        #expect(error?.code == .storeReadOnly)
        #expect(try file.read() == Data("old".utf8))
    }

    @Test("Removing a missing file succeeds in a read-only folder", arguments: [EACCES, EROFS])
    func nothingToRemove(code: Int32) throws {
        let file = file()
        files.plan(FileFault(.open, 0, code))
        try file.remove()
        files.plan()
        try file.replace(Data("old".utf8))
        files.plan(FileFault(.open, 0, code))
        let error = #expect(throws: NoticeBoardError.self) { try file.remove() }
        #expect(error?.code == .storeReadOnly)
    }

    @Test("An error names no path") func explained() throws {
        let file = file()
        try file.replace(Data())
        files.plan(FileFault(.rename, 0, EACCES))
        let error = #expect(throws: NoticeBoardError.self) { try file.replace(Data()) }
        #expect(error?.description.contains("the note: rename failed (error \(EACCES))") == true)
        #expect(error?.code == .storeReadOnly)
        #expect(error?.description.contains(folder.lastPathComponent) == false)
    }
}

/// The real file system with hooks that run before a lock or a sync.
private struct AmidstFiles: ForwardingFileSystem {
    let base: any FileSystem = POSIXFileSystem()
    var locks: @Sendable () -> Void = {}
    var syncs: @Sendable () -> Void = {}

    func lock(_ file: Int32) throws(SystemFault) -> Bool {
        locks()
        return try base.lock(file)
    }
    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        syncs()
        try base.sync(file, depth)
    }
}

/// The real file system, which removes one lock file as soon as it is locked.
private struct TakingFiles: ForwardingFileSystem {
    let base: any FileSystem = POSIXFileSystem()
    let lock: String

    func lock(_ file: Int32) throws(SystemFault) -> Bool {
        let isLocked = try base.lock(file)
        try base.remove(lock)
        return isLocked
    }
}

extension Result {
    fileprivate var failure: NoticeBoardError? {
        if case .failure(let error) = self { error as? NoticeBoardError } else { nil }
    }
}
