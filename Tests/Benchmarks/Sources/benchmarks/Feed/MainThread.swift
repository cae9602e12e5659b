import Foundation
import NoticeBoardKit

/// What the screen's own object costs the main thread, told by the time that this thread computed: what arrives elsewhere is
/// read and compared there.
@MainActor enum MainThread {
    /// A board whose first page is the whole list, and later the head of it, read anew each time.
    private final class Service: NoticeBoardService {
        private let count: Int
        private let state = NSLock()
        // Sendable: only touched under the lock.
        nonisolated(unsafe) private var turn = 0

        init(_ count: Int) { self.count = count }

        func boards() async throws -> [Board] { [] }

        func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
            let turn = state.withLock {
                self.turn += 1
                return self.turn
            }
            let size = turn == 1 ? count : 30
            // Two of them were read by somebody meanwhile.
            let posts = (0..<size).map { ListBenchmark.post($0, views: $0 == 0 || $0 == 25 ? turn : 0) }
            return Page(items: posts, next: .offset(size), total: count * 2)
        }

        func searchPage(
            _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
        ) async throws -> Page<Post> { Page(items: []) }
    }

    static func measure(_ count: Int, _ settings: Settings) async {
        let (selection, changes) = (BoardSelection(), ChangeBus<PostChange>())
        selection.select(Board(id: 1, name: "News"))
        let list = PostList(service: Service(count), selection: selection, changes: changes)
        list.open()
        await list.state { $0.feed.isLoaded }
        // A screen holds the state before.
        var held = list.state
        let observation = list.observe { held = $0 }
        let rounds = settings.choose(25, quick: 2)
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = computed()
            await list.refreshed()
            times.append(computed() - start)
        }
        let limit = count <= 1_000 ? 60_000.0 : 1_000_000
        print(times, limit, "a refresh that brings what is there")
        let others = (0..<1_000).map { PostChange.edited(ListBenchmark.post(1_000_000 + $0, board: 2)) }
        times = []
        for _ in 0..<rounds {
            let start = computed()
            for change in others { changes.send(change) }
            times.append((computed() - start) / Double(others.count))
        }
        print(times, 1_000, "a change of another board")
        withExtendedLifetime((observation, held)) {}
    }

    private static func print(_ times: [Double], _ limit: Double, _ name: String) {
        let median = times.sorted()[times.count / 2]
        line(name, duration(median), Goal.atMost(limit / 1_000).verdict(median / 1_000) + " µs")
    }

    /// For how many nanoseconds this thread has computed.
    private static func computed() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
