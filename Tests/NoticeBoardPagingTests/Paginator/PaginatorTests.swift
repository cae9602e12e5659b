import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@Suite("Paginator", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PaginatorTests {
    private let list = Array(0..<95)

    private func paginator(_ asked: Notes<PagePosition?> = Notes(), of list: [Int], limit: Int = 30) -> Paginator<Numbered> {
        Paginator { position in
            asked.add(position)
            return .of(list, at: position, limit: limit)
        }
    }

    @Test("Iterates over all items from the beginning each time", arguments: [0, 1, 3, 50]) func items(ahead: Int)
        async throws
    {
        let asked = Notes<PagePosition?>()
        let numbers = paginator(asked, of: list).prefetching(ahead)
        for round in 1...2 {
            var ids: [Int] = []
            for try await number in numbers { ids.append(number.id) }
            #expect(ids == list)
            #expect(asked.count == 4 * round)
        }
        #expect(Set(asked.all) == [nil, .offset(30), .offset(60), .offset(90)])
    }

    @Test("Delivers whole pages with their progress") func pages() async throws {
        var progress: [PageProgress] = []
        for try await page in paginator(of: list).pages { progress.append(page.progress) }
        #expect(progress.map(\.loaded) == [30, 60, 90, 95])
        #expect(progress.allSatisfy { $0.total == 95 })
        #expect(progress.compactMap(\.fraction).last == 1)
    }

    @Test("loadAll reports its progress on the caller's actor") @MainActor func loadAll() async throws {
        var seen: [Int] = []
        let all = try await paginator(of: list).loadAll { progress in
            MainActor.assertIsolated()
            seen.append(progress.loaded)
        }
        #expect(all.map(\.id) == list)
        #expect(seen == [30, 60, 90, 95])
    }

    @Test("Limits end the sequence without requests beyond them") func limits() async throws {
        let asked = Notes<PagePosition?>()
        let some = try await paginator(asked, of: list).prefetching(8).limited(items: 40).loadAll()
        #expect(some.map(\.id) == Array(0..<40))
        #expect(asked.count == 2)
        #expect(try await paginator(of: list).limited(toPages: 1).loadAll().count == 30)
    }

    @Test("Iterates a service with cursors", arguments: [0, 1, 5]) func cursors(ahead: Int) async throws {
        let asked = Notes<PagePosition?>()
        var paginator = Paginator<Numbered> { position in
            asked.add(position)
            switch position {
            case nil: return Page([1, 2], next: .cursor("x"))
            case .cursor("x"): return Page([3], next: .cursor("0"))
            default: throw NoticeBoardError(.notFound)
            }
        }
        paginator.rules.endMark = "0"
        #expect(try await paginator.prefetching(ahead).loadAll().map(\.id) == [1, 2, 3])
        #expect(asked.all == [nil, .cursor("x")])
    }

    @Test("An iterator at its end sends no request") func afterTheEnd() async throws {
        let asked = Notes<PagePosition?>()
        let iterator = paginator(asked, of: [1, 2]).makeAsyncIterator()
        while try await iterator.next() != nil {}
        for _ in 1...3 { #expect(try await iterator.next() == nil) }
        #expect(asked.count == 1)
        #expect(iterator.bookmark.isAtEnd)
    }

    @Test("Two iterators of one paginator are independent") func twiceAtOnce() async throws {
        let asked = Notes<PagePosition?>()
        let numbers = paginator(asked, of: list)
        let (one, other) = (numbers.makeAsyncIterator(), numbers.makeAsyncIterator())
        for id in list {
            #expect(try await one.next()?.id == id)
            #expect(try await other.next()?.id == id)
        }
        #expect(asked.count == 8)
    }

    @Test("Two tasks on one iterator get each item once, in order") @MainActor func twoTasks() async throws {
        let gate = Gate()
        let asked = Notes<PagePosition?>()
        let list = list
        let iterator = Paginator<Numbered> { position in
            asked.add(position)
            try await gate.pass()
            return .of(list, at: position, limit: 10)
        }.prefetching(0).makeAsyncIterator()
        let readers = (0..<2).map { _ in
            Task { @MainActor in
                var (mine, ids) = (iterator, [Int]())
                while let number = try await mine.next() {
                    ids.append(number.id)
                    await Task.yield()
                }
                return ids
            }
        }
        await gate.waitForArrivals(1)
        gate.open()
        let (one, other) = (try await readers[0].value, try await readers[1].value)
        #expect((one + other).sorted() == list)
        #expect(one == one.sorted())
        #expect(other == other.sorted())
        #expect(asked.count == 10)
    }

    @Test("Resuming from a bookmark delivers exactly the rest", arguments: [0, 1, 29, 30, 31, 60, 94])
    func bookmark(count: Int) async throws {
        let iterator = paginator(of: list).makeAsyncIterator()
        for _ in 0..<count { _ = try await iterator.next() }
        let rest = paginator(of: [500, 501] + list).resuming(from: iterator.bookmark)
        let ids = try await rest.loadAll().map(\.id)
        #expect(ids == (count == 0 ? [500, 501] : []) + list.dropFirst(count))
    }

    @Test("Reports gaps to the closure of the paginator") func gaps() async throws {
        let gaps = Notes<PageGap<Int>>()
        let numbers = paginator(of: [1, 2, 3], limit: 1).overlapping(2) { gaps.add($0) }
        #expect(try await numbers.loadAll().count == 3)
        #expect(gaps.all == [PageGap(after: 1, before: 2), PageGap(after: 2, before: 3)])
    }

    @Test("Iterating stays on the main actor") @MainActor func mainActor() async throws {
        var count = 0
        for try await _ in paginator(of: list) {
            MainActor.assertIsolated()
            count += 1
        }
        #expect(count == list.count)
    }

    /// Stores an iterator and advances it by hand, like a view model.
    @MainActor private final class Reader {
        let iterator: Paginator<Numbered>.AsyncIterator
        let pages: Paginator<Numbered>.Pages.AsyncIterator
        var ids: [Int] = []

        init(_ numbers: Paginator<Numbered>) {
            iterator = numbers.makeAsyncIterator()
            pages = numbers.pages.makeAsyncIterator()
        }

        func readOne() async throws -> Bool {
            let item = try await iterator.next()
            MainActor.assertIsolated()
            if let item { ids.append(item.id) }
            return item != nil
        }

        func readPage() async throws -> Int? {
            let page = try await pages.next()
            MainActor.assertIsolated()
            return page?.items.count
        }
    }

    @Test("An iterator stored on the main actor returns to it") @MainActor func storedIterator() async throws {
        let reader = Reader(paginator(of: list))
        while try await reader.readOne() {}
        #expect(reader.ids == list)
        #expect(try await reader.readPage() == 30)
    }

    @Test("An iterator stored on the main actor returns to it after a failure") @MainActor func storedIteratorFails() async throws
    {
        let reader = Reader(Paginator { (_: PagePosition?) throws -> Page<Numbered> in throw NoticeBoardError(.unreachable) })
        await #expect(throws: NoticeBoardError.self) { _ = try await reader.readOne() }
        MainActor.assertIsolated()
        await #expect(throws: NoticeBoardError.self) { _ = try await reader.readPage() }
        MainActor.assertIsolated()
    }

    @Test("Gaps are reported however the iterator is driven") @MainActor func gapsByHand() async throws {
        let gaps = Notes<PageGap<Int>>()
        let numbers = paginator(of: [1, 2, 3], limit: 1).overlapping(2) { gaps.add($0) }
        let byHand = numbers.makeAsyncIterator()
        while try await byHand.next() != nil {}
        let withActor = numbers.makeAsyncIterator()
        while try await withActor.next(isolation: MainActor.shared) != nil {}
        #expect(gaps.all.count == 4)
    }

    @Test("Tasks on several threads get each item of one iterator once") func manyTasks() async throws {
        let list = Array(0..<1_000)
        for _ in 0..<20 {
            let iterator = Paginator<Numbered> { .of(list, at: $0, limit: 7) }.prefetching(2).makeAsyncIterator()
            let ids = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        var (mine, ids) = (iterator, [Int]())
                        while let number = try await mine.next() { ids.append(number.id) }
                        return ids
                    }
                }
                return try await group.reduce(into: [[Int]]()) { $0.append($1) }
            }
            #expect(ids.joined().sorted() == list)
            #expect(ids.allSatisfy { $0 == $0.sorted() })
        }
    }
}
