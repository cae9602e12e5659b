import NoticeBoardPaging
import NoticeBoardScreens
import Testing

@testable import NoticeBoardKit

@Suite("Post filters", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostFilterTests {
    private let post = Post(id: 7, title: "Great OFFER today", boardID: 1, writer: Writer(name: "Ann"), type: .notice)

    private func reason(_ change: (inout PostFilter) -> Void, reading: PostReading? = nil) -> HiddenReason? {
        var filter = PostFilter()
        change(&filter)
        return filter.rule(reading: reading, besides: nil)?(post)
    }

    @Test("Hides a post with a word in its title, ignoring case") func words() {
        #expect(reason { $0.words = ["free", "offer"] } == .word)
        #expect(reason { $0.words = ["offers"] } == nil)
    }

    @Test("Hides a post by its writer's name") func writers() {
        #expect(reason { $0.writers = ["Ann"] } == .author)
        #expect(reason { $0.writers = ["Bob"] } == nil)
    }

    @Test("Hides a post by its type") func types() {
        #expect(reason { $0.types = [.notice] } == .kind)
        #expect(reason { $0.types = [.reply] } == nil)
    }

    @Test("Hides a read post when enabled") func read() {
        var log = PostReadLog()
        log.markRead(7, in: 1)
        #expect(reason({ $0.hidesRead = true }, reading: PostReading(log)) == .read)
        #expect(reason({ $0.hidesRead = true }, reading: PostReading(PostReadLog())) == nil)
    }

    @Test("Keeps the rules' own filter when it hides nothing") func own() {
        #expect(PostFilter().rule(reading: nil, besides: nil) == nil)
        let own: FeedRules<Post>.Filter = { _ in .kind }
        #expect(PostFilter().rule(reading: nil, besides: own)?(post) == .kind)
        var filter = PostFilter()
        filter.words = ["nowhere"]
        #expect(filter.rule(reading: nil, besides: own)?(post) == .kind)
    }
}
