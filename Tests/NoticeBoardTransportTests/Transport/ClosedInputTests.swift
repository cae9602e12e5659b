#if os(Linux) || os(macOS)
    import Foundation
    import NoticeBoardTesting
    import Testing

    @testable import NoticeBoardHTTP

    /// Unattended processes may close standard input, so the next opened file gets descriptor 0, which is valid.
    @Suite("Closed standard input", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ClosedInputTests {
        @Test("Writes and reads files when a file gets descriptor 0") func files() async {
            await #expect(processExitsWith: .success) {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("closed-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                defer { try? FileManager.default.removeItem(at: folder) }
                let file = folder.appendingPathComponent("a")
                close(0)
                try FileSink.keep(Data("kept".utf8), in: file)
                try #require(try FileSnapshot(file).opened().readDataToEndOfFile() == Data("kept".utf8))
                try PartFile(for: file).put()
                try #require(try FileSnapshot(file).length == 0)
                try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
            }
        }
    }
#endif
