import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Tests a history on the disk through its public API.
@Suite("FileSearchHistory", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct FileSearchHistoryTests {
    private func mode(_ path: String) -> Int32 {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return -1 }
        return Int32(status.st_mode & 0o777)
    }

    @Test("Creates files with mode 0600 in a directory with mode 0700")
    func modes() async throws {
        let folder = try TemporaryDirectory()
        let inside = folder.url.appendingPathComponent("가/나")
        let history = FileSearchHistory(directory: inside)
        for keyword in ["가", "나"] { try await history.save(keyword) }
        try await history.delete("가")
        for name in try FileManager.default.contentsOfDirectory(atPath: inside.path) {
            #expect(mode(inside.path + "/" + name) == 0o600)
        }
        #expect(mode(inside.path) == 0o700)
        #expect(mode(folder.path + "/가") == 0o700)
    }

    @Test("Creates no file when a missing history is read")
    func nothingMade() async throws {
        let folder = try TemporaryDirectory()
        let inside = folder.url.appendingPathComponent("none")
        let history = FileSearchHistory(directory: inside)
        #expect(try await history.entries().isEmpty)
        try await history.refresh()
        try await history.deleteAll(keepingPinned: true)
        try await history.turnOn()
        try await history.erase()
        #expect(try await history.recording() == .on)
        #expect(!FileManager.default.fileExists(atPath: inside.path))
    }

    @Test("Saves behind a damaged last number") func largestNumber() async throws {
        let files = MemoryFileSystem()
        let empty = String(decoding: try historyFile([]), as: UTF8.self)
        let damaged = empty.replacingOccurrences(of: #""lastPlace":0"#, with: #""lastPlace":\#(UInt64.max)"#)
        #expect(damaged != empty)
        files.put(Array(damaged.utf8), at: Fixture.file)
        let history = Fixture(files).open()
        for keyword in ["one", "two"] { try await history.save(keyword) }
        #expect(try await history.entries().map(\.keyword) == ["two", "one"])
    }

    @Test("The file has the documented lines")
    func format() async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files, TestClock(785_000_000))
        let history = fixture.open(SearchHistoryPolicy(capacity: 50))
        try await history.save("공지", target: .title)
        try await history.save("a\"\\\nb")
        try await history.pin(try #require(try await history.entries().last))
        let lines = String(decoding: files.contents[Fixture.file] ?? [], as: UTF8.self).split(separator: "\n")
        #expect(
            lines.first?.dropFirst(23)
                == #"","version":1,"header":{"capacity":50,"imports":[],"lastPlace":1,"recording":"on"}}"#)
        #expect(
            lines.dropFirst() == [
                #"{"put":[{"at":785000001,"count":1,"keyword":"공지","place":1,"target":"title"}]}"#,
                #"{"put":[{"at":785000003,"count":1,"keyword":"a\"\\\nb","place":2,"target":"all"}]}"#,
                #"{"put":[{"at":785000001,"count":1,"keyword":"공지","pinned":true,"place":1,"target":"title"}]}"#,
            ])
    }

    @Test("Reads back exactly what it wrote")
    func roundTrip() async throws {
        let files = MemoryFileSystem()
        let entries = [
            entry("a/b é 👨‍👩‍👧", at: 0.1 + 0.2, isPinned: true), entry("\u{7F}\u{1}\"\\", at: -5e-9), entry("가", at: -1e300),
            SearchHistoryEntry(
                keyword: "제목", target: .title, lastUsed: Date(timeIntervalSinceReferenceDate: -2e300), useCount: 9),
        ]
        try await Fixture(files).open().import(entries, from: "old")
        #expect(try await Fixture(files).open().entries() == entries)
    }

    @Test("Reads the documented sample")
    func sample() async throws {
        let sample = #"""
            {"id":"9f2c41d07ab35e68","version":1,"header":{"capacity":100,"imports":["Core Data 0"],"lastPlace":6,"recording":"on"}}
            {"put":[{"keyword":"옛 검색","target":"all","at":784999000.0,"count":3,"place":6,"imported":true}]}
            {"put":[{"keyword":"공지","target":"title","at":785024000.0,"count":1,"place":7}]}
            {"put":[{"keyword":"swift","target":"all","at":785024060.0,"count":1,"place":8}]}
            {"put":[{"keyword":"ㄱ","target":"all","at":785024070.0,"count":1,"place":9}]}
            {"put":[{"keyword":"검색","target":"all","at":785024075.0,"count":1,"place":10}],"gone":[{"keyword":"ㄱ","target":"all"}]}
            {"put":[{"keyword":"공지","target":"title","at":785024100.0,"count":2,"place":11,"pinned":true}]}
            {"put":[{"keyword":"dam#!ge     <- unreadable: skipped, kept aside by the next rewrite
            {"put":[{"keyword":"한글","target":"all","at":785024200.0,"count":1,"place":12}]}
            {"put":[{"keyword":"cut of      <- no line break: never happened
            """#
        let files = MemoryFileSystem()
        files.put(Array(sample.utf8), at: Fixture.file)
        let entries = try await Fixture(files).open().entries()
        #expect(
            entries.map(\.summary) == [
                "한글#12@785024200", "공지#11×2*@785024100", "검색#10@785024075", "swift#8@785024060",
                "옛 검색#6×3↓@784999000",
            ])
    }

    @Test("Saves with one write and one sync")
    func oneWriteOneSync() async throws {
        let files = FaultyFiles(MemoryFileSystem())
        let history = Fixture(files).open()
        try await history.save("가")
        files.plan()
        try await history.save("나")
        #expect(files.count(.write) == 1)
        #expect(files.count(.sync) == 1)
        #expect(files.count(.rename) == 0)
    }

    @Test("Does not follow a symbolic link at any of its paths", arguments: ["history.jsonl", "lock", "history.jsonl.new"])
    func symbolicLinks(_ name: String) async throws {
        let folder = try TemporaryDirectory()
        let target = folder.path + "/target"
        try Data("untouched".utf8).write(to: URL(fileURLWithPath: target))
        let place = folder.path + "/store/"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: place + name, withDestinationPath: target)
        let history = FileSearchHistory(directory: URL(fileURLWithPath: place))
        do {
            try await history.save("가")
            // The history replaces the link by a new file.
            #expect(name == "history.jsonl.new")
        } catch let error as NoticeBoardError {
            #expect(error.code == .fileUnavailable)
        }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "untouched")
    }

    @Test("A directory, a pipe or a file at a wrong place throws a clear error", arguments: ["file", "a", "file/below", "pipe"])
    func wrongKinds(_ name: String) async throws {
        let folder = try TemporaryDirectory()
        try Data().write(to: folder.url.appendingPathComponent("file"))
        try FileManager.default.createDirectory(atPath: folder.path + "/a/history.jsonl", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.path + "/pipe", withIntermediateDirectories: true)
        #expect(unsafe mkfifo(folder.path + "/pipe/history.jsonl", 0o600) == 0)
        let history = FileSearchHistory(directory: folder.url.appendingPathComponent(name))
        await #expect { _ = try await history.entries() } throws: { ($0 as? NoticeBoardError)?.code == .fileUnavailable }
        await #expect { try await history.save("가") } throws: { ($0 as? NoticeBoardError)?.code == .fileUnavailable }
    }

    @Test("Histories of one path share their memory, those of two scopes share nothing")
    func sharing() async throws {
        let folder = try TemporaryDirectory()
        let one = FileSearchHistory(directory: folder.url, scope: "Kim@example")
        let roundabout = folder.url.appendingPathComponent("../\(folder.url.lastPathComponent)")
        let other = FileSearchHistory(directory: roundabout, scope: "Kim@example")
        let third = FileSearchHistory(directory: folder.url, scope: "kim@example")
        try await one.save("가")
        #expect(try await other.keywords() == ["가"])
        #expect(try await third.keywords() == [])
        var updates = other.updates().makeAsyncIterator()
        _ = await updates.next()
        try await one.save("나")
        #expect(await updates.next()?.map(\.keyword) == ["나", "가"])
    }

    @Test("An impossible scope or directory throws invalidInput and names it")
    func refusedPlaces() async throws {
        let folder = try TemporaryDirectory()
        try await FileSearchHistory(directory: folder.url, scope: String(repeating: "a", count: 200)).save("가")
        for scope in ["", String(repeating: "a", count: 201)] {
            let refused = FileSearchHistory(directory: folder.url, scope: scope)
            await #expect { try await refused.save("가") } throws: { ($0 as? NoticeBoardError)?.remedy == .fixInput(.scope) }
            for await _ in refused.updates() { Issue.record("a list came") }
        }
        let remote = FileSearchHistory(directory: try #require(URL(string: "https://example.com/a")))
        await #expect { try await remote.save("가") } throws: { ($0 as? NoticeBoardError)?.remedy == .fixInput(.directory) }
    }

    @Test(
        "Removed keywords are in no file",
        arguments: [SearchHistoryChange.delete([.init("비밀번호")]), .deleteAll(keepingPinned: true), .erase])
    func noTrace(_ removal: SearchHistoryChange) async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open()
        for keyword in ["비밀번호", "공지", "비밀번호"] { try await history.save(keyword) }
        // The keyword is in a damaged line that was set aside, in new damaged lines, and in the file of a killed process.
        files.put((files.contents[Fixture.file] ?? []) + Array("비밀번호\n".utf8), at: Fixture.file)
        try await history.save("메일")
        files.put((files.contents[Fixture.file] ?? []) + Array("비밀번호\n비밀번호".utf8), at: Fixture.file)
        files.put(Array("비밀번호".utf8), at: Fixture.file + ".new")
        try await history.apply(removal)
        expectNoTrace(of: "비밀번호", in: files.contents)
    }

    @Test("Removes dropped entries from the file by the next launch", arguments: [false, true])
    func tidyAtLaunch(_ isMerging: Bool) async throws {
        let files = MemoryFileSystem()
        let policy = SearchHistoryPolicy(capacity: 2, merging: isMerging ? 60 : 0)
        let history = Fixture(files).open(policy)
        for keyword in isMerging ? ["비", "비밀"] : ["비", "공지", "메일"] { try await history.save(keyword) }
        let left = try await history.keywords()
        #expect(files.contents[Fixture.file]?.holds("\"비\"") == true)
        #expect(try await Fixture(files).open().keywords() == left)
        expectNoTrace(of: "\"비\"", in: files.contents)
    }

    @Test("A full disk allows no change except an erase")
    func fullDisk() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open()
        for keyword in ["비밀", "공지"] { try await history.save(keyword) }
        files.room = files.used
        let changes: [SearchHistoryChange] = [
            .save(.init("가")), .delete([.init("비밀")]), .deleteAll(keepingPinned: false), .record(.off),
        ]
        for change in changes {
            await #expect { try await history.apply(change) } throws: { ($0 as? NoticeBoardError)?.code == .storageFull }
            #expect(try await history.keywords() == ["공지", "비밀"])
            #expect(try await Fixture(files).open().keywords() == ["공지", "비밀"])
            #expect(try await history.recording() == .on)
        }
        try await history.erase()
        #expect(try await history.keywords() == [])
        expectNoTrace(of: "비밀", in: files.contents)
    }

    @Test("Removes the file when erased unless rules, imports or a recording state remain")
    func erasedFile() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open()
        try await history.save("가")
        try await history.erase()
        #expect(files.contents.keys.sorted() == ["/store/lock"])
        try await history.pause()
        try await history.erase()
        #expect(files.contents.keys.sorted() == [Fixture.file, "/store/lock"])
        #expect(try await Fixture(files).open().recording() == .paused)
    }

    @Test("The file of a newer version is not changed")
    func newer() async throws {
        let files = MemoryFileSystem()
        let newer = Array("{\"id\":\"9f2c41d07ab35e68\",\"version\":2,\"header\":{}}\n{\"새\":1}\n".utf8)
        files.put(newer, at: Fixture.file)
        let history = Fixture(files).open()
        let changes: [SearchHistoryChange] = [.save(.init("가")), .delete([.init("가")]), .record(.off)]
        await #expect { _ = try await history.entries() } throws: { ($0 as? NoticeBoardError)?.code == .storeTooNew }
        for change in changes {
            await #expect { try await history.apply(change) } throws: { ($0 as? NoticeBoardError)?.code == .storeTooNew }
        }
        #expect(files.contents[Fixture.file] == newer)
        for await _ in history.updates() { Issue.record("a list came") }
        try await history.erase()
        #expect(try await history.entries() == [])
    }

    @Test("Loses only the damaged lines")
    func damage() async throws {
        let files = MemoryFileSystem()
        var bytes = try historyFile([entry("가", at: 1), entry("나", at: 2), entry("다", at: 3)])
        let place = try #require(Data(bytes).range(of: Data("나".utf8))?.lowerBound)
        bytes[place + 3] = UInt8(ascii: "{")
        files.put(bytes + Array("{\"put\":[{\"key".utf8), at: Fixture.file)
        let fixture = Fixture(ReadOnlyFileSystem(files, EROFS))
        let history = fixture.open()
        #expect(try await history.keywords() == ["다", "가"])
        try await history.refresh()
        #expect(fixture.told.kinds == [.salvaged])
        #expect(files.contents[Fixture.file]?.count == bytes.count + 13)
        // A writable file is rewritten at its first read.
        let other = Fixture(files)
        #expect(try await other.open().keywords() == ["다", "가"])
        #expect(other.told.kinds == [.salvaged])
        #expect(files.contents[Fixture.file + ".damaged"]?.holds("나") == true)
        #expect(try await Fixture(files).open().keywords() == ["다", "가"])
    }

    @Test("A change of a read-only file throws storeReadOnly", arguments: [EACCES, EROFS, EPERM])
    func readOnly(_ code: Int32) async throws {
        let files = MemoryFileSystem()
        try files.put(historyFile([entry("가", at: 1)]), at: Fixture.file)
        let history = Fixture(ReadOnlyFileSystem(files, code)).open()
        #expect(try await history.keywords() == ["가"])
        for change in [SearchHistoryChange.save(.init("나")), .delete([.init("가")]), .erase] {
            await #expect { try await history.apply(change) } throws: { ($0 as? NoticeBoardError)?.code == .storeReadOnly }
        }
        #expect(try await history.keywords() == ["가"])
    }

    @Test("Waits for a held lock until the timeout when changing, never when reading")
    func busy() async throws {
        let files = MemoryFileSystem()
        try await Fixture(files).open().save("가")
        let lock = try files.open("/store/lock", .readWrite)
        #expect(try files.lock(lock))
        let history = FileSearchHistory(files, directory: URL(fileURLWithPath: Fixture.directory), now: TestClock().read)
        #expect(try await history.entries().map(\.keyword) == ["가"])
        let calls: [(Double, @Sendable () async throws -> Void)] = [
            (5, { try await history.save("나") }), (2, { try history.applyBlocking(.deleteExpired, waiting: 2) }),
            (0, { try history.applyBlocking(.deleteExpired, waiting: -1) }), (5, { try await history.erase() }),
        ]
        for (number, (seconds, call)) in calls.enumerated() {
            let before = files.paused
            await #expect { try await call() } throws: { ($0 as? NoticeBoardError)?.code == .storeBusy }
            #expect(abs(files.paused - before - seconds) < 0.001, "call \(number)")
        }
        let before = files.paused
        try await history.refresh()
        #expect(files.paused == before)
    }

    @Test("A save creates a deleted folder again")
    func folderDeleted() async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        let history = fixture.open()
        try await history.save("가")
        files.wipe(Fixture.directory)
        try await history.refresh()
        #expect(try await history.keywords() == [])
        #expect(fixture.told.kinds == [.removed])
        try await history.save("나")
        #expect(try await Fixture(files).open().keywords() == ["나"])
    }

    @Test("After an unknown outcome the list shows the file's content")
    func unknownOutcome() async throws {
        let memory = MemoryFileSystem()
        let files = FaultyFiles(memory)
        let history = Fixture(files).open()
        for keyword in ["가", "나"] { try await history.save(keyword) }
        // The second sync of a rewrite is that of the folder, after the rename.
        files.plan(FileFault(.sync, 1))
        let error = await #expect(throws: NoticeBoardError.self) { try await history.delete("가") }
        #expect(error?.detail.hasSuffix("Whether the change was made is unknown.") == true)
        try await history.refresh()
        #expect(try await history.keywords() == Fixture(memory).open().keywords())
    }

    @Test("Updates show changes of another process, also if the folder is created later", arguments: [false, true])
    func updatesOfOthers(_ isFolderMissing: Bool) async throws {
        let folder = try TemporaryDirectory()
        let place = isFolderMissing ? folder.url.appendingPathComponent("a/b") : folder.url
        let history = FileSearchHistory(directory: place)
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next() == [])
        let other = FileSearchHistory(POSIXFileSystem(), directory: place)
        for keyword in ["가", "나"] {
            try await other.save(keyword)
            #expect(await lists.next()?.first?.keyword == keyword)
        }
    }

    @Test("Hides the path in a dump") func dumped() {
        let history = FileSearchHistory(directory: URL(fileURLWithPath: "/비밀 계정"))
        var text = "\(history) \(String(reflecting: history))"
        dump(history, to: &text)
        #expect(!text.contains("비밀"))
    }
}
