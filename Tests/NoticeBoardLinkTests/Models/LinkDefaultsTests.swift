import Foundation
import NoticeBoardLink
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@Suite("What is so of the Link service where nothing is said", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkDefaultsTests {
    @Test("Pictures take 32 MiB of memory, 256 MiB of disk and 30 days; nothing is sent without TLS") func limits() throws {
        let limits = LinkPictureLimits()
        #expect(limits.memoryBytes == 33_554_432 && limits.diskBytes == 268_435_456 && limits.age == 2_592_000)
        let configuration = LinkClient.Configuration(baseURL: try #require(URL(string: "https://example.com")), key: "k")
        #expect(configuration.http.plainHTTPHosts.isEmpty && configuration.productID == nil)
        let page = LinkPostPage.State(post: Loaded(), look: LinkRowBuilder(me: "me", now: Date()))
        #expect(!page.isGone && !page.isHidden && page.row == nil && page.replies.isEmpty)
        #expect(!LinkSignUp.State().isBusy && !LinkSignIn.State().isBusy)
        let row = LinkUserRow(LinkUser(id: "u", nick: "하나"))
        #expect(!row.isMe && row.isFollowed == nil && !row.isFollowUnconfirmed)
    }

    @Test("Twenty posts a page") func pages() async throws {
        let bench = try LinkBench()
        let client = try await bench.signedIn().client
        for list in [client.posts(), client.posts(of: "u1"), client.posts(tagged: "a"), client.likedPosts()] {
            for try await _ in list { break }
            #expect(bench.simulator.requests.last?.target.contains("limit=20") == true)
        }
        let context = try await LiveBench()
        _ = await context.list()
        _ = await context.profile(try context.other())
        let pages = context.simulator.requests.filter { $0.target.contains("limit=") }
        #expect(pages.count >= 2 && pages.allSatisfy { $0.target.contains("limit=20") })
    }
}
