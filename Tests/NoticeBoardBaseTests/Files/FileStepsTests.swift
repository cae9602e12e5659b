import Foundation
import NoticeBoardBase
import Testing

/// Exact sequences of file system calls.
@Suite("File system call sequences", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FileStepsTests {
    private let files = ScriptedFiles()
    private let fault = SystemFault(.write, EIO)

    // MARK: - Locks

    @Test("Retries a held lock after short pauses until the deadline") func waiting() throws {
        files.answer("lock", .success(0), .success(0), .success(0), .success(1))
        #expect(try files.lock(7, until: 10))
        let pauses = files.pauses.withLock { $0 }
        #expect(pauses.count == 3)
        #expect(pauses.allSatisfy { 0.0001...0.0005 ~= $0 })
        let busy = ScriptedFiles()
        busy.answer("lock", .success(0), .success(0), .success(0), .success(0), .success(0), .success(0), .success(0))
        #expect(try !busy.lock(7, until: 0.0005))
        #expect(busy.pauses.withLock { $0.reduce(0, +) } <= 0.000_501)
    }

    @Test("Locking never pauses when the lock is free or no time is left") func atOnce()
        throws
    {
        #expect(try files.lock(7, until: -1))
        #expect(files.pauses.withLock { $0.isEmpty })
        files.answer("lock", .success(0))
        #expect(try !files.lock(7, until: 0))
        #expect(files.pauses.withLock { $0.isEmpty })
        files.answer("lock", .success(0), .failure(fault))
        #expect(throws: fault) { try files.lock(7, until: 1) }
    }

    // MARK: - Folders

    @Test("Creates missing folders from the nearest existing one and syncs each parent") func folders() throws {
        let none = SystemFault(.makeDirectory, ENOENT)
        try files.makeDirectories("/a/b")
        #expect(files.calls == ["make /a/b", "sync /a ordered"])
        let there = ScriptedFiles()
        there.answer("make", .success(0))
        try there.makeDirectories("/a/b")
        #expect(there.calls == ["make /a/b"], "an existing folder is unchanged")
        let deep = ScriptedFiles()
        deep.answer("make /a/b/c", .failure(none))
        deep.answer("make /a/b", .failure(none))
        try deep.makeDirectories("/a/b/c")
        #expect(
            deep.calls == [
                "make /a/b/c", "make /a/b", "make /a", "sync / ordered", "make /a/b", "sync /a ordered", "make /a/b/c",
                "sync /a/b ordered",
            ])
        let late = ScriptedFiles()
        late.answer("make /a/b", .failure(none), .success(0))
        late.answer("sync", .failure(fault), .failure(fault))
        try late.makeDirectories("/a/b")
        #expect(late.calls == ["make /a/b", "make /a", "sync / ordered", "make /a/b"], "another process created it first")
    }

    @Test("Throws the error that prevents creating a folder") func noFolders() {
        for (path, code) in [("/a/b", EACCES), ("/", ENOENT), ("ab", ENOENT), ("", ENOENT)] {
            let files = ScriptedFiles()
            files.answer("make", .failure(SystemFault(.makeDirectory, code)))
            #expect(throws: SystemFault(.makeDirectory, code)) { try files.makeDirectories(path) }
            #expect(files.calls == ["make \(path)"])
        }
        let none = SystemFault(.makeDirectory, ENOENT)
        let (above, again) = (SystemFault(.makeDirectory, EROFS), SystemFault(.makeDirectory, EACCES))
        files.answer("make /a/b", .failure(none))
        files.answer("make /a", .failure(above))
        #expect(throws: SystemFault.self) { try files.makeDirectories("/a/b") }
        let second = ScriptedFiles()
        second.answer("make /a/b", .failure(none), .failure(again))
        #expect(throws: again) { try second.makeDirectories("/a/b") }
    }

    // MARK: - Whole files

    @Test(
        "A failed write removes its temporary file",
        arguments: [
            ("remove", ["remove /n"]), ("open", ["remove /n", "open /n createNew"]),
            ("write", ["remove /n", "open /n createNew", "write one to 7 at 0", "close 7", "remove /n"]),
            (
                "sync",
                [
                    "remove /n", "open /n createNew", "write one to 7 at 0", "sync 7 ordered", "close 7",
                    "remove /n",
                ]
            ),
            (
                "rename",
                [
                    "remove /n", "open /n createNew", "write one to 7 at 0", "sync 7 ordered",
                    "rename /n to /f",
                    "close 7", "remove /n",
                ]
            ),
        ])
    func putFails(call: String, calls: [String]) {
        files.answer(call, .failure(fault))
        #expect(throws: fault) { try files.put(Data("one".utf8), at: "/f", by: "/n") }
        #expect(files.calls == calls)
    }

    @Test("Throws ENOSPC after a write of zero bytes") func nothingWritten() throws {
        files.answer("write", .success(1), .success(0))
        #expect(throws: SystemFault(.write, ENOSPC)) { try files.put(Data("one".utf8), at: "/f", by: "/n") }
        #expect(files.calls.suffix(4) == ["write one to 7 at 0", "write ne to 7 at 1", "close 7", "remove /n"])
        let slow = ScriptedFiles()
        slow.answer("write", .success(1), .success(1), .success(1))
        try slow.put(Data("one".utf8), at: "/f", by: "/n")
        #expect(slow.calls.filter { $0.hasPrefix("write") }.map { $0.suffix(4) } == ["at 0", "at 1", "at 2"])
    }

    // MARK: - A small file

    private func small(_ depth: SyncDepth? = nil) -> SmallFile {
        let folder = URL(fileURLWithPath: "/a")
        guard let depth else { return SmallFile(directory: folder, name: "f", files: files) }
        return SmallFile(directory: folder, name: "f", longest: 5, depth, files: files)
    }

    @Test(
        "Reads at most one byte past the limit, which is 1 MiB by default",
        arguments: [(nil, 1 << 20), (.full, 5)] as [(SyncDepth?, Int)])
    func longest(depth: SyncDepth?, longest: Int) throws {
        for (size, count) in [(0, 0), (longest, longest), (longest + 1, longest + 1), (longest + 2, longest + 1)] {
            files.answer("status /a/f", .success(3))
            files.answer("status 7", .success(size))
            #expect(try small(depth).read()?.count == count)
            #expect(files.calls.suffix(4) == ["open /a/f read", "status 7", "read 7 \(count) at 0", "close 7"])
        }
    }

    /// Each operation of a small file, on existing files.
    private static let works: [String: @Sendable (SmallFile) throws -> Void] = [
        "read": { _ = try $0.read() }, "replace": { try $0.replace(Data("x".utf8)) }, "remove": { try $0.remove() },
        "remove all": { try $0.remove(waiting: 0) }, "copy aside": { try $0.copyAside(Data("x".utf8)) },
        "change": { try $0.change(waiting: 0) { data in (data, ()) } }, "look": { try $0.change(waiting: 0) { _ in (nil, ()) } },
    ]

    @Test(
        "Leaves no file open or locked when any call fails", arguments: works.keys.sorted()
    )
    func everyCall(work: String) throws {
        let body = try #require(Self.works[work])
        func run(failing number: Int?) -> (calls: [String], error: NoticeBoardError?) {
            let files = ScriptedFiles()
            files.answer("status /a", .success(1))
            files.answer("status /a/f", .success(1))
            files.answer("status /a/f.lock", .success(1))
            if let number { files.fail(number) }
            do { try body(SmallFile(directory: URL(fileURLWithPath: "/a"), name: "f", files: files)) } catch {
                return (files.calls, error as? NoticeBoardError)
            }
            return (files.calls, nil)
        }
        let whole = run(failing: nil)
        let steps = whole.calls.filter { !$0.hasPrefix("close") && !$0.hasPrefix("unlock") }
        #expect(whole.error == nil)
        #expect(!steps.isEmpty)
        for (number, step) in steps.enumerated() {
            let (calls, error) = run(failing: number)
            // A failed sync of the parent folder does not fail the operation.
            #expect((error == nil) == (step == "sync / ordered"), "\(step)")
            #expect(error == nil || error?.detail == "the file: open failed (error \(EIO)).", "\(step)")
            let made = calls.filter { !$0.hasPrefix("close") && !$0.hasPrefix("unlock") }
            let last = made.last == step ? made : made.dropLast()
            #expect(
                error == nil || last.last == step && made.count - last.count <= (made.last == "remove /a/f.new" ? 1 : 0),
                "\(step)")
            let opened = calls.count { $0.hasPrefix("open") } - (step.hasPrefix("open") ? 1 : 0)
            #expect(calls.count { $0.hasPrefix("close") } == opened, "\(step)")
            let locked = calls.count { $0.hasPrefix("lock") } - (step.hasPrefix("lock") ? 1 : 0)
            #expect(calls.count { $0.hasPrefix("unlock") } == locked, "\(step)")
        }
    }

    @Test(
        "Maps a failed call to an error code by errno and by whether it only reads", arguments: FileSystemCall.allCases)
    func meanings(call: FileSystemCall) {
        let reads: Set<FileSystemCall> = [.read, .status, .statusOfPath]
        for code in [ENOSPC, EDQUOT, EFBIG] { #expect(SystemFault(call, code).storeErrorCode == .storageFull) }
        for code in [EACCES, EPERM, EROFS] {
            #expect(SystemFault(call, code).storeErrorCode == (reads.contains(call) ? .fileUnavailable : .storeReadOnly))
        }
        for code in [EIO, ENOENT, ENOTDIR, ELOOP, EMFILE, 0] {
            #expect(SystemFault(call, code).storeErrorCode == .fileUnavailable)
        }
    }

    @Test(
        "Percent-encodes every byte of a file name except a-z, 0-9, - and _",
        arguments: [
            ("abz-_09", "abz-_09"), ("", ""), ("A", "%41"), ("Z@[`{", "%5a%40%5b%60%7b"), ("/:", "%2f%3a"), (".", "%2e"),
            ("\u{0}\u{1}", "%00%01"),
            ("\u{E}\u{F}\u{10}\u{11}", "%0e%0f%10%11"), ("é", "%c3%a9"), ("e\u{301}", "%c3%a9"), ("가", "%ea%b0%80"),
            ("a b", "a%20b"),
        ])
    func names(text: String, name: String) {
        #expect(text.asFileName == name)
    }
}
