import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardPaging

@Suite("Paginator: prefetching and waiting", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoaderStepsTests {
    private struct Broken: Error, Equatable {}

    /// A service that holds each call at the gate of its offset.
    private final class Service: Sendable {
        let gates: [Int: Gate]
        let asked = Notes<Int>()
        let cancelled = Notes<Int>()
        private let list: [Int]

        init(_ list: [Int], pages: [Int]) {
            self.list = list
            gates = Dictionary(uniqueKeysWithValues: pages.map { ($0, Gate()) })
        }

        func load(_ position: PagePosition?) async throws -> Page<Numbered> {
            var offset = 0
            if case .offset(let index)? = position { offset = index }
            asked.add(offset)
            if let gate = gates[offset] {
                do { try await gate.pass() } catch {
                    cancelled.add(offset)
                    throw error
                }
            }
            return .of(list, at: position, limit: 10)
        }
    }

    private func ids(_ page: LoadedPage<Numbered>?) -> [Int]? { page?.ids }

    @Test(
        "Each delivered page starts prefetching up to the limit and never past the end",
        arguments: [
            (-1, [[0], [0, 10], [0, 10, 20], [0, 10, 20]]), (0, [[0], [0, 10], [0, 10, 20], [0, 10, 20]]),
            (1, [[0, 10], [0, 10, 20], [0, 10, 20], [0, 10, 20]]), (2, [[0, 10, 20], [0, 10, 20], [0, 10, 20], [0, 10, 20]]),
        ])
    func flying(ahead: Int, asked: [[Int]]) async throws {
        let service = Service(Array(0..<25), pages: [])
        let loader = PageLoader(PageWalk<Numbered>(), ahead: ahead, service.load)
        for (number, received) in asked.enumerated() {
            let answer = ids(try await loader.nextPage())
            #expect(number < 3 ? answer == Array((number * 10)..<min(number * 10 + 10, 25)) : answer == nil)
            // A load is counted when it starts, and sends its request when its task runs.
            await service.asked.waitForCount(received.count)
            #expect(service.asked.all.sorted() == received, "after \(number + 1)")
        }
        #expect(ids(try await loader.nextPage()) == nil)
        #expect(loader.bookmark.isAtEnd)
        #expect(loader.bookmark.loaded == 25)
    }

    @Test("Cancelling stops all prefetches, which the next call starts again") func cancelled() async throws {
        let service = Service(Array(0..<50), pages: [10, 20])
        let loader = PageLoader(PageWalk<Numbered>(), ahead: 2, service.load)
        #expect(ids(try await loader.nextPage()) == Array(0..<10))
        for page in [10, 20] { await service.gates[page]?.waitForArrivals(1) }
        loader.cancel()
        await service.cancelled.waitForCount(2)
        #expect(Set(service.cancelled.all) == [10, 20])
        for page in [10, 20] { service.gates[page]?.open() }
        #expect(ids(try await loader.nextPage()) == Array(10..<20))
        #expect(service.asked.all.sorted().prefix(5) == [0, 10, 10, 20, 20])
    }

    @Test("Requests a prefetched page only once while earlier pages are delivered") func kept() async throws {
        let service = Service(Array(0..<50), pages: [20, 30])
        let loader = PageLoader(PageWalk<Numbered>(), ahead: 3, service.load)
        #expect(ids(try await loader.nextPage()) == Array(0..<10))
        for page in [20, 30] { await service.gates[page]?.waitForArrivals(1) }
        #expect(ids(try await loader.nextPage()) == Array(10..<20))
        #expect(service.cancelled.count == 0)
        service.gates[20]?.open()
        #expect(ids(try await loader.nextPage()) == Array(20..<30))
        #expect(service.cancelled.count == 0)
        service.gates[30]?.open()
        var rest: [Int] = []
        while let some = ids(try await loader.nextPage()) { rest += some }
        #expect(rest == Array(30..<50))
        #expect(service.asked.all.sorted() == [0, 10, 20, 30, 40])
    }

    @Test("Keeps the prefetches after a failed page") func failed() async throws {
        let (asked, gate) = (Notes<Int>(), Gate())
        let loader = PageLoader(PageWalk<Numbered>(), ahead: 3) { position in
            var offset = 0
            if case .offset(let index)? = position { offset = index }
            asked.add(offset)
            if offset == 20 { try await gate.pass() }
            if offset == 10, asked.all.count(where: { $0 == 10 }) == 1 { throw Broken() }
            return Page<Numbered>.of(Array(0..<35), at: position, limit: 10)
        }
        #expect(ids(try await loader.nextPage()) == Array(0..<10))
        await #expect(throws: Broken.self) { try await loader.nextPage() }
        #expect(loader.bookmark.position == .offset(10))
        gate.open()
        for page in [10..<20, 20..<30, 30..<35] { #expect(ids(try await loader.nextPage()) == Array(page)) }
        #expect(ids(try await loader.nextPage()) == nil)
        #expect(asked.all.sorted() == [0, 10, 10, 20, 30])
    }

    @Test("A cancellation thrown by the service fails its page") func ownCancellation() async throws {
        let asked = Notes<Int>()
        let loader = PageLoader(PageWalk<Numbered>(), ahead: 0) { position in
            asked.add(1)
            if asked.count == 1 { throw CancellationError() }
            return Page<Numbered>.of([1, 2], at: position, limit: 10)
        }
        await #expect(throws: CancellationError.self) { try await loader.nextPage() }
        #expect(asked.count == 1)
        #expect(ids(try await loader.nextPage()) == [1, 2])
    }

    @Test("Of two waiting readers only one gets the page") func twoWait()
        async throws
    {
        for fails in [false, true] {
            let gate = Gate()
            let loader = PageLoader(PageWalk<Numbered>(), ahead: 0) { position in
                try await gate.pass()
                if fails { throw Broken() }
                return Page<Numbered>.of([1, 2], at: position, limit: 10)
            }
            let readers = (0..<2).map { _ in Task { try await loader.nextPage() } }
            await gate.waitForArrivals(1)
            // The second reader waits too.
            await letOtherTasksRun()
            gate.open()
            var (pages, taken, failures) = (0, 0, 0)
            for reader in readers {
                do {
                    if ids(try await reader.value) == nil { taken += 1 } else { pages += 1 }
                } catch is Broken { failures += 1 }
            }
            #expect((pages, taken, failures) == (fails ? (0, 0, 2) : (1, 1, 0)))
        }
    }

    @Test("A flight delivers its page to every waiting caller that isn't cancelled") func flight() async throws {
        let gate = Gate()
        let flight = PageFlight<Numbered>(.offset(7)) { position in
            try await gate.pass()
            return Page([1], next: position)
        }
        #expect(flight.position == .offset(7))
        let waiters = (0..<3).map { _ in Task { try await flight.page() } }
        await gate.waitForArrivals(1)
        // All three wait.
        await letOtherTasksRun()
        waiters[1].cancel()
        await #expect(throws: CancellationError.self) { try await waiters[1].value }
        #expect(gate.waiting == 1)
        gate.open()
        for number in [0, 2] { #expect(try await waiters[number].value == Page([1], next: .offset(7))) }
        #expect(try await flight.page().next == .offset(7))
        flight.cancel()
        #expect(try await flight.page() == Page([1], next: .offset(7)))
        let broken = PageFlight<Numbered>(nil) { _ in throw Broken() }
        for _ in 0..<2 { await #expect(throws: Broken.self) { try await broken.page() } }
        let given = PageFlight<Numbered>(nil) { _ in
            try await Gate().pass()
            return Page([1])
        }
        given.cancel()
        await #expect(throws: CancellationError.self) { try await given.page() }
    }

    @Test("An iterator reports its bookmark after every item") func everyPlace() async throws {
        let list = Array(0..<7)
        var paginator = Paginator<Numbered> { .of(list, at: $0, limit: 3) }
        paginator.rules.remembered = 2
        let iterator = paginator.prefetching(0).makeAsyncIterator()
        #expect(iterator.bookmark == PageBookmark())
        for count in 1...7 {
            #expect(try await iterator.next()?.id == count - 1)
            let recent = Array(list[..<count].suffix(2))
            let place = PageBookmark(
                position: .offset(count == 7 ? 6 : count), recent: recent, loaded: count, total: 7, isAtEnd: count == 7)
            #expect(iterator.bookmark == place, "\(count)")
        }
        #expect(try await iterator.next() == nil)
        #expect(iterator.bookmark.isAtEnd)
        let pages = paginator.pages.makeAsyncIterator()
        var received: [PageBookmark<Int>] = []
        while let page = try await pages.next() {
            #expect(page.bookmark == pages.bookmark)
            received.append(page.bookmark)
        }
        #expect(received.map(\.loaded) == [3, 6, 7])
        #expect(received.map(\.isAtEnd) == [false, false, true])
        #expect(received.map(\.recent) == [[1, 2], [4, 5], [5, 6]])
    }

    @Test("Delivers a page without new items as an empty page")
    func emptyPages() async throws {
        let pages: [PagePosition?: Page<Numbered>] = [
            nil: Page([1, 2], next: .cursor("a")), .cursor("a"): Page([2, 1], next: .cursor("b")),
            .cursor("b"): Page([], next: .cursor("c")),
            .cursor("c"): Page([3, 1]),
        ]
        let paginator = Paginator<Numbered> { pages[$0] ?? Page([]) }
        var ids: [[Int]] = []
        for try await page in paginator.pages { ids.append(page.ids) }
        #expect(ids == [[1, 2], [], [], [3]])
        var loaded: [Int] = []
        #expect(try await paginator.loadAll { loaded.append($0.loaded) }.map(\.id) == [1, 2, 3])
        #expect(loaded == [2, 2, 2, 3])
        #expect(try await paginator.loadAll().count == 3)
        let iterator = paginator.makeAsyncIterator()
        for id in 1...3 { #expect(try await iterator.next()?.id == id) }
        #expect(try await iterator.next() == nil)
    }

    @Test("A bookmark at a limit leads to the rest of the cut page", arguments: [true, false]) func cutPage(
        usesCursors: Bool
    ) async throws {
        let list = Array(0..<7)
        let paginator = Paginator<Numbered> { position in
            guard usesCursors else { return .of(list, at: position, limit: 3) }
            let start = position?.cursor.flatMap { Int($0) } ?? 0
            let end = min(start + 3, list.count)
            return Page(Array(list[start..<end]), next: end < list.count ? .cursor("\(end)") : nil)
        }
        let pages = paginator.limited(items: 4).pages.makeAsyncIterator()
        while try await pages.next() != nil {}
        #expect(pages.bookmark.loaded == 4)
        #expect(try await paginator.resuming(from: pages.bookmark).loadAll().map(\.id) == [4, 5, 6])
    }
}
