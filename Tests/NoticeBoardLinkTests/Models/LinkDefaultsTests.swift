import Foundation
import NoticeBoardLink
import Testing

@Suite("What is so of the Link service where nothing is said") struct LinkDefaultsTests {
    @Test("Pictures take 32 MiB of memory, 256 MiB of disk and 30 days; nothing is sent without TLS") func limits() throws {
        let limits = LinkPictureLimits()
        #expect(limits.memoryBytes == 33_554_432 && limits.diskBytes == 268_435_456 && limits.age == 2_592_000)
        let configuration = LinkClient.Configuration(baseURL: try #require(URL(string: "https://example.com")), key: "k")
        #expect(configuration.http.plainHTTPHosts.isEmpty && configuration.productID == nil)
        #expect(!LinkPostPage.State(post: Loaded(), look: LinkLook(me: "me", now: Date())).isGone)
        let row = LinkUserRow(LinkUser(id: "u", nick: "하나"))
        #expect(!row.isMe && row.isFollowed == nil && !row.isFollowUnconfirmed)
    }
}
