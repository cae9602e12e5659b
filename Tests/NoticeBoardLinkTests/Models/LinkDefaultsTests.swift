import Foundation
import NoticeBoardLink
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@Suite("The page size of Link lists", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkDefaultsTests {
    @Test("Requests twenty posts per page") func pages() async throws {
        let fixture = try LinkServerFixture()
        let client = try await fixture.signedIn().client
        for list in [LinkPostSource.timeline, .user("u1"), .hashtag("a"), .liked].map({ client.posts(of: $0) }) {
            for try await _ in list { break }
            #expect(fixture.simulator.requests.last?.target.contains("limit=20") == true)
        }
        let context = try await SignedInFixture()
        _ = await context.list()
        _ = await context.profile(try context.other())
        let pages = context.simulator.requests.filter { $0.target.contains("limit=") }
        #expect(pages.count >= 2)
        #expect(pages.allSatisfy { $0.target.contains("limit=20") })
    }
}
