import Foundation
import NoticeBoardBase
import Testing

@Suite("A folder that is watched", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FolderWatchTests {
    private let top = FileManager.default.temporaryDirectory.appendingPathComponent("watched-\(UUID().uuidString)")

    /// What is told of `file` in a folder below the top, which goes afterwards.
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
        "A folder that is made below a name with a combining mark is told",
        arguments: ["\u{301}a/b", "a\u{600}/b", "a/\u{200D}/b"])
    func marks(folder: String) async throws {
        try await watched(folder) { folder, received in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            await onEvent(received)
        }
    }

    @Test("A file that is written, replaced or removed is told") func changes() async throws {
        try await watched(".") { folder, received in
            let file = folder.appendingPathComponent("file")
            try Data("a".utf8).write(to: file)
            await onEvent(received)
            try FileManager.default.removeItem(at: file)
            await onEvent(received)
        }
    }

    @Test("A folder that is made by and by is told, and then what happens in it") func made() async throws {
        try await watched("a/b/c") { folder, received in
            // Of other things above it, nothing is told.
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

    @Test("A folder that is moved into its place is told") func moved() async throws {
        try await watched("a/b") { _, received in
            let elsewhere = top.appendingPathComponent("elsewhere")
            try FileManager.default.createDirectory(at: elsewhere.appendingPathComponent("b"), withIntermediateDirectories: true)
            try FileManager.default.moveItem(at: elsewhere, to: top.appendingPathComponent("a"))
            await onEvent(received)
        }
    }

    @Test("A folder that goes is told, and then the next one of its name and what happens there") func replaced() async throws {
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
        @Test("What runs without a standard input is told as ever: the number 0 is as good as any") func closedInput() async {
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

    @Test("Nothing is told once nobody holds it, and a place that cannot be is none") func ends() {
        let system = POSIXFileSystem()
        weak let watch = system.watch(NSTemporaryDirectory(), NSTemporaryDirectory() + "none") {} as AnyObject?
        #expect(watch == nil)
        // What is named by no path from the top has nothing above it.
        #expect(system.watch("", "file") {} == nil)
    }
}
