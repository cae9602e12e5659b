import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@Suite("Paginator: failure and cancellation", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FailureTests {
    private let list = Array(0..<60)
    private struct Broken: Error {}

    @Test("After a failure only the failed page is requested again", arguments: [0, 1, 4]) func retry(ahead: Int)
        async throws
    {
        let asked = Notes<PagePosition?>()
        let list = list
        let iterator = Paginator<Numbered> { position in
            asked.add(position)
            if position == .offset(20), asked.all.count(where: { $0 == .offset(20) }) < 3 { throw Broken() }
            return .of(list, at: position, limit: 10)
        }.prefetching(ahead).makeAsyncIterator()
        var (ids, failures) = ([Int](), 0)
        while true {
            do {
                guard let number = try await iterator.next() else { break }
                ids.append(number.id)
            } catch is Broken {
                failures += 1
                #expect(ids == Array(0..<20))
            }
        }
        #expect(ids == list)
        #expect(failures == 2)
        #expect(asked.count == 6 + 2)
    }

    @Test("A failed prefetch throws only when its page is due") func lateFailure() async throws {
        let gate = Gate()
        let list = list
        let iterator = Paginator<Numbered> { position in
            guard position == nil else {
                defer { gate.open() }
                throw Broken()
            }
            return .of(list, at: position, limit: 10)
        }.makeAsyncIterator()
        #expect(try await iterator.next()?.id == 0)
        try await gate.pass()
        for id in 1..<10 { #expect(try await iterator.next()?.id == id) }
        await #expect(throws: Broken.self) { try await iterator.next() }
    }

    @Test("The call after a repeated cursor requests it again") func circle() async throws {
        let asked = Notes<PagePosition?>()
        let iterator = Paginator<Numbered> { position in
            asked.add(position)
            return Page([asked.count], next: .cursor("again"))
        }.makeAsyncIterator()
        for id in 1...2 { #expect(try await iterator.next()?.id == id) }
        let error = await #expect(throws: NoticeBoardError.self) { try await iterator.next() }
        #expect(error?.code == .endlessList)
        #expect(try await iterator.next()?.id == 3)
    }

    @Test("Leaving the loop cancels every call in flight before anything else happens", arguments: [1, 4])
    func leaving(ahead: Int) async throws {
        let gate = Gate()
        let order = Notes<String>()
        let list = list
        let numbers = Paginator<Numbered> { position in
            if position != nil {
                try await withTaskCancellationHandler {
                    try await gate.pass()
                } onCancel: {
                    order.add("cancelled")
                }
            }
            return .of(list, at: position, limit: 10)
        }.prefetching(ahead)
        for try await _ in numbers {
            await gate.waitForArrivals(ahead)
            order.add("leaving")
            break
        }
        order.add("gone on")
        #expect(order.all == ["leaving"] + Array(repeating: "cancelled", count: ahead) + ["gone on"])
        #expect(gate.waiting == 0)
    }

    @Test("Releasing an iterator cancels its requests") func letGo() async throws {
        let gate = Gate()
        let list = list
        var iterator: Paginator<Numbered>.AsyncIterator? =
            Paginator<Numbered> { position in
                if position != nil { try await gate.pass() }
                return .of(list, at: position, limit: 10)
            }.makeAsyncIterator()
        _ = try await iterator?.next()
        await gate.waitForArrivals(1)
        #expect(gate.waiting == 1)
        iterator = nil
        #expect(gate.waiting == 0)
    }

    @Test("Cancelling the task keeps the position") @MainActor func cancellation() async throws {
        let gate = Gate()
        let asked = Notes<PagePosition?>()
        let list = list
        let iterator = Paginator<Numbered> { position in
            asked.add(position)
            if asked.count == 2 { try await gate.pass() }
            return .of(list, at: position, limit: 10)
        }.prefetching(0).makeAsyncIterator()
        let reader = Task { @MainActor in
            let mine = iterator
            while try await mine.next() != nil {}
        }
        await gate.waitForArrivals(1)
        reader.cancel()
        #expect(gate.waiting == 0)
        await #expect(throws: CancellationError.self) { try await reader.value }
        let mine = iterator
        #expect(try await mine.next()?.id == 10)
        #expect(asked.all == [nil, .offset(10), .offset(10)])
    }

    @Test("Cancelling does not wait for a call that ignores it") func ignoredCancellation() async throws {
        let (gate, release) = (Gate(), Gate())
        let numbers = Paginator<Numbered> { _ in
            // An unstructured task isn't cancelled with its caller.
            let stubborn = Task { try? await release.pass() }
            try? await gate.pass()
            await stubborn.value
            return Page([1])
        }
        let reader = Task { try await numbers.loadAll() }
        await gate.waitForArrivals(1)
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(release.isOpen == false)
        release.open()
    }

    @Test("A task cancelled before it starts sends no request") func cancelledBefore() async {
        let asked = Notes<PagePosition?>()
        let gate = Gate()
        let reader = Task {
            try? await gate.pass()
            return try await Paginator<Numbered> { position in
                asked.add(position)
                return Page([1])
            }.loadAll()
        }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(asked.count == 0)
    }
}
