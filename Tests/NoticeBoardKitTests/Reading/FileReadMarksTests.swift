import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("File read marks", .serialized, .inTurn, .timeLimit(.minutes(2))) struct FileReadMarksTests {
    private let folder = ScratchFolder.url("read-marks")
    private var path: URL { folder.appendingPathComponent("a%2fb.read") }

    /// The file system under the stores of a test.
    private let files = FaultyFiles()

    private func store(_ files: FaultyFiles<POSIXFileSystem>? = nil) -> FilePostMarks {
        FilePostMarks(directory: folder, scope: "a/b", files: files ?? self.files)
    }

    private func log(_ posts: Int..., on board: Int = 1) -> PostReadLog {
        posts.reduce(into: PostReadLog()) { $0.markRead($1, in: board) }
    }

    /// Returns a change for each post that the user reads.
    private func reading(_ posts: Int...) -> [PostReadLog.Change] { posts.map { post in { $0.markRead(post, in: 1) } } }

    private func cleaned(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Void
    ) async throws {
        defer {
            files.fail(0, failsAllLater: true)
            try? FileManager.default.removeItem(at: folder)
        }
        try await work()
    }

    @Test("Keeps a change that follows one without effect") func firstWithoutEffect() async throws {
        try await cleaned {
            let store = store()
            _ = try await store.apply([{ _ in }])
            let after = try await store.apply(reading(1))
            #expect(after == log(1))
            let kept = try await self.store().apply([])
            #expect(kept == log(1))
        }
    }

    @Test("Keeps marks after the device is unlocked") func locked() async throws {
        try await cleaned {
            let store = store()
            _ = try await store.apply(reading(1))
            files.plan(FileFault(.open, 0, EPERM, failsAllLater: true))
            let error = await #expect(throws: NoticeBoardError.self) { try await store.apply(reading(2)) }
            #expect(error?.code == .fileUnavailable)
            #expect(error?.remedy == .retry(after: nil))
            files.plan()
            #expect(try await store.apply(reading(2)) == log(1, 2))
        }
    }

    @Test("Restores marks from disk") func kept() async throws {
        try await cleaned {
            #expect(try await store().apply([]).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: folder.path))
            var changed = log(.max, .min, 7)
            changed.markShown([100], in: 2)
            changed.beginVisit(of: 2)
            changed.markShown([200], in: 2)
            changed.markAllRead(in: 3)
            let all = changed
            let first = store()
            #expect(try await first.apply([{ $0 = all }]) == all)
            #expect(try await store().apply([]) == all)
            #expect(try await FilePostMarks(directory: folder, scope: "b").apply([]).isEmpty)
            let mode = try FileManager.default.attributesOfItem(atPath: path.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    #if os(macOS) || os(Linux)
        @Test("Keeps the marks of two processes that write at once") func processes() async throws {
            try await cleaned {
                async let child = #expect(processExitsWith: .success) { [path = folder.path as String] in
                    let store = FilePostMarks(directory: URL(fileURLWithPath: path), scope: "a/b")
                    for post in 1...60 {
                        _ = try await store.apply([{ $0.markRead(post * 2, in: 1) }])
                    }
                }
                let own = store()
                for post in 1...60 { _ = try await own.apply(reading(post * 2 + 1)) }
                _ = await child
                let all = try await store().apply([])
                #expect((2...121).allSatisfy { all.isRead($0, in: 1) })
            }
        }
    #endif

    @Test("Drops another store's unsaved marks after an erase") func waitUntilErased()
        async throws
    {
        try await cleaned {
            let (one, other) = (store(), store())
            _ = try await one.apply(reading(1))
            _ = try await other.apply(reading(2))
            try await one.erase()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            #expect(try await other.apply(reading(3)).isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { $0.hasSuffix(".lock") })
            // One store starts a new log. The other store's former marks don't return.
            _ = try await one.apply(reading(4))
            _ = try await other.apply([])
            try await one.erase()
            _ = try await one.apply(reading(5))
            #expect(try await other.apply(reading(6)) == log(5))
            #expect(try await other.apply(reading(7)) == log(5, 7))
            // A store that has seen the erase starts a new log.
            try await one.erase()
            #expect(try await other.apply([]).isEmpty)
            #expect(try await other.apply(reading(8)) == log(8))
        }
    }

    @Test("Sets a damaged file aside but not a newer one") func damaged() async throws {
        try await cleaned {
            let store = store()
            _ = try await store.apply(reading(1))
            for text in ["", "{", "[]", #"{"format":1}"#, String(repeating: "\u{FF}", count: 999)] {
                let damage = Data(text.utf8)
                try damage.write(to: path)
                #expect(try await store.apply([]).isRead(1, in: 1))
                #expect(try await store.apply(reading(2)) == log(1, 2))
                #expect(try Data(contentsOf: path.appendingPathExtension("damaged")) == damage)
            }
            #expect(try await self.store().apply([]) == log(1, 2))
            try Data(#"{"format":2}"#.utf8).write(to: path)
            for changes in [[], reading(3)] {
                let error = await #expect(throws: NoticeBoardError.self) { try await store.apply(changes) }
                #expect(error?.code == .storeTooNew)
            }
            #expect(try Data(contentsOf: path) == Data(#"{"format":2}"#.utf8))
            try await store.erase()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("Keeps earlier marks when any file system call fails") func faults() async throws {
        try await cleaned {
            _ = try await store().apply(reading(1))
            for call in FileSystemCall.allCases {
                for number in 0..<6 {
                    let files = FaultyFiles()
                    files.plan(FileFault(call, number, ENOSPC))
                    let store = store(files)
                    do {
                        _ = try await store.apply(reading(2))
                    } catch let error as NoticeBoardError {
                        #expect(!error.description.contains(folder.path))
                        #expect(error.code == .storageFull)
                    }
                    #expect(try await self.store().apply([]).isRead(1, in: 1), "\(call) \(number)")
                    #expect(try await self.store().apply(reading(3)).isRead(3, in: 1))
                }
            }
        }
    }

    @Test("Erases on the next attempt after a failed erase") func failedErasing() async throws {
        try await cleaned {
            _ = try await store().apply(reading(1))
            let files = FaultyFiles()
            let store = store(files)
            for call in [FileSystemCall.lock, .remove, .syncDirectory] {
                files.plan(FileFault(call, 0, EIO))
                let error = await #expect(throws: NoticeBoardError.self, "\(call)") { try await store.erase() }
                #expect(error?.description.contains(folder.path) == false)
            }
            files.plan()
            try await store.erase()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("Waits for the new lock file after the old one is removed") func stolenLock() async throws {
        try await cleaned {
            _ = try await store().apply(reading(1))
            let (system, lock, waiting) = (POSIXFileSystem(), path.path + ".lock", FaultyFiles())
            let held = try system.open(lock, .create)
            defer { system.close(held) }
            #expect(try system.lock(held))
            let (store, changes) = (store(waiting), reading(2))
            async let kept = store.apply(changes)
            await waiting.waitForCalls(1, of: .lock)
            // The lock's holder has erased everything, including the lock file.
            try FileManager.default.removeItem(atPath: lock)
            system.unlock(held)
            #expect(try await kept == self.log(1, 2))
            #expect(FileManager.default.fileExists(atPath: lock))
        }
    }

    @Test("Throws for an invalid scope or folder") func refused() async throws {
        let web = try #require(URL(string: "https://a.b/c"))
        for store in [FilePostMarks(directory: folder, scope: ""), FilePostMarks(directory: web)] {
            let error = await #expect(throws: NoticeBoardError.self) { try await store.apply([]) }
            #expect(error?.code == .invalidInput)
        }
    }

    @Test("Notifies of another store's marks in a folder that did not exist") func folderOfAnother() async throws {
        try await cleaned {
            let own = store()
            var changes = own.updates().makeAsyncIterator()
            _ = try await store().apply(reading(1))
            let news: Void? = await changes.next()
            #expect(news != nil)
        }
    }

    @Test("Shares marks between two objects on one file") @MainActor func watched() async throws {
        try await cleaned {
            let (one, other) = (PostMarks(store()), PostMarks(store()))
            one.load()
            one.markRead(Post(id: 1, title: "", boardID: 1))
            await one.firstState { $0.log.isRead(1, in: 1) }
            other.load()
            await other.firstState { $0.log.isRead(1, in: 1) }
            other.markRead(Post(id: 2, title: "", boardID: 1))
            await one.firstState { $0.log.isRead(2, in: 1) }
            try await one.erase()
            await other.firstState { $0.log.isEmpty }
        }
    }
}
