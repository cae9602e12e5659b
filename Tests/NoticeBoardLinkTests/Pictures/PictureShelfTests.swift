import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@Suite("What a shelf remembers of pictures", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PictureShelfTests {
    private let time = Locked(100.0)

    private func shelf(_ bytes: Int = 10, age: Double = 20) -> PictureShelf {
        PictureShelf(LinkPictureLimits(memoryBytes: bytes, diskBytes: 1, age: age), cache: nil) { [time] in time.withLock { $0 } }
    }

    @Test("It remembers by its own limits, forgets when it is told to, and remembers nothing any more when it is over")
    func remembers() async throws {
        let shelf = shelf()
        #expect(shelf.remembered("a") == nil && !shelf.isEnded)
        shelf.remember(Data(count: 5), "a")
        shelf.remember(Data(count: 6), "large")
        time.withLock { $0 = 120 }
        #expect(shelf.remembered("a") == Data(count: 5) && shelf.remembered("large") == nil)
        time.withLock { $0 = 121 }
        #expect(shelf.remembered("a") == nil)
        shelf.remember(Data(count: 4), "b")
        shelf.forget()
        #expect(shelf.remembered("b") == nil)
        for (count, path) in [(5, "a"), (5, "b"), (6, "c")] { shelf.remember(Data(count: count), path) }
        time.withLock { $0 = 141 }
        #expect(["a", "b", "c"].map { shelf.remembered($0)?.count } == [5, 5, nil])
        let gate = Gate()
        let flight = Task {
            try await shelf.flights.value(for: "p") {
                try await gate.pass()
                return Data()
            }
        }
        await gate.waitForArrivals(1)
        shelf.end()
        let error = await #expect(throws: NoticeBoardError.self) { try await flight.value }
        #expect(error == NoticeBoardError(.sessionOver, "The pictures belong to an account that is not signed in any more."))
        shelf.remember(Data(count: 1), "a")
        #expect(shelf.isEnded && ["a", "b"].allSatisfy { shelf.remembered($0) == nil })
    }

    @Test("Of a picture that is asked for, the service is asked once; in place of one that is none, it says so") func asked()
        async throws
    {
        let service = ScriptedLink()
        let pictures = LinkPictures(service, shelf(1_000))
        for _ in 0..<2 {
            let error = await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: "a.png") }
            #expect(error == NoticeBoardError(.unreadableResponse, "What came in place of a picture is none."))
        }
        #expect(service.lines == ["picture a.png", "picture a.png"])
        service.answers.withLock { $0.failures["picture"] = NoticeBoardError(.postGone) }
        let gone = await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: "b.png") }
        #expect(gone?.code == .postGone && pictures.remembered("b.png") == nil)
        pictures.shelf.end()
        let over = await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: "c.png") }
        #expect(over == PictureShelf.over && service.lines.last == "picture b.png")
    }
}
