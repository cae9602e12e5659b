import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardSearch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Tests on the real file system, with processes that are killed.
@Suite("Processes with real files", .serialized, .inTurn, .trialLimit(minutes: 2))
struct SeveralProcessesTests {
    #if os(macOS) || os(Linux)
        @Test("Every acknowledged save survives kill -9 during saves and rewrites")
        func killed() async throws {
            let folder = try TemporaryDirectory()
            for round in 0..<RandomTrials().count(5, atLeast: 3) {
                let acknowledged = folder.path + "/acknowledged-\(round)"
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [path = folder.path as String, acknowledged = acknowledged as String, round = round as Int] in
                    let history = FileSearchHistory(
                        POSIXFileSystem(), directory: URL(fileURLWithPath: path + "/store"), policy: .init(capacity: 1_000),
                        minimumSize: 2_000)
                    let notes = unsafe open(acknowledged, O_WRONLY | O_CREAT | O_APPEND, 0o600)
                    var number = 0
                    while true {
                        let keyword = "\(round)-\(number)"
                        try history.applyBlocking(.save(SearchHistoryEntry.Key(keyword)))
                        let line = Array((keyword + "\n").utf8)
                        _ = unsafe line.withUnsafeBytes { unsafe write(notes, $0.baseAddress, $0.count) }
                        number += 1
                        if number == 40 + round % 40 * 57 {
                            // Another thread kills the process at a random moment of a save.
                            Thread.detachNewThread {
                                usleep(UInt32(round * 7_919 % 5_000))
                                kill(getpid(), SIGKILL)
                            }
                        }
                        if number % 400 == 0 { try history.applyBlocking(.delete([SearchHistoryEntry.Key("\(round)-0")])) }
                    }
                }
                let told = Told()
                let history = FileSearchHistory(
                    directory: URL(fileURLWithPath: folder.path + "/store"), policy: SearchHistoryPolicy(capacity: 1_000),
                    onEvent: told.hear)
                let found = Set(try await history.keywords())
                let lines = try String(contentsOfFile: acknowledged, encoding: .utf8).split(separator: "\n").map(String.init)
                // The deleted keyword is missing, and keywords that a thousand newer ones replaced.
                let missing = lines.suffix(900).filter { !found.contains($0) && $0 != "\(round)-0" }
                #expect(missing.isEmpty, "round \(round): \(missing.count) of \(lines.count) are lost")
                #expect(!lines.isEmpty, "round \(round): \(missing.count) of \(lines.count) are lost")
                #expect(!told.kinds.contains(.salvaged))
            }
        }

        @Test("At every limit of the file's size a save is complete or missing")
        func fileSizeLimit() async throws {
            let folder = try TemporaryDirectory()
            await #expect(processExitsWith: .success) { [path = folder.path as String] in
                // Without this, SIGXFSZ would end the process before the call could fail.
                signal(SIGXFSZ, SIG_IGN)
                let directory = URL(fileURLWithPath: path + "/store")
                let history = FileSearchHistory(directory: directory)
                try history.applyBlocking(.save(SearchHistoryEntry.Key("있던 것")))
                let bytes = try Data(contentsOf: directory.appendingPathComponent("history.jsonl"))
                let size = bytes.count
                for more in 0..<120 {
                    var limit = rlimit(rlim_cur: rlim_t(size + more), rlim_max: rlim_t.max)
                    #if canImport(Darwin)
                        unsafe setrlimit(RLIMIT_FSIZE, &limit)
                    #else
                        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                    #endif
                    do {
                        try history.applyBlocking(.save(SearchHistoryEntry.Key("검색어")))
                        // The save fit below the limit, and every larger limit fits as well.
                        #expect(more > 30)
                        break
                    } catch let error as NoticeBoardError {
                        #expect(error.code == .storageFull)
                        #expect(try POSIXFileSystem().status(at: path + "/store/history.jsonl")?.size == size)
                    }
                }
                try history.applyBlocking(.deleteAll(keepingPinned: false))
            }
            let found = try await FileSearchHistory(directory: URL(fileURLWithPath: folder.path + "/store")).keywords()
            #expect(found == [])
        }

        @Test("Processes lose no update if one of them is killed", arguments: [2, 4])
        func atOnce(_ count: Int) async throws {
            let folder = try TemporaryDirectory()
            await withTaskGroup(of: Void.self) { group in
                for worker in 1..<count {
                    group.addTask {
                        await #expect(processExitsWith: .success) { [path = folder.path as String, worker = worker as Int] in
                            let history = FileSearchHistory(
                                POSIXFileSystem(), directory: URL(fileURLWithPath: path), policy: .init(capacity: 1_000),
                                lockTimeout: 60, minimumSize: 3_000)
                            for number in 0..<60 {
                                try history.applyBlocking(.save(SearchHistoryEntry.Key("일꾼\(worker) \(number)")))
                            }
                        }
                    }
                }
                group.addTask {
                    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
                        let history = FileSearchHistory(
                            POSIXFileSystem(), directory: URL(fileURLWithPath: path), policy: .init(capacity: 1_000),
                            lockTimeout: 60)
                        for number in 0..<20 { try history.applyBlocking(.save(SearchHistoryEntry.Key("희생 \(number)"))) }
                        // Killed in the middle of an append: half a line is written while the lock is held.
                        let files = POSIXFileSystem()
                        let lock = try files.open(path + "/lock", .readWrite)
                        while try !files.lock(lock) { files.pause(seconds: 0.001) }
                        let file = try files.open(path + "/history.jsonl", .readWrite)
                        let size = try files.status(of: file).size
                        _ = try files.write(Array(#"{"put":[{"key"#.utf8)[...], to: file, at: size)
                        kill(getpid(), SIGKILL)
                    }
                }
            }
            let found = Set(try await FileSearchHistory(directory: folder.url, policy: .init(capacity: 1_000)).keywords())
            for worker in 1..<count { for number in 0..<60 { #expect(found.contains("일꾼\(worker) \(number)")) } }
            for number in 0..<20 { #expect(found.contains("희생 \(number)")) }
        }
    #endif

    @Test("Limits the size of a file with large entries")
    func largestFile() async throws {
        let folder = try TemporaryDirectory()
        let history = FileSearchHistory(
            directory: folder.url, policy: SearchHistoryPolicy(capacity: 300))
        let filling = String(repeating: "가", count: 10_900)
        // Nearly ten megabytes of entries: twice as much would exceed the limit for reading.
        let entries = (0..<300).map { entry(filling + "\($0)", at: Double($0)) }
        try await history.restore(entries)
        for number in 0..<230 { try await history.apply(.save(entries[number].id)) }
        let size = try #require(try POSIXFileSystem().status(at: folder.path + "/history.jsonl")?.size)
        #expect(size > 9_000_000)
        #expect(size <= HistoryFile.maximumSize)
        let told = Told()
        let again = FileSearchHistory(POSIXFileSystem(), directory: folder.url, onEvent: told.hear)
        #expect(try await again.entries().count == 300)
        #expect(told.kinds.isEmpty)
    }

    #if os(macOS) || os(Linux)
        @Test("A forked child and its parent lose no entry")
        func fork() async throws {
            let folder = try TemporaryDirectory()
            await #expect(processExitsWith: .success) { [path = folder.path as String] in
                let history = FileSearchHistory(directory: URL(fileURLWithPath: path))
                try history.applyBlocking(.save(SearchHistoryEntry.Key("앞")))
                // Swift hides `fork`, because few calls are safe after it; a history's blocking calls are.
                typealias Fork = @convention(c) () -> pid_t
                let symbol = unsafe try #require(dlsym(dlopen(nil, RTLD_NOW), "fork"))
                let child = unsafe unsafeBitCast(symbol, to: Fork.self)()
                let name = child == 0 ? "아이" : "어버이"
                for number in 0..<40 { try history.applyBlocking(.save(SearchHistoryEntry.Key("\(name) \(number)"))) }
                if child == 0 { _exit(0) }
                var status: Int32 = -1
                unsafe waitpid(child, &status, 0)
                #expect(status == 0)
            }
            let found = Set(try await FileSearchHistory(directory: folder.url, policy: .init(capacity: 1_000)).keywords())
            #expect(found.count == 81)
        }
    #endif

    @Test("Keeps no file open between calls")
    func nothingStaysOpen() async throws {
        let folder = try TemporaryDirectory()
        let history = FileSearchHistory(directory: folder.url)
        for keyword in ["가", "나"] { try await history.save(keyword) }
        try await history.delete("가")
        _ = try await history.entries()
        let known = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .compactMap { try POSIXFileSystem().status(at: "\(folder.path)/\($0)") }
        #expect(known.count == 2)
        for file in try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap({ Int32($0) }) {
            guard let status = try? POSIXFileSystem().status(of: file) else { continue }
            #expect(!known.contains { $0.isSameFile(as: status) })
        }
        #expect(try await history.keywords() == ["나"])
    }
}
