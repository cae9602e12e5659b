import Foundation
import NoticeBoardBase
import Testing

@Suite("Folder watching", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FolderWatchTests {
    private let top = FileManager.default.temporaryDirectory.appendingPathComponent("watched-\(UUID().uuidString)")

    /// Watches `file` in a folder below the temporary directory, which is removed afterwards.
    private func watched(
        _ folder: String, _ work: (URL, AsyncStream<Void>) async throws -> Void
    ) async throws {
        try FileManager.default.createDirectory(at: top, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: top) }
        let place = top.appendingPathComponent(folder)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)
        let watch = POSIXFileSystem().watch(place.path, place.path + "/file") { continuation.yield() }
        #expect(watch != nil)
        try await work(place, stream)
        withExtendedLifetime(watch) {}
    }

    private func onEvent(_ received: AsyncStream<Void>) async {
        var iterator = received.makeAsyncIterator()
        let news: Void? = await iterator.next()
        #expect(news != nil)
    }

    @Test(
        "Notifies when a folder is created below a name with a combining mark",
        arguments: ["\u{301}a/b", "a\u{600}/b", "a/\u{200D}/b"])
    func marks(folder: String) async throws {
        try await watched(folder) { folder, received in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            await onEvent(received)
        }
    }

    @Test("Notifies when the file is written or removed") func changes() async throws {
        try await watched(".") { folder, received in
            let file = folder.appendingPathComponent("file")
            try Data("a".utf8).write(to: file)
            await onEvent(received)
            try FileManager.default.removeItem(at: file)
            await onEvent(received)
        }
    }

    @Test("Notifies when a missing folder is created step by step, then of changes in it") func made() async throws {
        try await watched("a/b/c") { folder, received in
            // Other entries above the folder cause no notification.
            try Data().write(to: top.appendingPathComponent("other"))
            for path in ["a", "a/b", "a/b/c"] {
                let url = top.appendingPathComponent(path)
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            }
            await onEvent(received)
            try Data("a".utf8).write(to: folder.appendingPathComponent("file"))
            await onEvent(received)
        }
    }

    @Test("Notifies when the folder is moved into place") func moved() async throws {
        try await watched("a/b") { _, received in
            let elsewhere = top.appendingPathComponent("elsewhere")
            try FileManager.default.createDirectory(at: elsewhere.appendingPathComponent("b"), withIntermediateDirectories: true)
            try FileManager.default.moveItem(at: elsewhere, to: top.appendingPathComponent("a"))
            await onEvent(received)
        }
    }

    @Test("Follows a folder that is removed or moved away and created again") func replaced() async throws {
        try await watched("a") { folder, received in
            let away: [() throws -> Void] = [
                { try FileManager.default.removeItem(at: folder) },
                {
                    try FileManager.default.moveItem(
                        at: folder, to: folder.deletingLastPathComponent().appendingPathComponent("b"))
                },
            ]
            for go in away + [{}] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                await onEvent(received)
                try go()
                if FileManager.default.fileExists(atPath: folder.path) {
                    try Data("a".utf8).write(to: folder.appendingPathComponent("file"))
                }
                await onEvent(received)
            }
        }
    }

    #if os(Linux) || os(macOS)
        @Test("Notifies in a process whose standard input is closed") func closedInput() async {
            await #expect(processExitsWith: .success) {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("closed-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                defer { try? FileManager.default.removeItem(at: folder) }
                close(0)
                let received = DispatchSemaphore(value: 0)
                let watch = POSIXFileSystem().watch(folder.path, folder.path + "/file") { received.signal() }
                try Data("a".utf8).write(to: folder.appendingPathComponent("file"))
                let isTold = received.wait(timeout: .now() + 20) == .success
                try #require(isTold)
                withExtendedLifetime(watch) {}
            }
        }
    #endif

    @Test("A watch is freed when it is released") func ends() {
        let system = POSIXFileSystem()
        weak let watch = system.watch(NSTemporaryDirectory(), NSTemporaryDirectory() + "none") {} as AnyObject?
        #expect(watch == nil)
        // An empty path has no parent to watch.
        #expect(system.watch("", "file") {} == nil)
    }
}
