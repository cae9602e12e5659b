import Foundation
import NoticeBoardKitOffline
import NoticeBoardTesting

/// Searching posts on the device: 20,000 posts with 20 MB of bodies; and what SQLite's trigram index finds for the same keywords.
enum OfflineSearch {
    static let subjects = [
        Subject(name: "offline-search", summary: "searches 20,000 posts on the device; compared with SQLite FTS5 (trigram)") {
            try await search($0)
        },
        Subject(name: "offline-large", summary: "keeps, reads and searches a board of 100,000 posts, some of them of 10 MB") {
            try await large($0)
        },
    ]

    private static func search(_ settings: Settings) async throws {
        let posts = posts(settings.choose(20_000, quick: 200))
        let bytes = posts.reduce(0) { $0 + $1.contents.utf8.count }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("offline-search-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let mirror = BoardMirror(service: FixedBoard(posts: posts), folder: folder, newest: nil, bytes: .max, pageSize: 999)
        try await mirror.update(1)
        print("\n\(posts.count) posts, \(bytes / 1_000) kB of bodies, a file of \(try await mirror.size(of: 1) / 1_000) kB")
        let cold = try await milliseconds {
            let fresh = BoardMirror(service: FixedBoard(posts: []), folder: folder, newest: nil, bytes: .max)
            _ = try await count(fresh.search(Highlighter("도서관에서"), in: [1]))
        }
        report("first search of a new mirror, the file in the system's cache", cold, .atMost(250))
        for keyword in ["library", "zebra", "도서관에서", "없는낱말", "도서", "서", "가"] {
            let highlighter = Highlighter(keyword)
            let expected = posts.count { highlighter.isMatch(in: $0.title) || highlighter.isMatch(in: $0.plainContents) }
            let found = try await count(mirror.search(highlighter, in: [1]))
            if found != expected { print("WRONG: the search found \(found), a plain scan \(expected)") }
            let time = try await best(settings) { _ = try await count(mirror.search(highlighter, in: [1])) }
            let first = try await best(settings) {
                var left = 30
                for try await _ in mirror.search(highlighter, in: [1]) {
                    left -= 1
                    if left == 0 { break }
                }
            }
            report("\(keyword): \(found) posts", time, goal(keyword, found), "first 30 or all \(text(first))")
        }
        for keyword in ["ㄷㅅㄱ", "도섞", "ㅎㅋㅌ"] {
            let highlighter = Highlighter(keyword, options: .hangulTyping)
            let found = try await count(mirror.search(highlighter, in: [1]))
            let time = try await best(settings) { _ = try await count(mirror.search(highlighter, in: [1])) }
            let first = try await best(settings) {
                var left = 10
                for try await _ in mirror.search(highlighter, in: [1]) {
                    left -= 1
                    if left == 0 { break }
                }
            }
            report("\(keyword) while typing: \(found) posts", time, .atMost(400), "first 10 \(text(first))")
        }
        try await memory(of: mirror, "a search through all of them") { try await count($0.search(Highlighter("없는낱말"), in: [1])) }
        trigram(posts)
    }

    private static func large(_ settings: Settings) async throws {
        let number = settings.choose(100_000, quick: 1_000)
        let long = String(repeating: "가나다라마바사 ", count: settings.choose(10_000_000, quick: 100_000) / 22)
        let service = LongBoard(count: number, long: long)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("offline-large-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let mirror = BoardMirror(service: service, folder: folder, newest: nil, bytes: .max, pageSize: 999)
        let first = try await milliseconds { try await mirror.update(1) }
        print("\n\(number) posts, a file of \(try await mirror.size(of: 1) / 1_000_000) MB")
        report("first update", first, nil)
        report("an update without news", try await milliseconds { try await mirror.update(1) }, nil)
        var posts = 0
        report(
            "the first page of a new mirror",
            try await milliseconds {
                let fresh = BoardMirror(service: service, folder: folder)
                posts = try await fresh.posts(in: 1, limit: 30).posts.count
            }, nil, "\(posts) posts")
        report(
            "page 3,000",
            try await milliseconds {
                posts = try await mirror.posts(in: 1, offset: number * 9 / 10, limit: 30).posts.count
            }, nil, "\(posts) posts")
        var found = 0
        report(
            "one post among all",
            try await milliseconds {
                found = try await count(mirror.search(Highlighter("바늘"), in: [1]))
            }, nil, "\(found) found")
        try await memory(of: mirror, "a search through all of them") { try await count($0.search(Highlighter("없는낱말"), in: [1])) }
    }

    /// Prints by how much the resident memory of this process grows at most during `work`, where the system counts it.
    private static func memory(of mirror: BoardMirror, _ name: String, _ work: (BoardMirror) async throws -> Int) async throws {
        _ = try await work(mirror)
        guard (try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))) != nil,
            let before = kibibytes("VmRSS")
        else { return print("  skipped: this system does not count memory") }
        _ = try await work(mirror)
        let growth = Double((kibibytes("VmHWM") ?? before) - before) / 1_024
        line("memory of \(name)", String(format: "%.1f MiB", growth), Goal.atMost(8).verdict(growth), "")
    }

    private static func kibibytes(_ name: String) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }

    /// 도서관에서 is in 20 posts, but its first syllables are in nearly all of them.
    private static func goal(_ keyword: String, _ found: Int) -> Goal? {
        guard found < 2_000 else { return nil }
        return keyword == "도서관에서" ? .atMost(50) : .atMost(10)
    }

    private static func report(_ name: String, _ time: Double, _ goal: Goal?, _ more: String = "") {
        line(name, text(time), goal?.verdict(time) ?? "", more)
    }

    private static func text(_ milliseconds: Double) -> String { String(format: "%.1f ms", milliseconds) }

    private static func count(_ search: MirrorSearch) async throws -> Int {
        try await search.reduce(0) { count, _ in count + 1 }
    }

    private static func best(_ settings: Settings, _ work: () async throws -> Void) async throws -> Double {
        var best = Double.infinity
        for _ in 0..<settings.choose(7, quick: 1) { best = min(best, try await milliseconds(work)) }
        return best
    }

    private static func milliseconds(_ work: () async throws -> Void) async throws -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try await work()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }

    /// Prints how many posts SQLite's full-text index finds for keywords of one, two and three syllables, and how many a scan finds.
    private static func trigram(_ posts: [Post]) {
        guard let index = TrigramIndex(posts.map { $0.title + "\n" + $0.plainContents }) else {
            return print("  skipped: no SQLite with FTS5 and trigrams")
        }
        for keyword in ["서", "도서", "도서관"] {
            let scan = posts.count { Highlighter(keyword).isMatch(in: $0.title + "\n" + $0.plainContents) }
            line("\(keyword): FTS5 finds \(index.count(keyword)) posts", "a scan finds \(scan)")
        }
    }

    private static func posts(_ count: Int) -> [Post] {
        var random = SeededRandom(seed: 7)
        let words = [
            "도서관", "에서", "공지", "안내", "학생", "신청", "기간", "장학금", "행사", "the", "room", "open", "student", "notice", "가을",
            "참여", "바랍니다", "입니다", "내일", "오후", "세 시", "강의실", "변경", "됩니다",
        ]
        return (0..<count).map { number in
            var body = ""
            while body.utf8.count < 1_000 { body += (words.randomElement(using: &random) ?? "") + " " }
            if number % 1_000 == 7 { body += "도서관에서 만나요 library" }
            return Post(
                id: count - number, title: "글 \(number)", boardID: 1, writer: Writer(name: "글쓴이 \(number % 50)"),
                contents: "<p>" + body + "</p>")
        }
    }
}

/// A service with one board of `count` posts, of which every 20,000th is long.
struct LongBoard: NoticeBoardService {
    let count: Int
    let long: String

    func boards() async throws -> [Board] { [Board(id: 1, name: "board")] }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        let end = min(offset + limit, count)
        let posts = (min(offset, end)..<end).map { number in
            let body = number % 20_000 == 100 ? long : "<p>글 \(number)의 내용입니다. 도서관에서 만나요.</p>"
            return Post(id: count - number, title: "글 \(number)", boardID: 1, contents: number == count / 2 ? body + "바늘" : body)
        }
        return Page(items: posts, next: end < count ? .offset(end) : nil, total: count)
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> { Page(items: []) }
}

/// A service with one board of fixed posts.
struct FixedBoard: NoticeBoardService {
    let posts: [Post]

    func boards() async throws -> [Board] { [Board(id: 1, name: "board")] }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        let page = Array(posts.dropFirst(offset).prefix(limit))
        let end = offset + page.count
        return Page(items: page, next: end < posts.count ? .offset(end) : nil, total: posts.count)
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> { Page(items: []) }
}
