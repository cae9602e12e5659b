import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// What paging hides of a service's latency, and what an item costs, beside what a program would write by hand.
enum Paging {
    static let subjects = [
        Subject(name: "paging-latency", summary: "100 pages of 50 ms each with k in flight, beside a loop and the best possible")
        {
            try await latency($0)
        },
        Subject(name: "paging-items", summary: "one item of a page that is ready, off and on the main actor") { items($0) },
        Subject(name: "paging-memory", summary: "pages in memory, and allocations a page and an item") { memory($0) },
        Subject(name: "paging-leaving", summary: "from leaving the loop to the last call that knows it is cancelled") {
            try await leaving($0)
        },
    ]

    /// An item as small as they come.
    struct Row: Identifiable, Sendable {
        let id: Int
    }

    // MARK: - Latency

    private static func latency(_ settings: Settings) async throws {
        let pages = settings.choose(100, quick: 6)
        let seconds = settings.choose(0.05, quick: 0.002)
        let widths = settings.choose([1, 2, 4, 8, 16], quick: [1, 4])
        // Answers made before, and short ones: what is measured is waiting, and not writing or reading JSON.
        let answers = (0..<pages).map { page in
            let posts = (0..<30).map { #"{"postId":\#(page * 30 + $0),"title":"a post"}"# }.joined(separator: ",")
            return HTTPResponse.json(
                #"{"value":[\#(posts)],"count":30,"offset":\#(page * 30),"limit":30,"total":\#(pages * 30)}"#)
        }
        let asleep = StubTransport { request in
            // Without tolerance: the system may otherwise sleep longer by a tenth.
            try await Task.sleep(for: .seconds(seconds), tolerance: .zero)
            let offset = request.target.split(separator: "offset=").last.flatMap { Int($0.prefix { $0.isNumber }) }
            return answers[(offset ?? 0) / 30]
        }
        let board = 1
        let url = URL(string: "http://127.0.0.1/api/v2") ?? URL(fileURLWithPath: "/")
        let near = NoticeBoardClient(baseURL: url, token: .bearer("t"), transport: asleep)
        try await latency("an immediate transport that sleeps", near, board, pages, seconds, widths, .atMost(1.03))

        let server = try LoopbackServer(serving: asleep)
        defer { server.stop() }
        let far = NoticeBoardClient(baseURL: server.url(path: "/api/v2"), token: .bearer("t"))
        _ = try await far.postPage(in: board, offset: 0, limit: 30)
        try await latency("sockets", far, board, pages, seconds, widths, .atMost(1.10))
    }

    private static func latency(
        _ name: String, _ client: NoticeBoardClient, _ board: Board.ID, _ pages: Int, _ seconds: Double, _ widths: [Int],
        _ goal: Goal
    ) async throws {
        print("\n\(pages) pages of \(Int(seconds * 1000)) ms over \(name); the bound is L·(1 + ⌈(P−1)/k⌉)")
        let loop = try await timed {
            var (count, position) = (0, 0 as Int?)
            while let offset = position {
                let page = try await client.postPage(in: board, offset: offset, limit: 30)
                count += page.items.count
                if case .offset(let next)? = page.next { position = next } else { position = nil }
            }
            return count
        }
        line("a loop by hand", text(loop.seconds))
        for width in widths {
            let walk = try await timed {
                var count = 0
                for try await _ in client.posts(in: board).prefetching(width) { count += 1 }
                return count
            }
            let bound = seconds * Double(1 + (pages - 1 + width - 1) / width)
            let ratio = walk.seconds / bound
            line(
                "k = \(width)", text(walk.seconds), String(format: "%5.1f× faster than the loop", loop.seconds / walk.seconds),
                String(format: "%.3f× the bound", ratio), goal.verdict(ratio),
                walk.count == loop.count && walk.count == pages * 30 ? "" : "NOT THE SAME RESULT")
        }
    }

    private static func timed(_ work: () async throws -> Int) async rethrows -> (seconds: Double, count: Int) {
        let start = DispatchTime.now().uptimeNanoseconds
        let count = try await work()
        return (Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9, count)
    }

    private static func text(_ seconds: Double) -> String { String(format: "%8.1f ms", seconds * 1000) }

    // MARK: - Items

    /// Pages made before anybody looks at the clock.
    private static func paginator(_ pages: Int, of size: Int) -> Paginator<Row> {
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

    private static func items(_ settings: Settings) {
        let ready = settings.choose(200_000, quick: 2_000)
        print("\nthe next item of a page that is there; the best of 5 rounds of \(ready)")
        for (place, isMain, goal) in [("off the main actor", false, 30.0), ("on the main actor", true, 80.0)] {
            let rounds = (0..<5).map { _ in
                Double(blockingTask { await isMain ? mainWalk(paginator(1, of: ready)) : walk(paginator(1, of: ready)) })
            }
            let each = (rounds.min() ?? .infinity) / Double(ready - 1)
            line(place, duration(each), Goal.atMost(goal).verdict(each))
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
                        contender.name, duration(each), isOurs && size == 1000 ? Goal.atMost(goal).verdict(each) : "",
                        isOurs ? String(format: "%.3f allocations", Double(measurement.allocations) / Double(count)) : "")
                }
                if Set(found.map(\.result)).count > 1 { line("NOT THE SAME RESULT", "\(found.map(\.result))") }
            }
        }
    }

    /// How many nanoseconds all items but the first take, whose page is there when the first is.
    private static func walk(_ rows: Paginator<Row>) async -> Int {
        var iterator = rows.makeAsyncIterator()
        var total = 0
        do {
            guard let first = try await iterator.next(isolation: #isolation) else { return .max }
            let start = DispatchTime.now().uptimeNanoseconds
            while let row = try await iterator.next(isolation: #isolation) { total &+= row.id }
            let time = DispatchTime.now().uptimeNanoseconds - start
            return total > first.id ? Int(time) : .max
        } catch { return .max }
    }

    @MainActor private static func mainWalk(_ rows: Paginator<Row>) async -> Int {
        var iterator = rows.makeAsyncIterator()
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

    private static func sum(_ rows: Paginator<Row>) async -> Int {
        var total = 0
        do { for try await row in rows { total &+= row.id } } catch { return -1 }
        return total
    }

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

    // MARK: - Memory

    /// Counts how many of its kind are alive at once.
    private final class Census: Sendable {
        private let counts = Counter()
        var most: Int { counts.value.most }

        func born() { counts.change { ($0.alive, $0.most) = ($0.alive + 1, max($0.most, $0.alive + 1)) } }
        func died() { counts.change { $0.alive -= 1 } }

        final class Counter: @unchecked Sendable {
            // Sendable: only touched under the lock.
            private let lock = NSLock()
            private var counts = (alive: 0, most: 0)
            var value: (alive: Int, most: Int) { lock.withLock { counts } }
            func change(_ body: (inout (alive: Int, most: Int)) -> Void) { lock.withLock { body(&counts) } }
        }
    }

    /// What all items of a page hold on to.
    private final class Load: Sendable {
        private let census: Census
        init(_ census: Census) {
            self.census = census
            census.born()
        }
        deinit { census.died() }
    }

    private struct Heavy: Identifiable, Sendable {
        let id: Int
        let load: Load
    }

    private static func memory(_ settings: Settings) {
        let pages = settings.choose(400, quick: 20)
        print("\n\(pages) pages of 100; how many are in memory at once")
        for width in [0, 1, 2, 4, 16] {
            let census = Census()
            let total = pages * 100
            let rows = Paginator<Heavy> { position in
                var start = 0
                if case .offset(let offset)? = position { start = offset }
                let load = Load(census)
                let end = start + 100
                return Page(
                    items: (start..<end).map { Heavy(id: $0, load: load) }, next: end < total ? .offset(end) : nil, total: total)
            }.prefetching(width)
            let count = blockingTask {
                var count = 0
                do { for try await _ in rows { count += 1 } } catch { return -1 }
                return count
            }
            let goal = Double(max(width, 1) + 1)
            line(
                "prefetching(\(width))", "\(census.most) pages", Goal.atMost(goal).verdict(Double(census.most)),
                count == total ? "" : "NOT THE SAME RESULT")
        }
        for size in [30, 1000] {
            let counts = [pages, 2 * pages].map { number in
                let ready = paginator(number, of: size)
                return Contest(contenders: [Contender("") { blockingTask { await sum(ready) } }], rounds: 1).measure()[0]
                    .allocations
            }
            let each = Double(counts[1] - counts[0]) / Double(pages)
            line(
                "allocations a page of \(size)", String(format: "%.1f", each), String(format: "%.3f an item", each / Double(size))
            )
        }
    }

    // MARK: - Leaving

    private static func leaving(_ settings: Settings) async throws {
        print("\nfrom the break to the last call in flight that has observed its cancellation, and to what follows the loop")
        for width in [1, 4, 16] {
            var last: [Double] = []
            var after: [Double] = []
            for _ in 0..<settings.choose(200, quick: 3) {
                let gate = Gate()
                let told = Census.Counter()
                let rows = Paginator<Row> { position in
                    guard case .offset(let offset)? = position else {
                        return Page(items: [Row(id: 0)], next: .offset(1), total: 1000)
                    }
                    try await withTaskCancellationHandler {
                        try await gate.pass()
                    } onCancel: {
                        told.change { $0.most = Int(DispatchTime.now().uptimeNanoseconds) }
                    }
                    return Page(items: [Row(id: offset)], next: .offset(offset + 1), total: 1000)
                }.prefetching(width)
                var start = 0
                for try await _ in rows {
                    await gate.arrived(width)
                    start = Int(DispatchTime.now().uptimeNanoseconds)
                    break
                }
                after.append(Double(Int(DispatchTime.now().uptimeNanoseconds) - start))
                last.append(Double(told.value.most - start))
            }
            line(
                "\(width) in flight", "last call \(duration(last.sorted()[last.count / 2]))",
                "loop left \(duration(after.sorted()[after.count / 2]))",
                zip(last, after).allSatisfy { $0 > 0 && $0 <= $1 } ? "every call before the consumer goes on" : "TOO LATE")
        }
    }
}
