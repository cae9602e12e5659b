import Foundation
import NoticeBoardBase
import TestSupport
import Testing

@testable import NoticeBoardTesting

@Suite("Random draws and the places where tests run", .serialized, .inTurn, .timeLimit(.minutes(1))) struct OwnPlaceTests {
    @Test("Draws of the doubles' own: parts of 1, and once in so many times") func draws() {
        func five<Value>(_ draw: (inout SeededRandom) -> Value) -> [Value] {
            var random = SeededRandom(seed: 1_234_567)
            return (0..<5).map { _ in draw(&random) }
        }
        let numbers = five { $0.next() }
        // 53 bits are what a number with a fraction holds.
        #expect(five { $0.unit() } == numbers.map { Double($0 >> 11) / 9_007_199_254_740_992 })
        #expect(five { $0.unit() }.allSatisfy { (0.0..<1.0).contains($0) } && five { $0.unit() }[0] > 0.35)
        #expect(five { $0.oneIn(2) } == numbers.map { $0 % 2 == 0 } && five { $0.oneIn(7) } == numbers.map { $0 % 7 == 0 })
        #expect(
            five { $0.oneIn(1) } == Array(repeating: true, count: 5) && five { $0.oneIn(0) } == Array(repeating: true, count: 5))
        #expect(five { $0.chance(17) }[0] == false && five { $0.chance(18) }[0] && five { $0.below(1) } == [0, 0, 0, 0, 0])
    }

    @Test("The main actor is known by its mark, and every other place by its lack") func mark() async {
        #expect(await MainActor.run { MainActorMark.isHere })
        #expect(await Task.detached { MainActorMark.isHere }.value == false)
        #expect(await withOwnThread { MainActorMark.isHere } == false)
    }

    @Test("What is made on a thread of its own is given back, and its error passed on") func ownThread() async throws {
        #expect(await withOwnThread { 7 } == 7)
        await #expect(throws: CancellationError.self) {
            try await withOwnThread { () async throws -> Int in throw CancellationError() }
        }
    }

    @Test("A folder's place is its own at each call, and nothing is there") func scratch() throws {
        let (one, other) = (ScratchFolder.url("a b"), ScratchFolder.url("a b"))
        #expect(one != other && one.deletingLastPathComponent() == other.deletingLastPathComponent())
        #expect(one.lastPathComponent.hasPrefix("a b ") && !FileManager.default.fileExists(atPath: one.path))
        try Data([1]).write(to: one)
        #expect(try Data(contentsOf: one) == Data([1]))
    }

    #if os(macOS) || os(Linux)
        @Test("The first who asks for a folder's place finds all that is to stand above it") func firstScratch() async {
            // In a process of its own, where nobody has written into it yet.
            await #expect(processExitsWith: .success) {
                let above = ScratchFolder.url("a").deletingLastPathComponent()
                exit(FileManager.default.fileExists(atPath: above.path) ? 0 : 1)
            }
        }

        @Test("An effort without an end ends the run at once") func effort() async {
            await #expect(processExitsWith: .failure) { _ = RandomTrials(environment: ["NOTICEBOARD_EFFORT": "inf"]) }
        }
    #endif
}
