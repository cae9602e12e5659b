import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// Each call of a change fails once: what the caller hears, what is there then, and what the next try does.
@Suite("A change that stumbles over one call", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct FileStumbleTests {
    /// What there is, and what is asked.
    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: SearchHistoryChange
        var file: [UInt8]? = journal([entry("가", at: 1), entry("나", at: 2)])
        var others: [String] = []
        var isKnown = true
        var isFull = false
        var roomyEnough = 65_536
        /// One letter for each call, in their order.
        ///
        /// A point where it is done all the same; else `o` where a new opener finds the old list, `n` where it finds the new one,
        /// and `x` where the error says that the file is damaged. A capital letter: the next try writes another file.
        let outcome: String
    }

    private static let stories = [
        Story(testDescription: "the first search", change: .save(.init("다")), file: nil, outcome: "OOOOOO.OOOOOOOOOOOON"),
        Story(testDescription: "a search", change: .save(.init("다")), outcome: "oooooO"),
        Story(testDescription: "a search, unread", change: .save(.init("다")), isKnown: false, outcome: "oooooooooooO"),
        Story(testDescription: "a search, written anew", change: .save(.init("나")), roomyEnough: 1, outcome: "OOOOOOOOOON"),
        Story(
            testDescription: "a deletion", change: .deleteEverywhere(keyword: "가"), others: ["damaged-1", "damaged-2"],
            outcome: "OOOOOOOOOOOOOON"),
        Story(
            testDescription: "a deletion on a full disk", change: .deleteEverywhere(keyword: "가"), others: ["damaged-2"],
            isFull: true, outcome: "ooooooo.ooooooonnn"),
        Story(testDescription: "a deletion of nothing", change: .delete([]), outcome: "OOOOOOOOOOOOO"),
        Story(
            testDescription: "a search in a damaged file", change: .save(.init("다")), file: damaged, others: ["damaged-1"],
            isKnown: false, outcome: "ooooooooooxxxxxxxxxxxxxxxoO"),
        Story(
            testDescription: "a search behind what a crash cut off", change: .save(.init("다")),
            file: journal([entry("가", at: 1)]) + [7, 7], isKnown: false, outcome: "oooooooooo........oO"),
    ]

    private static var damaged: [UInt8] {
        var bytes = journal([entry("가", at: 1), entry("나", at: 2)])
        bytes[80] ^= 1
        return bytes
    }

    /// A file system as the story begins, whose calls fail as planned.
    private func stage(_ story: Story) async throws -> (files: FaultyFiles<MemoryFileSystem>, history: FileSearchHistory) {
        let memory = MemoryFileSystem()
        if let file = story.file {
            memory.put(file, at: Fixture.journal)
            if story.isKnown { try memory.close(memory.open("/store/history.lock", .making)) }
        }
        for name in story.others { memory.put([1], at: "/store/history.\(name)") }
        let files = FaultyFiles(memory)
        let history = Fixture(files).open(.init(), .ordered, roomyEnough: story.roomyEnough)
        if story.isKnown { _ = try await history.entries() }
        if story.roomyEnough == 1 { for _ in 0..<3 { try await history.save("나") } }
        if story.isFull { memory.room = memory.used }
        return (files, history)
    }

    /// What the list looks like, whatever its dates.
    private func look(_ history: FileSearchHistory) async throws -> String {
        try await history.entries().map { "\($0.keyword)×\($0.useCount)" }.joined(separator: " ")
    }

    @Test("The caller hears of each call without which it is not done, by its name; nothing is half done", arguments: stories)
    func stumble(_ story: Story) async throws {
        let before = try await look(try await stage(story).history)
        let (whole, done) = try await stage(story)
        whole.plan()
        try await done.apply(story.change)
        let (calls, after) = (whole.calls, try await look(done))
        try await done.apply(story.change)
        let twice = try await look(done)
        var outcome = ""
        for number in calls.indices {
            let (files, history) = try await stage(story)
            var expected = after
            files.fail(number)
            do {
                try await history.apply(story.change)
                outcome += "."
            } catch let error as NoticeBoardError {
                let isDamaged = error.code == .storeDamaged
                let name = "The search history's file: \(files.calls[number].rawValue) failed (error \(EIO))."
                #expect(error.detail == (isDamaged ? "The search history is damaged and cannot be mended now. " : "") + name)
                #expect(error.code == (isDamaged ? .storeDamaged : .fileUnavailable))
                files.plan()
                let found = try await look(Fixture(files.base).open())
                #expect(found == before || found == after, "\(calls[number]) \(number): \(found)")
                files.plan()
                files.inner.room = story.isFull ? files.inner.used : .max
                try await history.apply(story.change)
                let letter = isDamaged ? "x" : found == after && before != after ? "n" : "o"
                outcome += files.count(.rename) > 0 ? letter.uppercased() : letter
                // What was there although it threw was done twice.
                if letter == "n" { expected = twice }
            }
            files.plan()
            #expect(try await look(history) == expected, "\(calls[number]) \(number)")
            #expect(try await look(Fixture(files.base).open()) == expected, "\(calls[number]) \(number)")
            #expect(files.openFiles == 2, "\(calls[number]) \(number)")
            let lock = try files.base.open("/store/history.lock", .changing)
            #expect(try files.base.lock(lock), "\(calls[number]) \(number): the lock is kept")
        }
        #expect(outcome == story.outcome, "\(calls.map(\.rawValue).joined(separator: " "))")
    }
}
