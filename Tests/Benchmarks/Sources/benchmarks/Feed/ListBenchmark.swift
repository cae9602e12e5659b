import Foundation
import NoticeBoardKit

/// What one thing that happens to a list of posts costs the main thread, while a screen still holds the state before: what the
/// driver does about it, including the comparison of the two states; and the cost of drawing rows.
enum ListBenchmark {
    static let subjects = [
        Subject(name: "lists", summary: "one event in a list of 100, 1,000 and 10,000 posts of 5 KB; rows as they are drawn") {
            await measure($0)
        }
    ]

    private static func measure(_ settings: Settings) async {
        for count in settings.choose([100, 1_000, 10_000], quick: [100]) {
            await events(count, settings)
        }
        rows(settings)
    }

    // MARK: - Events

    /// Creates a post of 5 KB in Korean, as decoding an answer does.
    static func post(_ id: Int, board: Int = 1, views: Int = 0) -> Post {
        Post(
            id: id, title: "글 \(id)", boardID: board, writer: Writer(name: "김민수"),
            contents: String(repeating: "자세한 내용은 첨부를 보세요. ", count: 120) + "\(id)",
            createdAt: Date(timeIntervalSince1970: 1_700_000_000 - Double(id)), viewCount: views)
    }

    @MainActor private static func events(_ count: Int, _ settings: Settings) async {
        let (selection, changes) = (BoardSelection(), ChangeBus<PostChange>())
        selection.select(Board(id: 1, name: "News"))
        let list = PostList(service: Whole(posts: (0..<count).map { post($0) }), selection: selection, changes: changes)
        await list.refreshAndWait()
        let times = settings.choose(40, quick: 2)
        var turn = 0
        let limit = count <= 1_000 ? 60_000.0 : 1_000_000
        print("\none event in a list of \(count) posts of \(post(0).contents.utf8.count) bytes")
        let some = (0..<times).map { $0 * count / times }
        /// Whether the state is another one afterwards, as an app compares it.
        func send(_ change: PostChange) -> Int {
            let before = list.state
            changes.send(change)
            return list.state == before ? 0 : 1
        }
        measure("a post that is another", times, limit) {
            turn += 1
            return some.map { PostChange.edited(post($0, views: turn)) }
        } run: {
            send($0)
        }
        measure("a change that brings an unchanged post", times, limit) {
            some.map { PostChange.edited(post($0, views: turn)) }
        } run: {
            send($0)
        }
        measure("a post that came, and went", times, limit) {
            (0..<times / 2).flatMap { number in [PostChange.written(post(-1 - number)), .deleted(-1 - number)] }
        } run: {
            send($0)
        }
        measure("a row that came into sight", times, limit) {
            some
        } run: {
            list.rowAppeared($0)
            return 1
        }
        measure("a change of another board", settings.choose(1_000, quick: 10), 1_000) {
            (0..<settings.choose(1_000, quick: 10)).map { PostChange.edited(post(1_000_000 + $0, board: 2)) }
        } run: {
            changes.send($0)
            return 1
        }
        let saved = list.snapshot?.trimmed(to: 200)
        measure("200 posts kept for the next launch", 1, 1_000_000) {
            [list]
        } run: {
            $0.snapshot?.trimmed(to: 200).bookmark.loaded ?? 0
        }
        measure("200 posts restored", 1, 1_000_000) {
            [PostList(service: Whole(posts: []), selection: selection, changes: changes)]
        } run: { restored in
            if let saved { restored.restore(saved, of: 1) }
            return restored.state.feed.items.count
        }
        if list.state.feed.items.count != count { line("NOT THE SAME RESULT", "\(list.state.feed.items.count)") }
    }

    /// A service whose board is one page.
    private struct Whole: NoticeBoardService {
        let posts: [Post]

        func boards() async throws -> [Board] { [] }
        func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> { Page(items: posts) }
        func searchPage(
            _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
        ) async throws -> Page<Post> { Page(items: []) }
    }

    private static func measure<Input>(
        _ name: String, _ count: Int, _ limit: Double, prepare: () -> [Input], run: (Input) -> Int
    ) {
        var times: [Double] = []
        let clock = ContinuousClock()
        for _ in 0..<15 {
            let inputs = prepare()
            var changed = 0
            let start = clock.now
            for input in inputs { changed += run(input) }
            let duration = start.duration(to: clock.now).components
            times.append((Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9) / Double(max(inputs.count, 1)))
        }
        let median = times.sorted()[times.count / 2]
        line(name, duration(median), Goal.atMost(limit / 1_000).verdict(median / 1_000) + " µs")
    }

    // MARK: - Rows

    private static func rows(_ settings: Settings) {
        let date = PostDateFormat(language: .korean, showsTimeToday: true, namesYesterday: true)
        let plain = PostRowBuilder(style: PostRowStyle(language: .korean, date: date))
        let highlighting = SearchHighlighting(Highlighter("첨부"))
        let marked = PostRowBuilder(style: PostRowStyle(language: .korean, date: date), highlighting: highlighting)
        let large = Post(id: 1, title: "글", contents: String(repeating: "<p>자세한 내용은 첨부를 보세요.</p>", count: 2_000))
        for (name, count, limit, builder) in [
            ("30 rows without contents", 30, 100_000.0, plain), ("30 rows with a snippet and marks", 30, 500_000, marked),
            ("one row of \(large.contents.utf8.count / 1000) KB with a snippet and marks", 1, 500_000, marked),
        ] {
            let shown = FeedRows(FeedItems(count == 1 ? [large] : (0..<count).map { post($0) }), builder)
            measure(name, 1, limit) {
                [shown]
            } run: { rows in
                rows.reduce(0) { sum, row in
                    let texts = [row.title, row.writer, row.date, row.viewCount, row.badgeText ?? ""]
                    guard row.builder.highlighting != nil else { return sum + texts.count }
                    let (snippet, title) = (row.snippet, row.titleHighlights)
                    return sum + texts.count + snippet.ranges.count + title.count
                }
            }
        }
        let rows = FeedRows(FeedItems((0..<10_000).map { post($0) }), plain)
        measure("the IDs of 10,000 rows, asked one by one", 1, 2_600_000) {
            [rows]
        } run: {
            $0.reduce(0) { $0 &+ $1.id }
        }
    }
}
