import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

/// Checks that a draft whose answer was lost is published once, however late the service stores it.
@Suite("Sending a draft again", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor
struct OutboxRepeatTests {
    private let fixture = OutboxFixture()

    /// Stores a post of the user at the service, as if an earlier request had arrived late.
    private func store(_ text: String, id: String = "late") {
        let time = (fixture.simulator.posts.map(\.time).max() ?? 0) + 60_000
        let fields = ["content": text, "product_id": fixture.simulator.product]
        let author = fixture.simulator.accounts[0].id
        fixture.simulator.posts.insert(SimulatedLinkPost(id: id, author: author, fields: fields, time: time), at: 0)
    }

    /// Returns an outbox with a draft whose request was lost, and that the user is asked about.
    private func askedDraft(_ text: String) async throws -> (outbox: LinkOutbox, id: LinkDraft.ID) {
        let outbox = try fixture.outbox(try await fixture.session())
        fixture.network.loseRequests("POST /post", .connectionLost)
        let id = outbox.newDraft(.post, text)
        outbox.send(id)
        await outbox.until(id) { $0 == .asking }
        return (outbox, id)
    }

    @Test("Sending again does not repeat a post that the service stored late") func late() async throws {
        let (outbox, id) = try await askedDraft("글")
        store("글")
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("Sending again in a later launch does not repeat a post that the service stored late") func laterLaunch() async throws {
        let files = FaultyFiles()
        let first = try fixture.outbox(try await fixture.session(), files: files)
        fixture.network.loseRequests("POST /post", .connectionLost)
        let id = first.newDraft(.post, "글")
        first.send(id)
        await first.until(id) { $0 == .asking }
        await first.waitUntilSaved()
        files.die()
        store("글")
        let later = try fixture.outbox(try await fixture.session())
        await later.firstState { $0.isLoaded }
        later.send(id)
        await later.sent(id)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("A draft that was taken back while it was sent is not repeated if it arrived late") func takenBack() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        let gate = Gate()
        fixture.simulator.hold("POST /post", at: gate)
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        await gate.waitForArrivals(1)
        outbox.takeBack(id)
        await outbox.until(id) { $0 == .writing }
        fixture.simulator.hold("POST /post", at: nil)
        store("글")
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("Sending again publishes a post that never arrived") func never() async throws {
        let (outbox, id) = try await askedDraft("글")
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("A lost post is not mistaken for an equal post of another draft") func equalDraft() async throws {
        let (outbox, id) = try await askedDraft("출근")
        let other = outbox.newDraft(.post, "출근")
        outbox.send(other)
        await outbox.sent(other)
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("출근").count == 2)
    }

    @Test("Finds a lost post below newer posts of the user") func deep() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        fixture.network.after("POST /post", isStored: true) { [fixture] _ in
            let simulator = fixture.simulator
            for number in 0..<45 {
                let time = (simulator.posts.map(\.time).max() ?? 0) + 60_000
                let fields = ["content": "다른 글", "product_id": simulator.product]
                let post = SimulatedLinkPost(id: "n\(number)", author: simulator.accounts[0].id, fields: fields, time: time)
                simulator.posts.insert(post, at: 0)
            }
        }
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        let end = await outbox.until(id) { $0 == nil || $0 == .asking }
        #expect(end == nil)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("The search for a lost post ends at the posts that existed before") func bounded() async throws {
        for number in 0..<70 { store("옛글", id: "o\(number)") }
        let (_, _) = try await askedDraft("글")
        let pages = fixture.simulator.requests.filter { $0.path.contains("/post/user/") }
        // One page of what exists before sending, and one page of the search.
        #expect(pages.count == 2)
    }

    @Test(
        "Recognizes a post whose text the service changed",
        arguments: [("글\n", "글"), (" 글\n둘 ", "글\n둘"), ("글\n둘", "글\r\n둘"), ("글\r\n둘\r\n", "글\n둘")])
    func trimmed(written: String, stored: String) async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        let simulator = fixture.simulator
        fixture.network.after("POST /post", isStored: true) { _ in simulator.posts[0].fields["content"] = stored }
        let id = outbox.newDraft(.post, written)
        outbox.send(id)
        #expect(await outbox.until(id) { $0 == nil || $0 == .asking } == nil)
    }

    @Test("Send is remembered while a lost post is searched for") func sendDuringSearch() async throws {
        let session = try await fixture.session()
        let outbox = try fixture.outbox(session)
        let (gate, user) = (Gate(), try #require(session.user))
        let simulator = fixture.simulator
        fixture.network.after("POST /post", isStored: false) { _ in simulator.hold("GET /post/user/\(user)", at: gate) }
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        await gate.waitForArrivals(1)
        #expect(outbox.state[id]?.status == .unsure)
        outbox.send(id)
        simulator.hold("GET /post/user/\(user)", at: nil)
        gate.open()
        let end = await outbox.until(id) { $0 == nil || $0 == .asking }
        #expect(end == nil)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("Send is remembered for a draft that was taken back and is searched for") func sendAfterTakeBack() async throws {
        let session = try await fixture.session()
        let outbox = try fixture.outbox(session)
        let (gate, user) = (Gate(), try #require(session.user))
        let simulator = fixture.simulator
        fixture.network.after("POST /post", isStored: false) { _ in simulator.hold("GET /post/user/\(user)", at: gate) }
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        await gate.waitForArrivals(1)
        outbox.takeBack(id)
        outbox.send(id)
        simulator.hold("GET /post/user/\(user)", at: nil)
        gate.open()
        let end = await outbox.until(id) { $0 == nil || $0 == .writing }
        #expect(end == nil)
        #expect(fixture.posts("글").count == 1)
    }
}
