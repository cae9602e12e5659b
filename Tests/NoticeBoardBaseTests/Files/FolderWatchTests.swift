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
        "Creates a missing folder, for its owner alone, and notifies of changes in it",
        arguments: ["a/b/c", "\u{301}a/b", "a\u{600}/b", "a/\u{200D}/b"])
    func missing(folder: String) async throws {
        try await watched(folder) { folder, received in
            #expect(try POSIXFileSystem().status(at: folder.path)?.isPrivate == true)
            try Data("a".utf8).write(to: folder.appendingPathComponent("file"))
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

    @Test("Replaces a folder that is removed or moved away, and notifies of changes in the new one", arguments: [false, true])
    func replaced(isMoved: Bool) async throws {
        try await watched("a") { folder, received in
            let files = FileManager.default
            if isMoved {
                try files.moveItem(at: folder, to: top.appendingPathComponent("b"))
            } else {
                try files.removeItem(at: folder)
            }
            for await _ in received where files.fileExists(atPath: folder.path) { break }
            // One removal may cause several notifications, but not that many.
            for _ in 0..<10 {
                try Data("a".utf8).write(to: folder.appendingPathComponent("file"))
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
