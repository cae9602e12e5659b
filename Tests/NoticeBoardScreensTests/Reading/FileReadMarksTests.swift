import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("File of read marks", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FileReadMarksTests {
    private typealias Marks = FileReadMarks<String, Int>
    private let folder = ScratchFolder.url("read marks")
    private var path: URL { folder.appendingPathComponent("me.read") }

    /// Returns a change for each item that the user reads.
    private func reading(_ items: Int...) -> [ReadLog<String, Int>.Change] {
        items.map { item in { $0.markRead(item, in: "swift") } }
    }

    private func log(_ items: Int...) -> ReadLog<String, Int> {
        items.reduce(into: ReadLog()) { $0.markRead($1, in: "swift") }
    }

    @Test("Keeps its marks if a damaged file cannot be replaced", arguments: [0, 1]) func damaged(write: Int) async throws {
        let files = FaultyFiles()
        let marks = Marks(directory: folder, scope: "me", files: files)
        _ = try await marks.apply(reading(1))
        let damage = Data("{".utf8)
        try damage.write(to: path)
        files.plan(FileFault(.write, write, ENOSPC))
        let error = await #expect(throws: NoticeBoardError.self) { try await marks.apply(reading(2)) }
        #expect(error?.code == .storageFull)
        files.plan()
        #expect(try await marks.apply(reading(2, 3)) == log(1, 2, 3))
        #expect(try Data(contentsOf: path.appendingPathExtension("damaged")) == damage)
    }

    @Test("Another process keeps its marks, too") func damagedElsewhere() async throws {
        let files = FaultyFiles()
        let marks = Marks(directory: folder, scope: "me", files: files)
        let other = Marks(directory: folder, scope: "me")
        _ = try await marks.apply(reading(1))
        _ = try await other.apply([])
        try Data("{".utf8).write(to: path)
        files.plan(FileFault(.write, 0, ENOSPC, failsAllLater: true))
        _ = try? await marks.apply(reading(2))
        #expect(try await other.apply(reading(3)) == log(1, 3))
    }

    @Test("An erasure removes the copy of a damaged file") func erased() async throws {
        let marks = Marks(directory: folder, scope: "me")
        _ = try await marks.apply(reading(1))
        try Data("{".utf8).write(to: path)
        _ = try await marks.apply(reading(2))
        try await marks.erase()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
