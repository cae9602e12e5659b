import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// Measures how much latency prefetching hides, and the cost of an item, compared with a loop written by hand.
enum Paging {
    static let subjects = [
        Subject(name: "paging-latency", summary: "100 pages of 50 ms each with k in flight, beside a loop and the best possible")
        {
            try await latency($0)
        },
        Subject(name: "paging-items", summary: "one item of a page that is ready, off and on the main actor") { items($0) },
        Subject(name: "paging-memory", summary: "pages in memory, and allocations a page and an item") { memory($0) },
        Subject(name: "paging-leaving", summary: "from leaving the loop until the last request has seen its cancellation") {
            try await leaving($0)
        },
    ]

    /// The smallest possible item.
    struct Row: Identifiable, Sendable {
        let id: Int
    }

    // MARK: - Latency

    private static func latency(_ settings: Settings) async throws {
        let pages = settings.choose(100, quick: 6)
        let seconds = settings.choose(0.05, quick: 0.002)
        let widths = settings.choose([1, 2, 4, 8, 16], quick: [1, 4])
        // Short answers that are made in advance: waiting is measured, not JSON.
        let answers = (0..<pages).map { page in
            let posts = (0..<30).map { #"{"postId":\#(page * 30 + $0),"title":"a post"}"# }.joined(separator: ",")
            return HTTPResponse.json(
                #"{"value":[\#(posts)],"count":30,"offset":\#(page * 30),"limit":30,"total":\#(pages * 30)}"#)
        }
        let delayedTransport = StubTransport { request in
            // Without tolerance: the system may otherwise sleep longer by a tenth.
            try await Task.sleep(for: .seconds(seconds), tolerance: .zero)
            let offset = request.target.split(separator: "offset=").last.flatMap { Int($0.prefix { $0.isNumber }) }
            return answers[(offset ?? 0) / 30]
        }
        let board = 1
        let url = URL(string: "http://127.0.0.1/api/v2") ?? URL(fileURLWithPath: "/")
        let latency = LatencyRun(pages: pages, seconds: seconds, widths: widths)
        try await latency.run("a closure that sleeps: what the paginator adds by itself", .atMost(1.03)) { offset in
            try await Task.sleep(for: .seconds(seconds), tolerance: .zero)
            let rows = (offset..<offset + 30).map { Row(id: $0) }
            let next = offset + 30 < pages * 30 ? PagePosition.offset(offset + 30) : nil
            return Page(items: rows, next: next, total: pages * 30)
        }

        let inProcess = NoticeBoardClient(baseURL: url, token: .bearer("t"), transport: delayedTransport)
        try await latency.run("a stub with a delay, JSON decoded", .atMost(1.03)) { offset in
            try await inProcess.postPage(in: board, offset: offset, limit: 30)
        }

        let server = try LoopbackServer(serving: delayedTransport)
        defer { server.stop() }
        let overSockets = NoticeBoardClient(baseURL: server.url(path: "/api/v2"), token: .bearer("t"))
        _ = try await overSockets.postPage(in: board, offset: 0, limit: 30)
        try await latency.run("sockets, JSON decoded", .atMost(1.10)) { offset in
            try await overSockets.postPage(in: board, offset: offset, limit: 30)
        }
    }

    /// Reads a whole list of slow pages: by a loop, and with several pages in flight.
    private struct LatencyRun {
        let pages: Int
        let seconds: Double
        let widths: [Int]

        func run<Item: Identifiable & Sendable>(
            _ name: String, _ goal: Goal, _ load: @escaping @Sendable (Int) async throws -> Page<Item>
        ) async throws where Item.ID: Sendable {
            print("\n\(pages) pages of \(Int(seconds * 1000)) ms over \(name); the bound is L·(1 + ⌈(P−1)/k⌉)")
            let loop = try await timed {
                var (count, position) = (0, 0 as Int?)
                while let offset = position {
                    let page = try await load(offset)
                    count += page.items.count
                    if case .offset(let next)? = page.next { position = next } else { position = nil }
                }
                return count
            }
            line("a loop by hand", text(loop.seconds))
            let paginator = Paginator<Item> { position in
                if case .offset(let offset)? = position { try await load(offset) } else { try await load(0) }
            }
            for width in widths {
                let walk = try await timed {
                    var count = 0
                    for try await _ in paginator.prefetching(width) { count += 1 }
                    return count
                }
                let bound = seconds * Double(1 + (pages - 1 + width - 1) / width)
                let ratio = walk.seconds / bound
                line(
                    "k = \(width)", text(walk.seconds),
                    String(format: "%5.1f× faster than the loop", loop.seconds / walk.seconds),
                    String(format: "%.3f× the bound", ratio), goal.verdict(ratio),
                    walk.count == loop.count && walk.count == pages * 30 ? "" : "NOT THE SAME RESULT")
            }
        }
    }

    private static func timed(_ work: () async throws -> Int) async rethrows -> (seconds: Double, count: Int) {
        let start = DispatchTime.now().uptimeNanoseconds
        let count = try await work()
        return (Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9, count)
    }

    private static func text(_ seconds: Double) -> String { String(format: "%8.1f ms", seconds * 1000) }
}
