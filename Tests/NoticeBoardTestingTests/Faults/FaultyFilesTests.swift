import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Faulty files", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FaultyFilesTests {
    private let inner = FaultyFiles()
    private let folder = ScratchFolder.url("faulty").path
    private var path: String { folder + "/a" }

    /// Every kind of call once, by its kind, of files that stand over `inner`.
    private func calls(_ files: FaultyFiles<FaultyFiles<POSIXFileSystem>>, _ file: Int32) -> [FileSystemCall: () throws -> Void] {
        [
            .open: { files.close(try files.open(path, .reading)) }, .status: { _ = try files.status(of: file) },
            .statusOfPath: { _ = try files.status(at: path) }, .read: { _ = try files.read(file, 1, at: 0) },
            .write: { _ = try files.write([1, 2], to: file, at: 0) }, .truncate: { try files.truncate(file, to: 1) },
            .sync: { try files.sync(file, .ordered) }, .syncDirectory: { try files.syncDirectory(folder, .ordered) },
            .rename: { try files.rename(path, to: path) }, .remove: { try files.remove(path + " that is not there") },
            .makeDirectory: { _ = try files.makeDirectory(folder) }, .lock: { _ = try files.lock(file) },
        ]
    }

    @Test("Every call reaches the files below, once, and fails there or before where it was told so") func calls() throws {
        let files = FaultyFiles(inner)
        try files.makeDirectories(folder)
        let file = try files.open(path, .makingNew)
        let calls = calls(files, file)
        #expect(Set(calls.keys) == Set(FileSystemCall.allCases))
        for (kind, call) in calls {
            for each in [files.plan, inner.plan] as [(FileFault?) -> Void] { each(nil) }
            try call()
            #expect(files.calls == [kind] && inner.calls == [kind])
            files.plan(FileFault(kind, 1, ENOSPC))
            inner.plan()
            try call()
            #expect(throws: SystemFault(kind, ENOSPC)) { try call() }
            try call()
            #expect(files.calls == [kind, kind, kind] && inner.calls == [kind, kind])
            #expect(files.hits == 1 && files.count(kind) == 3)
            inner.fail(0, EACCES, forGood: true)
            files.plan()
            for _ in 0..<2 { #expect(throws: SystemFault(kind, EACCES)) { try call() } }
            #expect(inner.hits == 2 && files.hits == 0)
        }
        inner.plan()
        #expect(files.openFiles == 1 && inner.openFiles == 1)
        files.close(file)
        #expect(files.openFiles == 0 && inner.openFiles == 0)
    }

    @Test("A disk that is full takes what there is room for, and then nothing") func room() throws {
        let files = FaultyFiles(inner)
        try files.makeDirectories(folder)
        let file = try files.open(path, .makingNew)
        defer { files.close(file) }
        files.allow(5)
        #expect(try files.write([1, 2, 3], to: file, at: 0) == 3)
        #expect(try files.write([4, 5, 6], to: file, at: 3) == 2)
        #expect(throws: SystemFault(.write, ENOSPC)) { try files.write([6], to: file, at: 5) }
        #expect(files.written == 5)
        #expect(try files.read(file, 9, at: 0) == [1, 2, 3, 4, 5])
        files.allow(.max)
        #expect(try files.write([6], to: file, at: 5) == 1)
    }

    @Test("The system's own take at most half of what is long, and a short one whole") func halves() throws {
        try inner.makeDirectories(folder)
        let file = try inner.open(path, .makingNew)
        defer { inner.close(file) }
        #expect(try inner.write(ArraySlice(repeating: 1, count: 64), to: file, at: 0) == 64)
        #expect(try inner.write(ArraySlice(repeating: 1, count: 300), to: file, at: 0) == 150)
        #expect(try inner.status(of: file).size == 150)
    }

    @Test("Who is killed holds no lock any more, and writes nothing") func dead() throws {
        let files = FaultyFiles(inner)
        try files.makeDirectories(folder)
        let (one, other) = (try files.open(path, .making), try inner.open(path, .making))
        #expect(try files.lock(one))
        #expect(try !inner.lock(other))
        files.die()
        #expect(throws: SystemFault(.write, EIO)) { try files.write([1], to: one, at: 0) }
        #expect(try inner.lock(other))
        for file in [one, other] { files.close(file) }
    }

    @Test("Who is killed while a lock is being taken holds none either, whichever comes first") func deadMeanwhile() throws {
        try inner.makeDirectories(folder)
        let other = try inner.open(path, .making)
        defer { inner.close(other) }
        for _ in 0..<5_000 {
            let files = FaultyFiles(inner)
            let one = try files.open(path, .making)
            DispatchQueue.concurrentPerform(iterations: 2) { if $0 == 0 { _ = try? files.lock(one) } else { files.die() } }
            #expect(try inner.lock(other))
            inner.unlock(other)
            files.close(one)
        }
    }

    @Test("Who is killed takes no lock away from another that has the number of a file that was closed") func deadLater() throws {
        let files = FaultyFiles(inner)
        try files.makeDirectories(folder)
        let one = try files.open(path, .making)
        #expect(try files.lock(one))
        files.close(one)
        let (next, other) = (try inner.open(path, .making), try inner.open(path, .making))
        defer { for file in [next, other] { inner.close(file) } }
        #expect(try inner.lock(next))
        files.die()
        #expect(try !inner.lock(other))
    }
}
