import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardPaging

/// What a change costs that every open list of the Link service takes in, while a screen still holds the state before; beside
/// a hand-written list for the one type.
enum LinkLiveBenchmark {
    static let subjects = [
        Subject(name: "link-context", summary: "one change in two open lists of 100, 1,000 and 10,000 posts, beside bare code") {
            try await measure($0)
        }
    ]

    @MainActor private static func measure(_ settings: Settings) throws {
        for count in settings.choose([100, 1_000, 10_000], quick: [100]) { try changes(count, settings) }
    }

    /// Two lists of the same posts and a screen for each, which holds the last state until the next one arrives.
    @MainActor private final class Screens {
        let context: LinkAccount
        let lists: [LinkPostList]
        private(set) var held: [LinkPostList.State]
        private(set) var drawn = 0
        private var observations: [StateObservation] = []

        init(_ posts: [LinkPost]) throws {
            guard let url = URL(string: "http://127.0.0.1") else { throw URLError(.badURL) }
            let client = LinkClient(.init(baseURL: url, key: "key"), transport: Immediate(response: HTTPResponse(status: 500)))
            let context = LinkAccount(user: "me", service: client)
            let place = PageBookmark<LinkPost.ID>(position: .cursor("1"), recent: posts.suffix(30).map(\.id), loaded: posts.count)
            context.setLanguage(.korean)
            lists = (0..<2).map { _ in LinkPostList(context, from: FeedSnapshot(items: posts, bookmark: place)) }
            self.context = context
            held = lists.map(\.state)
            observations = lists.enumerated().map { number, list in
                list.observe { [unowned self] state in
                    drawn += 1
                    held[number] = state
                }
            }
        }

        func send(_ change: LinkChange) -> Int {
            let before = drawn
            context.changes.send(change)
            return drawn - before
        }
    }

    /// The same by hand: an array for each list, a dictionary of places, and a screen that holds the array.
    private final class BareScreens {
        struct Bare {
            var posts: [BareLinkPost]
            var places: [String: Int]
        }
        var lists: [Bare]
        private var held: [[BareLinkPost]] = []

        init(_ posts: [LinkPost]) {
            let posts = posts.map(BareLinkPost.init)
            let places = Dictionary(uniqueKeysWithValues: posts.enumerated().map { ($1.id, $0) })
            lists = (0..<2).map { _ in Bare(posts: posts, places: places) }
            held = lists.map(\.posts)
        }

        func patch(_ id: String, _ change: (inout BareLinkPost) -> Void) -> Int {
            var count = 0
            for number in lists.indices {
                guard let place = lists[number].places[id] else { continue }
                change(&lists[number].posts[place])
                held[number] = lists[number].posts
                count += 1
            }
            return count
        }
    }

    private static func posts(_ count: Int) -> [LinkPost] {
        let users = (0..<50).map { number in
            LinkUser(id: "655f1a2b3c4d5e6f7a8b9c\(10 + number)", nick: "사람\(number)", picture: "uploads/\(number).jpg")
        }
        return (0..<count).map { number in
            let replies = (0..<number % 4).map { reply in
                LinkReply(id: "c\(number)-\(reply)-1a2b3c4d5e6f", content: "답글입니다 \(reply)", author: users[reply])
            }
            return LinkPost(
                id: "6560a1b2c3d4e5f6a7b8\(100_000 + number)", author: users[number % 50],
                createdAt: Date(timeIntervalSince1970: 1.7e9), likes: users.prefix(number % 20).map(\.id),
                pictures: ["uploads/posts/\(number).jpg"], replies: replies,
                productID: "app", content: String(repeating: "오늘도 산책했습니다. ", count: 8) + "\(number)")
        }
    }

    @MainActor private static func changes(_ count: Int, _ settings: Settings) throws {
        let posts = posts(count)
        let (screens, bare) = (try Screens(posts), BareScreens(posts))
        let times = settings.choose(40, quick: 2)
        let some = (0..<times).map { posts[$0 * count / times].id }
        let goal = Goal.atMost(count <= 1_000 ? 60 : 1_000)
        print("\none change in two open lists of \(count) posts, for each list")
        var turn = 0
        row("a like", some, goal) { id in
            turn += 1
            return screens.send(.liked(id, by: "someone \(turn)", isLiked: true, post: nil))
        } bare: { id in
            turn += 1
            let user = "someone \(turn)"
            return bare.patch(id) { if !$0.likes.contains(user) { $0.likes.append(user) } }
        }
        let writer = LinkUser(id: "w", nick: "답글러")
        row("a reply", some, goal) { id in
            turn += 1
            return screens.send(.replied(id, LinkReply(id: "r\(turn)", content: "답글", author: writer)))
        } bare: { id in
            turn += 1
            let reply = LinkReply(id: "r\(turn)", content: "답글", author: writer)
            return bare.patch(id) { post in
                if !post.replies.contains(where: { $0.id == reply.id }) { post.replies.insert(reply, at: 0) }
            }
        }
        row("a like of a post that is in no list", some.map { "x" + $0 }, goal) { id in
            screens.send(.liked(id, by: "someone", isLiked: true, post: nil))
        } bare: { id in
            bare.patch(id) { $0.likes.append("someone") }
        }
        row("a post that came, or went", some, goal) { id in
            turn += 1
            let post = LinkPost(id: "new \(turn / 2)", author: writer, content: "새 글")
            return screens.send(turn % 2 == 0 ? .posted(post) : .deleted(post.id))
        }
        // The writer of a reply to three of four posts: so many posts change.
        let renaming = Goal.atMost(Double(count) * 2.5)
        row("another name of a writer in three of four posts", Array(some.prefix(2)), renaming) { _ in
            turn += 1
            return screens.send(.profileEdited(LinkProfile(id: posts[0].author.id, nick: "새 이름 \(turn)")))
        }
    }

    @MainActor private static func row(
        _ name: String, _ ids: [String], _ goal: Goal, _ product: (String) -> Int, bare: ((String) -> Int)? = nil
    ) {
        var (times, bareTimes): ([Double], [Double]) = ([], [])
        for _ in 0..<15 {
            times.append(time(ids, product))
            if let bare { bareTimes.append(time(ids, bare)) }
        }
        let median = times.sorted()[times.count / 2]
        let beside = bareTimes.isEmpty ? "" : "bare \(duration(bareTimes.sorted()[bareTimes.count / 2]))"
        line(name, duration(median), goal.verdict(median / 1_000) + " µs", beside)
    }

    /// The time of one, in one list.
    @MainActor private static func time(_ ids: [String], _ run: (String) -> Int) -> Double {
        let clock = ContinuousClock()
        var changed = 0
        let start = clock.now
        for id in ids { changed += run(id) }
        let duration = start.duration(to: clock.now).components
        precondition(changed >= 0)
        return (Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9) / Double(ids.count * 2)
    }
}

/// A post with the same fields, which an app could change as it likes.
struct BareLinkPost {
    var id: String
    var author: LinkUser
    var time: Date?
    var likes: [String]
    var pictures: [String]
    var hashtags: [String]
    var replies: [LinkReply]
    var productID, title, content, content1, content2, content3, content4, content5: String?

    init(_ post: LinkPost) {
        (id, author, time, likes) = (post.id, post.author, post.createdAt, post.likes)
        (pictures, hashtags, replies) = (post.pictures, post.hashtags, post.replies)
        (productID, title, content, content1) = (post.productID, post.title, post.content, post.content1)
        (content2, content3, content4, content5) = (post.content2, post.content3, post.content4, post.content5)
    }
}
