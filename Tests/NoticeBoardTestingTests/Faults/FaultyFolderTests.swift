import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Faulty files, call by call", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FaultyFolderTests {
    private let files = FaultyFiles(FaultyFiles())
    private let folder = ScratchFolder.url("faulty folder").path

    private func holds(_ isSo: Bool) { #expect(isSo) }

    @Test("Calls of a folder are of the kinds that they are, fail as those do, and do what they should") func folders() throws {
        try files.makeDirectories(folder)
        let (one, other) = (folder + "/a", folder + "/b")
        let file = try files.open(one, .makingNew)
        #expect(try files.write([1, 2, 3], to: file, at: 0) == 3)
        let calls: [(FileSystemCall, () throws -> Void)] = [
            (.rename, { try files.rename(one, to: other) }), (.open, { holds(try files.names(in: folder) == ["b"]) }),
            (.statusOfPath, { holds(try files.entry(at: one) == nil) }),
            (.status, { try files.touch(other, at: 1_000_000_000) }),
            (
                .statusOfPath,
                { holds(try files.entry(at: other) == FolderEntry(size: 3, modified: 1_000_000_000, isFile: true)) }
            ),
            (.status, { holds(try files.entry(of: file).size == 3) }),
            (.read, { holds(try files.contents(of: file, 2) == Data([1, 2])) }),
            (.truncate, { try files.truncate(file, to: 1) }),
            (.read, { holds(try files.read(file, 9, at: 0) == [1]) }), (.remove, { try files.remove(other) }),
            (.makeDirectory, { holds(try files.makeDirectory(one)) }),
            (.makeDirectory, { holds(try !files.makeDirectory(one)) }),
            (.remove, { try files.removeDirectory(one) }), (.open, { holds(try files.names(in: folder).isEmpty) }),
        ]
        for (kind, call) in calls {
            files.plan(FileFault(kind, 0, EACCES))
            #expect(throws: SystemFault(kind, EACCES)) { try call() }
            try call()
            #expect(files.calls == [kind, kind] && files.count(kind) == 2 && files.hits == 1)
        }
        files.close(file)
        #expect(files.process == getpid() && files.uptime > 0)
    }

    @Test("The number that fails is counted among its kind, once or for good", arguments: [0, 1, 2], [false, true])
    func numbers(number: Int, isForGood: Bool) throws {
        try files.makeDirectories(folder)
        files.plan(FileFault(.makeDirectory, number, ENOSPC, isForGood: isForGood))
        var failed: [Int] = []
        for index in 0..<4 {
            _ = try files.status(at: folder)
            do { _ = try files.makeDirectory(folder) } catch { failed.append(index) }
        }
        let expected = isForGood ? Array(number..<4) : [number]
        #expect(failed == expected && files.hits == expected.count && files.calls.count == 8)
        #expect(files.count(.status) == 0 && files.count(.statusOfPath) == 4 && files.count(.makeDirectory) == 4)
        files.fail(number)
        var all: [Int32] = []
        for _ in 0..<4 { do throws(SystemFault) { _ = try files.status(at: folder) } catch { all.append(error.code) } }
        #expect(all == [EIO] && files.hits == 1 && files.calls.count == 4)
    }

    @Test("Who died does nothing more, whatever it is asked for") func dead() throws {
        try files.makeDirectories(folder)
        files.die()
        for _ in 0..<3 { #expect(throws: SystemFault(.statusOfPath, EIO)) { try files.status(at: folder) } }
        #expect(throws: SystemFault(.makeDirectory, EIO)) { try files.makeDirectory(folder) }
        #expect(files.hits == 4)
    }

    @Test("Room is counted to its last byte, and a new plan gives none back") func room() throws {
        try files.makeDirectories(folder)
        let file = try files.open(folder + "/a", .makingNew)
        defer { files.close(file) }
        #expect(try files.write([9], to: file, at: 0) == 1)
        files.allow(3)
        #expect(try files.write([1, 2], to: file, at: 0) == 2)
        files.plan()
        #expect(files.written == 0 && files.openFiles == 1 && files.calls.isEmpty)
        #expect(try files.write([3, 4], to: file, at: 2) == 1)
        #expect(throws: SystemFault(.write, ENOSPC)) { try files.write([4], to: file, at: 3) }
        #expect(files.written == 1 && files.count(.write) == 2 && files.hits == 0)
        files.plan(FileFault(.write))
        #expect(throws: SystemFault(.write, EIO)) { try files.write([4], to: file, at: 3) }
        #expect(try files.read(file, 9, at: 0) == [1, 2, 3])
        files.allow(0)
        #expect(throws: SystemFault(.write, ENOSPC)) { try files.write([4], to: file, at: 3) }
    }

    @Test(
        "The system's own write half of what is long, and 64 bytes whole",
        arguments: [1, 63, 64, 65, 127, 128, 129, 130, 131, 400])
    func halves(count: Int) throws {
        let system = FaultyFiles()
        try system.makeDirectories(folder)
        let file = try system.open(folder + "/\(count)", .makingNew)
        defer { system.close(file) }
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let written = count <= 64 ? count : max(64, count / 2)
        #expect(try system.write(bytes[...], to: file, at: 0) == written && system.written == written)
        #expect(try system.read(file, 999, at: 0) == Array(bytes.prefix(written)))
        let other = FaultyFiles(POSIXFileSystem())
        #expect(try other.write(bytes[...], to: file, at: 0) == count)
    }

    @Test("The system's own wait for no disk, and others hand on that they do") func syncing() throws {
        let (system, other) = (FaultyFiles(), FaultyFiles(POSIXFileSystem()))
        try system.sync(-1, .full)
        try system.syncDirectory(folder, .full)
        #expect(system.calls == [.sync, .syncDirectory])
        #expect(throws: SystemFault(.sync, EBADF)) { try other.sync(-1, .full) }
        #expect(throws: SystemFault(.syncDirectory, ENOENT)) { try other.syncDirectory(folder, .full) }
        #expect(throws: SystemFault(.open, ENOENT)) { try other.open(folder, .reading) }
        #expect(other.openFiles == 0 && other.calls == [.sync, .syncDirectory, .open])
    }

    #if os(macOS) || os(Linux)
        @Test("A process that is killed at a call has made those before it, and not that one") func killed() async throws {
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
                let files = FaultyFiles(POSIXFileSystem())
                files.kill(at: 1)
                _ = try files.makeDirectory(folder)
                _ = try files.makeDirectory(folder + "/a")
            }
            #expect(try files.names(in: folder).isEmpty && files.status(at: folder)?.kind == .directory)
        }
    #endif
}
