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
}
