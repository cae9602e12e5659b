import Foundation
import NoticeBoardHTTP
import NoticeBoardKit

extension Work {
    /// Times of the library's work beside that of other work, with twice the goal as the limit.
    @MainActor static func ratios(in folder: URL) async throws -> [(name: String, ratio: Double, limit: Double)] {
        [
            ("a date beside ISO8601FormatStyle", date(), 0.14),
            ("10,000 posts sorted, beside the standard sort", try await sort(), 0.2),
            ("plain text of 30 bodies, beside counting bytes", plainText(), 8),
            ("the blocks of 30 bodies, beside counting bytes", blocks(), 20),
            (
                "a picture from the disk, beside the bare read",
                try await LinkPicturesBenchmark.ratio(in: folder.appendingPathComponent("pictures")), 60
            ),
        ]
    }

    private static func date() -> Double {
        let count = 2_000
        let text = "2023-06-05T03:31:22Z"
        let style = Date.ISO8601FormatStyle()
        return ratio {
            (0..<count).reduce(0) { sum, _ in sum + (RFC3339.date(text) == nil ? 0 : 1) }
        } beside: {
            (0..<count).reduce(0) { sum, _ in sum + ((try? style.parse(text)) == nil ? 0 : 1) }
        }
    }

    private static func sort() async throws -> Double {
        let posts = await Bodies.posts(10_000)
        return ratio {
            PostOrder.noticesFirst.sorted(posts).count
        } beside: {
            posts.sorted { left, right in
                let isFirst = left.type == .notice
                guard isFirst == (right.type == .notice) else { return isFirst }
                return left.createdAt ?? .distantPast > right.createdAt ?? .distantPast
            }.count
        }
    }

    /// Bodies as a board's editor writes them.
    private static let bodies = (0..<30).map { number in
        "<p>안녕하세요 <b>\(number)</b></p>" + String(repeating: "<p>메일&nbsp;플러그 &amp; 친구들입니다.</p>", count: 40)
    }

    private static func plainText() -> Double {
        let posts = bodies.map { Post(id: 1, title: "", contents: $0) }
        return ratioToCounting { posts.reduce(0) { $0 + $1.plainContents.utf8.count } }
    }

    private static func blocks() -> Double {
        ratioToCounting { bodies.reduce(0) { $0 + PostBody($1).blocks.count } }
    }

    /// The time of `work` on the bodies by that of counting the tags in them.
    private static func ratioToCounting(_ work: @escaping () -> Int) -> Double {
        ratio(work, beside: { bodies.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: "<") } } })
    }

    /// The best time of `work` by the best of `reference`, in turns.
    private static func ratio(_ work: @escaping () -> Int, beside reference: @escaping () -> Int) -> Double {
        let contest = Contest(contenders: [Contender("", work), Contender("", reference)], rounds: 9)
        let measurements = contest.measure()
        return measurements[0].best / measurements[1].best
    }
}
