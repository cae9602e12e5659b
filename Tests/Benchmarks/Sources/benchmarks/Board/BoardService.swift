import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// What the board service does with what came, beside what an app would write with Foundation.
enum BoardService {
    static let subjects = [
        Subject(name: "board-decoding", summary: "a page of 30 posts, beside JSONDecoder with its two usual ways to read dates") {
            try await decoding($0)
        },
        Subject(name: "board-sorting", summary: "10,000 posts, notices first and newest first, beside the standard sort") {
            try await sorting($0)
        },
        Subject(name: "board-rows", summary: "rows and plain text of 30 posts, beside a cached DateFormatter") {
            try await rows($0)
        },
    ]

    // MARK: - Decoding

    private static func decoding(_ settings: Settings) async throws {
        let count = settings.choose(50, quick: 1)
        print("\na page of 30 posts; each figure is for one page, the best of \(Requests.rounds(settings)) rounds of \(count)")
        for size in [12_800, 56_000] {
            let body = await Bodies.page(of: 30, bytes: size)
            let client = NoticeBoardClient(transport: Immediate(response: HTTPResponse(status: 200, body: body)))
            let contest = Contest(
                contenders: [
                    Contender("NoticeBoardClient, the whole call") { blockingTask { await pages(client, count) } },
                    Contender("JSONDecoder, .iso8601") {
                        blockingTask { repeated(count) { bare(body, BarePost.decoder(.iso8601)) } }
                    },
                    Contender("JSONDecoder, cached DateFormatter") {
                        blockingTask { repeated(count) { bare(body, BarePost.decoder(.formatted(BarePost.formatter))) } }
                    },
                ], rounds: Requests.rounds(settings))
            report("\(body.count) bytes", contest, per: count)
        }
    }

    private static func pages(_ client: NoticeBoardClient, _ count: Int) async -> Int {
        var total = 0
        for _ in 0..<count {
            let page = try? await client.postPage(in: 1, offset: 0, limit: 30)
            total &+= sum(page?.items.map { ($0.id, $0.createdAt) } ?? [])
        }
        return total
    }

    private static func bare(_ body: Data, _ decoder: JSONDecoder) -> Int {
        guard let page = try? decoder.decode(BarePost.Envelope.self, from: body) else { return 0 }
        return sum(page.value.map { ($0.postId, $0.createdDateTime) })
    }

    private static func sum(_ posts: [(Int, Date?)]) -> Int {
        posts.reduce(0) { $0 &+ $1.0 &+ Int($1.1?.timeIntervalSince1970 ?? 0) }
    }

    // MARK: - Sorting

    private static func sorting(_ settings: Settings) async throws {
        let count = settings.choose(10_000, quick: 500)
        let posts = await Bodies.posts(count)
        let texts = posts.map { $0.createdAt.flatMap(RFC3339.text) ?? "" }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let rounds = Requests.rounds(settings)
        // Sorting in place needs a list of its own in each round, made and taken apart outside of the time.
        let lists = Lists((0...rounds).map { _ in posts.map { $0 } })
        let contest = Contest(
            contenders: [
                Contender("PostOrder.sort, in place") { lists.next { PostOrder.noticesFirst.sort(&$0) } },
                Contender("standard sort, parsed dates, in place") {
                    lists.next { $0.sort { isBefore(($0, $0.createdAt ?? .distantPast), ($1, $1.createdAt ?? .distantPast)) } }
                },
                Contender("parse once, standard sort of dates, new list") {
                    lists.keep(
                        texts.indices.map {
                            Key(isNotice: posts[$0].type == .notice, date: try? style.parse(texts[$0]), index: $0)
                        }
                        .sorted().map { posts[$0.index] })
                },
                Contender("parse once, standard sort of posts") {
                    lists.keep(standardSorted(zip(posts, texts).map { ($0, (try? style.parse($1)) ?? .distantPast) }))
                },
                Contender("PostOrder.sorted, a new list") { lists.keep(PostOrder.noticesFirst.sorted(posts)) },
            ], rounds: rounds)
        print("\nsorting \(count) posts in random order; the best of \(rounds) rounds")
        report("PostOrder.sort, in place", contest, per: 1, goal: .atMost(0.1))
    }

    /// Lists that are made before the time is taken and taken apart after it.
    private final class Lists {
        private var fresh: [[Post]]
        private var kept: [[Post]] = []

        init(_ lists: [[Post]]) {
            fresh = lists + lists.map { $0.map { $0 } }
            kept.reserveCapacity(1000)
        }

        func next(_ change: (inout [Post]) -> Void) -> Int {
            guard var list = fresh.popLast() else { return 0 }
            change(&list)
            return keep(list)
        }

        func keep(_ list: [Post]) -> Int {
            kept.append(list)
            return digest(list)
        }
    }

    /// A hand-written sort by someone who knows that posts are large.
    private struct Key: Comparable {
        let isNotice: Bool
        let date: Date?
        let index: Int

        static func < (left: Key, right: Key) -> Bool {
            if left.isNotice != right.isNotice { return left.isNotice }
            let (first, second) = (left.date ?? .distantPast, right.date ?? .distantPast)
            return first == second ? left.index < right.index : first > second
        }
    }

    private static func standardSorted(_ posts: [(Post, Date)]) -> [Post] {
        posts.sorted(by: isBefore).map(\.0)
    }

    private static func isBefore(_ left: (Post, Date), _ right: (Post, Date)) -> Bool {
        let (isFirst, isSecond) = (left.0.type == .notice, right.0.type == .notice)
        return isFirst == isSecond ? left.1 > right.1 : isFirst
    }

    private static func digest(_ posts: [Post]) -> Int {
        guard let first = posts.first, let last = posts.last else { return 0 }
        return first.id &* 31 &+ posts[posts.count / 2].id &* 7 &+ last.id
    }

    // MARK: - Rows

    private static func rows(_ settings: Settings) async throws {
        let count = settings.choose(200, quick: 2)
        let posts = Array(await Bodies.posts(30))
        let now = Date(timeIntervalSince1970: 1_772_323_200)
        let style = PostRowStyle(
            language: .korean, date: PostDateFormat(language: .korean, showsTimeToday: true, namesYesterday: true))
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = PostDateFormat.korea
        formatter.dateFormat = "yy-MM-dd"
        let contest = Contest(
            contenders: [
                Contender("PostDateFormat") {
                    repeated(count) {
                        posts.reduce(0) { $0 + PostDateFormat(language: .korean).text($1.createdAt, now: now).utf8.count }
                    }
                },
                Contender("a cached DateFormatter") {
                    repeated(count) { posts.reduce(0) { $0 + ($1.createdAt.map { formatter.string(from: $0).utf8.count } ?? 0) } }
                },
            ], rounds: Requests.rounds(settings))
        print("\nthe dates of 30 posts; the best of \(Requests.rounds(settings)) rounds of \(count)")
        report("PostDateFormat", contest, per: count)
        let html = (0..<30).map { "<p>안녕하세요 <b>\($0)</b></p>" + String(repeating: "<p>메일&nbsp;플러그 &amp; 친구들입니다.</p>", count: 40) }
        let (bodies, lines) = (html.map { Post(id: 1, title: "", contents: $0) }, PostRowStyle(snippetLength: 100))
        let whole = Contest(
            contenders: [
                Contender("PostRow") {
                    repeated(count) { posts.reduce(0) { $0 + PostRow($1, style: style, now: now).title.utf8.count } }
                },
                Contender("one line, 100 characters") {
                    repeated(count) { bodies.reduce(0) { $0 + PostRow($1, style: lines).snippet.text.utf8.count } }
                },
                Contender("plain text, whole") {
                    repeated(count) { bodies.reduce(0) { $0 + $1.plainContents.utf8.count } }
                },
            ], rounds: Requests.rounds(settings))
        print("\n30 rows; plain text of 30 contents of \(html[0].utf8.count) bytes")
        report("30 rows", whole, per: count, isSame: false)
    }

    // MARK: - Tools

    private static func repeated(_ count: Int, _ work: () -> Int) -> Int {
        var total = 0
        for _ in 0..<count { total &+= work() }
        return total
    }

    private static func report(_ name: String, _ contest: Contest, per count: Int, goal: Goal? = nil, isSame: Bool = true) {
        let measurements = contest.measure()
        let own = measurements[0].best
        line(
            name, duration(own / Double(count)), goal?.verdict(own / measurements[1].best) ?? "",
            String(format: "%.0f allocations", Double(measurements[0].allocations) / Double(count)))
        for (contender, measurement) in zip(contest.contenders, measurements).dropFirst() {
            line(
                "    " + contender.name, duration(measurement.best / Double(count)),
                String(format: "%.3f× of it", own / measurement.best))
        }
        if isSame, Set(measurements.map(\.result)).count > 1 { line("    NOT THE SAME RESULT", "\(measurements.map(\.result))") }
    }
}
