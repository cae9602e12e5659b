import Foundation
import NoticeBoardKit

/// What an item costs, beside what else a program could iterate.
extension Paging {
    /// Pages made before anybody looks at the clock.
    static func paginator(_ pages: Int, of size: Int) -> Paginator<Row> {
        let made = (0..<pages).map { page in
            Page(
                items: (page * size..<(page + 1) * size).map { Row(id: $0) },
                next: page + 1 < pages ? .offset((page + 1) * size) : nil, total: pages * size)
        }
        return Paginator { position in
            guard case .offset(let offset)? = position else { return made[0] }
            return made[offset / size]
        }
    }

    static func items(_ settings: Settings) {
        let ready = settings.choose(200_000, quick: 2_000)
        print("\nthe next item of a page that is there; the best of 5 rounds of \(ready)")
        for (place, isMain) in [("off the main actor", false), ("on the main actor", true)] {
            let rounds = (0..<5).map { _ in
                Double(blockingTask { await isMain ? mainWalk(paginator(1, of: ready)) : walk(paginator(1, of: ready)) })
            }
            let each = (rounds.min() ?? .infinity) / Double(ready - 1)
            line(place, duration(each), Goal.atMost(250).verdict(each))
        }
        for size in [1000, 30] {
            let pages = settings.choose(90_000, quick: 3_000) / size
            let count = pages * size
            let rows = (0..<count).map { Row(id: $0) }
            let ready = paginator(pages, of: size)
            for (place, isMain) in [("off the main actor", false), ("on the main actor", true)] {
                let contest = Contest(
                    contenders: [
                        Contender("Paginator") { blockingTask { await isMain ? mainSum(ready) : sum(ready) } },
                        Contender("AsyncThrowingStream, an element at a time") {
                            blockingTask { await isMain ? mainSum(stream(rows)) : sum(stream(rows)) }
                        },
                        Contender("an iterator whose next() hops") {
                            blockingTask { await isMain ? mainSum(Hopping(rows: rows)) : sum(Hopping(rows: rows)) }
                        },
                        Contender("a plain array and a set of IDs") {
                            var seen: Set<Int> = []
                            return rows.reduce(0) { seen.insert($1.id).inserted ? $0 &+ $1.id : $0 }
                        },
                        Contender("a plain array") { rows.reduce(0) { $0 &+ $1.id } },
                    ], rounds: settings.choose(4, quick: 1))
                let found = contest.measure()
                print("\n\(count) items \(place), pages of \(size); each figure is for one item, pages and uniqueness included")
                for (contender, measurement) in zip(contest.contenders, found) {
                    let each = measurement.best / Double(count)
                    let isOurs = contender.name == "Paginator"
                    line(
                        contender.name, duration(each),
                        isOurs ? String(format: "%.3f allocations", Double(measurement.allocations) / Double(count)) : "")
                }
                if Set(found.map(\.result)).count > 1 { line("NOT THE SAME RESULT", "\(found.map(\.result))") }
            }
        }
    }

    /// The nanoseconds per item after the first, with all of its page loaded.
    private static func walk(_ rows: Paginator<Row>) async -> Int {
        let iterator = rows.makeAsyncIterator()
        var total = 0
        do {
            guard let first = try await iterator.next(isolation: #isolation) else { return .max }
            let start = DispatchTime.now().uptimeNanoseconds
            while let row = try await iterator.next(isolation: #isolation) { total &+= row.id }
            let time = DispatchTime.now().uptimeNanoseconds - start
            return total > first.id ? Int(time) : .max
        } catch { return .max }
    }

    /// The same, written again: a function that is handed its actor as an argument does without the hops that one of the main
    /// actor makes, and would measure what no app's code does.
    @MainActor private static func mainWalk(_ rows: Paginator<Row>) async -> Int {
        let iterator = rows.makeAsyncIterator()
        var total = 0
        do {
            guard let first = try await iterator.next(isolation: #isolation) else { return .max }
            let start = DispatchTime.now().uptimeNanoseconds
            while let row = try await iterator.next(isolation: #isolation) { total &+= row.id }
            let time = DispatchTime.now().uptimeNanoseconds - start
            return total > first.id ? Int(time) : .max
        } catch { return .max }
    }

    private static func sum(_ rows: some AsyncSequence<Row, any Error> & Sendable) async -> Int {
        var total = 0
        do { for try await row in rows { total &+= row.id } } catch { return -1 }
        return total
    }

    static func sum(_ rows: Paginator<Row>) async -> Int {
        var total = 0
        do { for try await row in rows { total &+= row.id } } catch { return -1 }
        return total
    }

    /// Likewise.
    @MainActor private static func mainSum(_ rows: some AsyncSequence<Row, any Error> & Sendable) async -> Int {
        var total = 0
        do { for try await row in rows { total &+= row.id } } catch { return -1 }
        return total
    }

    @MainActor private static func mainSum(_ rows: Paginator<Row>) async -> Int {
        var total = 0
        do { for try await row in rows { total &+= row.id } } catch { return -1 }
        return total
    }

    private static func stream(_ rows: [Row]) -> AsyncThrowingStream<Row, any Error> {
        AsyncThrowingStream { continuation in
            let producer = Task {
                for row in rows { continuation.yield(row) }
                continuation.finish()
            }
            continuation.onTermination = { _ in producer.cancel() }
        }
    }

    /// An iterator as they are mostly written: its function runs outside of every actor.
    private struct Hopping: AsyncSequence, Sendable {
        typealias Failure = any Error
        let rows: [Row]

        struct AsyncIterator: AsyncIteratorProtocol {
            typealias Failure = any Error
            let rows: [Row]
            var index = 0

            @concurrent mutating func next() async throws -> Row? {
                guard index < rows.count else { return nil }
                defer { index += 1 }
                return rows[index]
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rows: rows) }
    }
}
