import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("Paginator: lists that end early", .inTurn, .timeLimit(.minutes(1))) struct EarlyEndTests {
    @Test("next() requests an empty page before the total again") func asksAgain() async throws {
        let asked = Notes<PagePosition?>()
        let paginator = Paginator<Numbered> { position in
            asked.add(position)
            if position == nil { return Page(0..<30, next: .offset(30), total: 800) }
            return asked.count < 3 ? Page([], total: 800) : Page(30..<60, total: 60)
        }.prefetching(0)
        let iterator = paginator.makeAsyncIterator()
        for number in 0..<30 { #expect(try await iterator.next()?.id == number) }
        let error = await #expect(throws: NoticeBoardError.self) { try await iterator.next() }
        #expect(error?.code == .endedEarly)
        #expect(try await iterator.next()?.id == 30)
    }

    @Test("A repeated empty page ends the list") func ends() async throws {
        let paginator = Paginator<Numbered> { position in
            position == nil ? Page(0..<30, next: .offset(30), total: 800) : Page([], total: 800)
        }
        let iterator = paginator.makeAsyncIterator()
        var count = 0
        do { while try await iterator.next() != nil { count += 1 } } catch {}
        #expect(try await iterator.next() == nil)
        #expect(count == 30)
        #expect(try await Paginator<Numbered> { _ in Page([], total: 0) }.loadAll().isEmpty)
    }

    /// A service of 45 items, twenty on a page, that names a next position even behind the last item.
    private func unending(total: Int?, numbersPages: Bool) -> Paginator<Letter> {
        Paginator { position in
            let offset = if case .offset(let offset)? = position { offset } else { 0 }
            let first = numbersPages ? 20 * (position?.page ?? 0) : offset
            let items = (min(first, 45)..<min(first + 20, 45)).map { Letter(id: $0) }
            let next: PagePosition = numbersPages ? .page((position?.page ?? 0) + 1) : .offset(first + items.count)
            return Page(items: items, next: next, total: total)
        }
    }

    @Test("With a total, numbered pages end with the last item") func numberedPages() async throws {
        #expect(try await unending(total: 45, numbersPages: true).loadAll().count == 45)
    }

    @Test("A service that counts on ends where it has no more items", arguments: [true, false])
    func countsOn(numbersPages: Bool) async throws {
        #expect(try await unending(total: nil, numbersPages: numbersPages).loadAll().count == 45)
    }

    @Test("A service that counts on ends early before its total") func countsOnEarly() async throws {
        let error = await #expect(throws: NoticeBoardError.self) {
            try await unending(total: 800, numbersPages: false).loadAll()
        }
        #expect(error?.code == .endedEarly)
    }
}

/// An item of a list that ends.
private struct Letter: Identifiable, Sendable { let id: Int }
