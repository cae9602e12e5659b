import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

@Suite("Paginator: prefetching", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PrefetchTests {
    private let list = Array(0..<100)

    /// Returns a paginator that takes one second of the test's clock for each page.
    private func paginator(_ clock: ManualClock, _ asked: Notes<PagePosition?> = Notes()) -> Paginator<Numbered> {
        let list = list
        return Paginator { position in
            asked.add(position)
            try await clock.sleep(1)
            return .of(list, at: position, limit: 10)
        }
    }

    @Test(
        "Ten pages of a second each, k in flight, take 1 + ⌈9/k⌉ seconds",
        arguments: [(0, 10), (1, 10), (2, 6), (3, 4), (4, 4), (5, 3), (9, 2), (16, 2)])
    func seconds(ahead: Int, expected: Int) async throws {
        let clock = ManualClock()
        let numbers = paginator(clock).prefetching(ahead)
        let walk = Task { try await numbers.loadAll() }
        var left = 9
        await clock.waitForSleepers(1)
        clock.advance(by: 1)
        while left > 0 {
            let atOnce = min(max(ahead, 1), left)
            await clock.waitForSleepers(atOnce)
            #expect(clock.pending.count == atOnce)
            clock.advance(by: 1)
            left -= atOnce
        }
        #expect(try await walk.value.map(\.id) == list)
        #expect(Int(clock.now) == expected)
    }

    @Test("Delivers pages in order even if they arrive out of order") func order() async throws {
        let gates = (0..<10).map { _ in Gate() }
        let list = list
        let numbers = Paginator<Numbered> { position in
            if case .offset(let offset)? = position { try await gates[offset / 10].pass() }
            return .of(list, at: position, limit: 10)
        }.prefetching(9)
        let walk = Task { try await numbers.loadAll() }
        for gate in gates[1...].reversed() {
            await gate.waitForArrivals(1)
            gate.open()
        }
        #expect(try await walk.value.map(\.id) == list)
    }

    @Test("Prefetches numbered pages up to the total") func pageNumbers() async throws {
        let asked = Notes<PagePosition?>()
        let list = list
        let load: @Sendable (PagePosition?) async throws -> Page<Numbered> = { position in
            asked.add(position)
            let number = position?.page ?? 1
            let ids = list.dropFirst((number - 1) * 10).prefix(10)
            return Page(items: ids.map { Numbered($0) }, next: number < 10 ? .page(number + 1) : nil, total: list.count)
        }
        let numbers = Paginator<Numbered>(load: load).prefetching(3)
        #expect(try await numbers.loadAll().map(\.id) == list)
        #expect(Set(asked.all) == Set([nil] + (2...10).map { .page($0) }))
        #expect(asked.count == 10)
        var walk = PageWalk<Numbered>()
        _ = walk.accept(try await load(nil))
        #expect(walk.upcoming(4) == [.page(2), .page(3), .page(4), .page(5)])
        #expect(walk.upcoming(99) == (2...10).map { .page($0) })
    }

    @Test("Prefetches the configured number of pages while items are consumed", arguments: [0, 1, 3])
    func ahead(pages: Int) async throws {
        let asked = Notes<PagePosition?>()
        let gate = Gate()
        let list = list
        let iterator = Paginator<Numbered> { position in
            asked.add(position)
            if position != nil { try await gate.pass() }
            return .of(list, at: position, limit: 10)
        }.prefetching(pages).makeAsyncIterator()
        #expect(try await iterator.next()?.id == 0)
        await gate.waitForArrivals(pages)
        // To limit memory, nothing else is requested before the current page is consumed.
        for _ in 1..<10 { _ = try await iterator.next() }
        #expect(asked.count == 1 + pages)
        #expect(gate.arrivals == pages)
    }

    @Test("Prefetches one page by default") func defaultAhead() {
        #expect(Paginator<Numbered> { _ in Page([]) }.prefetchedPages == 1)
        #expect(Paginator<Numbered> { _ in Page([]) }.prefetching(-3).prefetchedPages == 0)
    }

    @Test("A changed total starts the prefetches again") func replan() async throws {
        let gate = Gate()
        let asked = Notes<PagePosition?>()
        let cancelled = Notes<PagePosition?>()
        let list = list
        let numbers = Paginator<Numbered> { position in
            asked.add(position)
            if position == .offset(20) || position == .offset(30) {
                try await withTaskCancellationHandler {
                    try await gate.pass()
                } onCancel: {
                    cancelled.add(position)
                }
            }
            if case .offset(10)? = position { await gate.waitForArrivals(2) }
            // Three items at the head were deleted after the first page.
            return .of(position == nil ? list : Array(list.dropFirst(3)), at: position, limit: 10)
        }.prefetching(3)
        #expect(try await numbers.loadAll().map(\.id) == list)
        #expect(cancelled.all.compactMap { $0 } == [.offset(20), .offset(30)])
        #expect(asked.all.filter { $0 == .offset(7) }.count == 1)
    }

    @Test("A page requested before the list changed is requested again even if nothing moved")
    func nothingOlder() async throws {
        let (gate, asked) = (Gate(), Notes<PagePosition?>())
        let numbers = Paginator<Numbered> { position in
            asked.add(position)
            if position == .offset(20), asked.all.count(where: { $0 == position }) == 1 { try await gate.pass() }
            if position == .offset(10) {
                await gate.waitForArrivals(1)
                gate.open()
            }
            // One item arrived at the end after the first page.
            return .of(Array(0..<(position == nil ? 40 : 41)), at: position, limit: 10)
        }.prefetching(2)
        #expect(try await numbers.loadAll().map(\.id) == Array(0..<41))
        #expect(asked.all.count { $0 == .offset(20) } == 2)
    }

    @Test("Loads all items when pages are shorter than requested") func capped() async throws {
        let list = list
        let numbers = Paginator<Numbered> { position in .of(list, at: position, limit: position == nil ? 10 : 7) }
        #expect(try await numbers.prefetching(4).loadAll().map(\.id) == list)
    }
}
