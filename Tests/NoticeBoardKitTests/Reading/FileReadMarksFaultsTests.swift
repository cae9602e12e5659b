import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardKit

@Suite("File read marks with failing calls", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FileReadMarksFaultsTests {
    private let folder = ScratchFolder.url("read-marks-faults")
    private var path: URL { folder.appendingPathComponent("a.read") }

    private func store(_ files: FaultyFiles<POSIXFileSystem>) -> FilePostMarks {
        FilePostMarks(directory: folder, scope: "a", files: files)
    }

    private func log(_ posts: Int...) -> PostReadLog { posts.reduce(into: PostReadLog()) { $0.markRead($1, in: 1) } }

    /// Returns a change for each post that the user reads.
    private func reading(_ posts: Int...) -> [PostReadLog.Change] { posts.map { post in { $0.markRead(post, in: 1) } } }

    @Test("Keeps a damaged file that it cannot set aside") func damaged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = FaultyFiles()
        let store = store(files)
        _ = try await store.apply(reading(1))
        try Data("{".utf8).write(to: path)
        files.plan(FileFault(.rename, 0, EIO))
        let error = await #expect(throws: NoticeBoardError.self) { try await store.apply(reading(2)) }
        #expect(error?.code == .fileUnavailable)
        #expect(files.hits == 1)
        #expect(files.openFiles == 0)
        #expect(try Data(contentsOf: path) == Data("{".utf8))
        files.plan()
        #expect(try await store.apply([]) == log(1), "uses the marks in memory")
        #expect(try await store.apply(reading(2)) == log(1, 2))
        #expect(try Data(contentsOf: path.appendingPathExtension("damaged")) == Data("{".utf8))
    }

    @Test("Keeps its marks after a failed erase") func erasing() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = FaultyFiles()
        let store = store(files)
        _ = try await store.apply(reading(1))
        files.plan(FileFault(.lock, 0, EIO))
        await #expect(throws: NoticeBoardError.self) { try await store.erase() }
        files.plan()
        #expect(try await store.apply(reading(2)) == log(1, 2))
        try await store.erase()
        #expect(try await store.apply(reading(3)) == log(3))
        let file = try #require(try StoredPostReading(Data(contentsOf: path)))
        #expect(file.log == log(3))
        #expect(!file.generation.isEmpty)
    }

    @Test("Keeps its marks when a file system call fails", arguments: FileSystemCall.allCases) func calls(
        call: FileSystemCall
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = FaultyFiles()
        let store = store(files)
        _ = try await store.apply(reading(1))
        for number in 0..<4 {
            files.plan(FileFault(call, number, EIO))
            do {
                #expect(try await store.apply(reading(2)) == log(1, 2))
            } catch {
                #expect(files.hits == 1, "\(call) \(number)")
                #expect(error is NoticeBoardError, "\(call) \(number)")
            }
            do {
                files.plan(FileFault(call, number, EIO))
                #expect(try await store.apply([]).isRead(1, in: 1))
            } catch { #expect(files.hits == 1, "\(call) \(number)") }
            files.plan()
            #expect(files.openFiles == 0)
        }
        #expect(try await store.apply(reading(3)) == log(1, 2, 3))
    }

    @Test("Throws for every call with an invalid folder or scope") func refused() async throws {
        let web = try #require(URL(string: "https://a.b/c"))
        for store in [FilePostMarks(directory: folder, scope: ""), FilePostMarks(directory: web, scope: "a")] {
            let kept = await #expect(throws: NoticeBoardError.self) { try await store.apply([]) }
            let erased = await #expect(throws: NoticeBoardError.self) { try await store.erase() }
            #expect(kept?.code == .invalidInput)
            #expect(erased?.code == .invalidInput)
        }
        let empty = await #expect(throws: NoticeBoardError.self) { try await FilePostMarks(directory: folder, scope: "").erase() }
        #expect(empty?.remedy == .fixInput(.scope))
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
