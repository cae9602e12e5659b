import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// The peak memory of a walk, and the time to leave it.
extension Paging {
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

    static func memory(_ settings: Settings) {
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

    static func leaving(_ settings: Settings) async throws {
        print("\nfrom the break to the last call in flight that has observed its cancellation, and to what follows the loop")
        for width in [1, 4, 16] {
            var last: [Double] = []
            var after: [Double] = []
            for _ in 0..<settings.choose(200, quick: 3) {
                let gate = Gate()
                let received = Census.Counter()
                let rows = Paginator<Row> { position in
                    guard case .offset(let offset)? = position else {
                        return Page(items: [Row(id: 0)], next: .offset(1), total: 1000)
                    }
                    try await withTaskCancellationHandler {
                        try await gate.pass()
                    } onCancel: {
                        received.change { $0.most = Int(DispatchTime.now().uptimeNanoseconds) }
                    }
                    return Page(items: [Row(id: offset)], next: .offset(offset + 1), total: 1000)
                }.prefetching(width)
                var start = 0
                for try await _ in rows {
                    await gate.waitForArrivals(width)
                    start = Int(DispatchTime.now().uptimeNanoseconds)
                    break
                }
                after.append(Double(Int(DispatchTime.now().uptimeNanoseconds) - start))
                last.append(Double(received.value.most - start))
            }
            line(
                "\(width) in flight", "last call \(duration(last.sorted()[last.count / 2]))",
                "loop left \(duration(after.sorted()[after.count / 2]))",
                zip(last, after).allSatisfy { $0 > 0 && $0 <= $1 } ? "every call before the consumer goes on" : "TOO LATE")
        }
    }
}
