import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardSearch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

@Suite("Real files", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct RealFileTests {
    @Test("Files are 0600 in a directory of 0700, from the first byte and after every rewriting")
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

    private func mode(_ path: String) -> Int32 {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return -1 }
        return Int32(status.st_mode & 0o777)
    }

    @Test("What the system says of a file, however it is asked")
    func status() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/file"
        try Data(repeating: 7, count: 12_345).write(to: URL(fileURLWithPath: path))
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: path)
        let files = POSIXFileSystem()
        for (name, kind, isPrivate) in [("file", FileStatus.Kind.file, false), ("link", .link, false), (".", .directory, true)] {
            if name != "link" { unsafe chmod(folder.path + "/" + name, isPrivate ? 0o700 : 0o640) }
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
            let found = try #require(try files.status(at: folder.path + "/" + name))
            #expect(found.kind == kind && found.isPrivate == isPrivate && found.isShared == (kind == .directory))
            #expect(found.inode == (attributes[.systemFileNumber] as? NSNumber)?.uint64Value)
            #expect(found.size == (attributes[.size] as? NSNumber)?.intValue)
        }
        let file = try files.open(path, .changing)
        defer { files.close(file) }
        #expect(try files.status(of: file) == files.status(at: path))
        #expect(try files.status(at: folder.path + "/none") == nil)
        try FileManager.default.linkItem(atPath: path, toPath: folder.path + "/other")
        #expect(try files.status(of: file).isShared)
        #expect(throws: SystemFault(.statusOfPath, ENOTDIR)) { try files.status(at: "/dev/null/none") }
    }

    @Test("Making a history and reading one that is not there touches no disk")
    func nothingMade() async throws {
        let folder = try TemporaryDirectory()
        let inside = folder.url.appendingPathComponent("none")
        let history = FileSearchHistory(directory: inside)
        #expect(try await history.entries().isEmpty)
        try await history.refresh()
        try await history.clear(keepingPinned: true)
        try await history.turnOn()
        #expect(try await history.recording() == .on)
        #expect(!FileManager.default.fileExists(atPath: inside.path))
    }

    @Test("A symbolic link at any of the paths is not followed")
    func symbolicLinks() async throws {
        for name in ["history.journal", "history.lock", "history.new"] {
            let folder = try TemporaryDirectory()
            let target = folder.path + "/target"
            try Data("untouched".utf8).write(to: URL(fileURLWithPath: target))
            let place = folder.path + "/store/"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: place + name, withDestinationPath: target)
            let history = FileSearchHistory(directory: URL(fileURLWithPath: place))
            do {
                try await history.save("가")
                #expect(name == "history.new")
            } catch let error as NoticeBoardError {
                #expect(error.code == .fileUnavailable && name != "history.new")
            }
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "untouched")
        }
    }

    @Test("A directory that is a file, a link or a directory in the file's place is a clear error")
    func wrongKinds() async throws {
        let folder = try TemporaryDirectory()
        try Data().write(to: folder.url.appendingPathComponent("file"))
        try FileManager.default.createDirectory(atPath: folder.path + "/a/history.journal", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.path + "/real", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: folder.path + "/real")
        for name in ["file", "a", "file/below"] {
            let history = FileSearchHistory(directory: folder.url.appendingPathComponent(name))
            await #expect { _ = try await history.entries() } throws: { ($0 as? NoticeBoardError)?.code == .fileUnavailable }
            await #expect { try await history.save("가") } throws: { ($0 as? NoticeBoardError)?.code == .fileUnavailable }
        }
        let linked = FileSearchHistory(directory: folder.url.appendingPathComponent("link"))
        await #expect { try await linked.save("가") } throws: { ($0 as? NoticeBoardError)?.code == .fileUnavailable }
        let pipe = folder.path + "/pipe"
        try FileManager.default.createDirectory(atPath: pipe, withIntermediateDirectories: true)
        #expect(unsafe mkfifo(pipe + "/history.journal", 0o600) == 0)
        let piped = FileSearchHistory(directory: URL(fileURLWithPath: pipe))
        await #expect { _ = try await piped.entries() } throws: { ($0 as? NoticeBoardError)?.code == .fileUnavailable }
    }

    @Test("Histories of one place share their memory, those of two scopes nothing")
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
        try await FileSearchHistory(directory: folder.url, scope: String(repeating: "a", count: 200)).save("가")
        for scope in ["", String(repeating: "a", count: 201)] {
            let refused = FileSearchHistory(directory: folder.url, scope: scope)
            await #expect { try await refused.save("가") } throws: { ($0 as? NoticeBoardError)?.remedy == .fixInput(.scope) }
        }
        let remote = FileSearchHistory(directory: URL(string: "https://example.com/a") ?? folder.url)
        await #expect { try await remote.save("가") } throws: { ($0 as? NoticeBoardError)?.remedy == .fixInput(.directory) }
    }

    @Test("Deleted keywords are in no file, whatever happened to them before")
    func noTrace() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/history.journal"
        for removal in [SearchHistoryChange.delete([.init("비밀번호")]), .clear(keepingPinned: true), .record(.off, erasing: true)] {
            let history = FileSearchHistory(directory: folder.url)
            try await history.turnOn()
            for keyword in ["비밀번호", "공지", "비밀번호"] { try await history.save(keyword) }
            // A damaged copy with the keyword in it lies beside the file.
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            bytes[20] ^= 1
            try await Task { try Data(bytes).write(to: URL(fileURLWithPath: path)) }.value
            try await history.refresh()
            let apart = FileSearchHistory(POSIXFileSystem(), directory: folder.url)
            _ = try await apart.entries()
            try await apart.apply(removal)
            var contents: [String: [UInt8]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                contents[name] = [UInt8](try Data(contentsOf: folder.url.appendingPathComponent(name)))
            }
            expectNoTrace(of: "비밀번호", in: contents)
            #expect(contents.count == 2)
        }
    }

    @Test("The file stays below 64 KiB or twice what lives, plus one record")
    func bounded() async throws {
        let folder = try TemporaryDirectory()
        let history = FileSearchHistory(directory: folder.url, policy: .init(capacity: 50), durability: .processCrash)
        var largest = 0
        for number in 0..<3_000 {
            try history.applyBlocking(.save(SearchHistoryEntry.Key("검색어 \(number)")))
            largest = max(largest, try POSIXFileSystem().status(at: folder.path + "/history.journal")?.size ?? 0)
        }
        #expect(largest <= 65_536 + 100)
        #expect(largest > 60_000)
        #expect(try await history.entries().count == 50)
    }
}
