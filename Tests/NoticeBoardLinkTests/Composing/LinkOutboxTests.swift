import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Outbox", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor
struct LinkOutboxTests {
    private let fixture = OutboxFixture()

    @Test("A later launch sends a draft with its files") func survives() async throws {
        let files = FaultyFiles()
        let first = try fixture.outbox(try await fixture.session(), files: files)
        let id = first.newDraft(.post, "오래된 글")
        try await first.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        await first.waitUntilSaved()
        files.die()
        let later = try fixture.outbox(try await fixture.session())
        await later.until(id) { $0 == .writing }
        #expect(later.state[id]?.form.content == "오래된 글")
        #expect(later.state[id]?.files.count == 1)
        later.send(id)
        await later.sent(id)
        #expect(fixture.simulator.files[fixture.posts("오래된 글")[0].files[0]] == PictureSample.rgb)
    }

    @Test("Sends drafts of an earlier launch before new ones") func turns() async throws {
        let (files, session) = (FaultyFiles(), try await fixture.session())
        let first = try fixture.outbox(try await fixture.session(), files: files)
        fixture.network.down(NoticeBoardError(.noNetwork))
        let ids = (1...2).map { first.newDraft(.post, "글 \($0)") }
        for id in ids { first.send(id) }
        await first.firstState { $0.pauseReason != nil }
        await first.waitUntilSaved()
        files.die()
        let later = try fixture.outbox(session)
        await later.firstState { $0.isLoaded && $0.pauseReason != nil }
        let new = later.newDraft(.post, "글 3")
        later.send(new)
        fixture.network.down(nil)
        later.resume()
        await later.sent(new)
        #expect(fixture.simulator.posts.prefix(3).compactMap { $0.fields["content"] } == ["글 3", "글 2", "글 1"])
    }

    /// Sends a post and waits until its request has reached the service; the gate holds the response.
    private func onItsWay() async throws -> (outbox: LinkOutbox, id: LinkDraft.ID, gate: Gate) {
        let outbox = try fixture.outbox(try await fixture.session())
        let gate = Gate()
        fixture.simulator.hold("POST /post", at: gate)
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        await gate.waitForArrivals(1)
        return (outbox, id, gate)
    }

    @Test("Discarding a draft that is being sent cancels its request") func discarded() async throws {
        let (outbox, id, gate) = try await onItsWay()
        outbox.discard(id)
        await fixture.network.left.waitForArrivals(1)
        gate.open()
        #expect(outbox.state.drafts.isEmpty)
        #expect(fixture.posts("글").isEmpty)
        await fixture.untilEmpty()
    }

    @Test("Drafts without a network are sent in order after it returns") func offline() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        await outbox.firstState { $0.isLoaded }
        fixture.network.down(NoticeBoardError(.noNetwork))
        let ids = (1...3).map { outbox.newDraft(.post, "글 \($0)") }
        for id in [ids[2], ids[0], ids[1]] { outbox.send(id) }
        await outbox.firstState { $0.pauseReason != nil }
        #expect(outbox.state.pauseReason?.code == .noNetwork)
        #expect(outbox.state.outgoing == 3)
        await fixture.clock.waitForSleepers(1)
        fixture.clock.advance(by: 5)
        await fixture.clock.waitForSleepers(1)
        #expect(fixture.clock.pending == [10])
        #expect(fixture.posts("글 3").isEmpty)
        fixture.network.down(nil)
        // The app reports that the network is back.
        outbox.resume()
        for id in ids { await outbox.sent(id) }
        let texts = fixture.simulator.posts.prefix(3).compactMap { $0.fields["content"] }
        #expect(texts == ["글 2", "글 1", "글 3"])
        #expect(outbox.state.pauseReason == nil)
    }

    @Test("An equal text that a field reports late leaves a draft in the queue") func equalText() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        await outbox.firstState { $0.isLoaded }
        fixture.network.down(NoticeBoardError(.noNetwork))
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        await outbox.firstState { $0.pauseReason != nil }
        outbox.change(id) { $0.content = "글" }
        #expect(outbox.state[id]?.status == .waiting)
        outbox.change(id) { $0.content = "다른 글" }
        #expect(outbox.state[id]?.status == .writing)
    }

    @Test("The wait between attempts grows to a minute") func longerWaits() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        await outbox.firstState { $0.isLoaded }
        fixture.network.down(NoticeBoardError(.noNetwork))
        outbox.send(outbox.newDraft(.post, "글"))
        var waits: [Double] = []
        for _ in 0..<6 {
            await fixture.clock.waitForSleepers(1)
            waits += fixture.clock.pending
            fixture.clock.advance(by: waits.last ?? 0)
        }
        #expect(waits == [5, 10, 20, 40, 60, 60])
    }

    @Test("A draft that the service refuses does not block the others") func refused() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        fixture.simulator.answer("POST /post", with: .status(410))
        let id = outbox.newDraft(.post, "하나")
        outbox.send(id)
        let refused = await outbox.until(id) { $0?.refusal != nil }
        #expect(refused?.refusal == .postNotStored)
        await outbox.waitUntilSaved()
        try await fixture.copied { copy, _ in
            let later = try fixture.outbox(try await fixture.session(), in: copy)
            #expect(await later.until(id) { $0 != nil }?.refusal == .postNotStored)
        }
        fixture.simulator.answer("POST /post", with: nil)
        let other = outbox.newDraft(.post, "둘")
        outbox.send(other)
        await outbox.sent(other)
        #expect(outbox.state[id]?.status.refusal == .postNotStored)
        #expect(fixture.posts("하나").isEmpty)
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("하나").count == 1)
    }

    @Test("Waits for the service's Retry-After before sending again") func later() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        fixture.simulator.answer("POST /post", with: .status(429, headers: ["Retry-After": "30"]))
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        await outbox.firstState { $0.pauseReason?.code == .tooManyRequests }
        await fixture.clock.waitForSleepers(1)
        #expect(fixture.clock.pending == [30])
        fixture.simulator.answer("POST /post", with: nil)
        fixture.clock.advance(by: 29)
        #expect(outbox.state[id]?.status == .waiting)
        fixture.clock.advance(by: 2)
        await outbox.sent(id)
        #expect(fixture.posts("글").count == 1)
    }

    @Test(
        "After a lost response, a post that is found at the service is not sent again",
        arguments: [NoticeBoardError.Code.connectionLost, .timedOut, .unreadableResponse])
    func lostAnswer(code: NoticeBoardError.Code) async throws {
        let session = try await fixture.session()
        // An older post with the same text must not count as the sent one.
        try await session.client.publish(LinkPostForm(content: "같은 글"))
        let outbox = try fixture.outbox(session)
        fixture.network.loseAnswers("POST /post", code)
        let id = outbox.newDraft(.post, "같은 글")
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("같은 글").count == 2)
    }

    @Test("A lost post that is not found at the service is sent again only by the user") func asked() async throws {
        let session = try await fixture.session()
        try await session.client.publish(LinkPostForm(content: "같은 글"))
        let outbox = try fixture.outbox(session)
        fixture.network.loseRequests("POST /post", .connectionLost)
        let (id, other) = (outbox.newDraft(.post, "같은 글"), outbox.newDraft(.post, "둘째"))
        outbox.send(id)
        outbox.send(other)
        await outbox.until(id) { $0 == .asking }
        await outbox.sent(other)
        #expect(fixture.posts("같은 글").count == 1)
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("같은 글").count == 2)
    }

    enum Kind: CaseIterable { case post, edit, reply }

    @Test(
        "A draft with a lost response stays unsure until the service can be asked",
        arguments: Kind.allCases, [true, false])
    func unsure(kind: Kind, isStored: Bool) async throws {
        let session = try await fixture.session()
        let post = try await session.client.publish(
            LinkPostForm(content: "글", files: [LinkFile(unchecked: PictureSample.rgb, kind: .png)]))
        let (target, line): (LinkDraftTarget, String) =
            switch kind {
            case .post: (.post, "POST /post")
            case .edit: (.edit(post), "PUT /post/\(post.id)")
            case .reply: (.reply(on: post.id), "POST /post/\(post.id)/comment")
            }
        let outbox = try fixture.outbox(session)
        let id = outbox.newDraft(target)
        outbox.change(id) { $0.content = "새 글" }
        let gate = Gate()
        fixture.network.after(line, isStored: isStored) { network in
            // From here on the service cannot be asked.
            network.down(NoticeBoardError(.timedOut))
            gate.open()
        }
        outbox.send(id)
        try await gate.pass()
        await outbox.firstState { $0.pauseReason != nil }
        #expect(outbox.state[id]?.status == .unsure)
        fixture.network.down(nil)
        outbox.resume()
        let end = await outbox.until(id) { $0 == nil || $0 == .asking }
        #expect(end == (isStored ? nil : .asking))
    }

    @Test("Taking back a post that is being sent checks first whether the service has it") func takenBack() async throws {
        let (outbox, id, _) = try await onItsWay()
        #expect(outbox.state[id]?.status == .sending)
        outbox.change(id) { $0.content = "nobody can change it now" }
        outbox.takeBack(id)
        await outbox.until(id) { $0 == .writing }
        #expect(outbox.state[id]?.form.content == "글")
        #expect(fixture.posts("글").isEmpty)
        fixture.simulator.hold("POST /post", at: nil)
        // Each further attempt may follow one that arrived, so it is searched for as well.
        outbox.send(id)
        outbox.takeBack(id)
        #expect(outbox.state[id]?.status == .unsure)
        await outbox.until(id) { $0 == .writing }
        // A post that the service already has counts as sent.
        let answer = Gate()
        fixture.network.holdAnswers("POST /post", at: answer)
        outbox.send(id)
        await answer.waitForArrivals(1)
        outbox.takeBack(id)
        #expect(outbox.state[id]?.status == .unsure)
        await outbox.sent(id)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("Signing out erases all drafts and attachments, even while one is being sent")
    func signedOut() async throws {
        let session = try await fixture.session()
        let outbox = try fixture.outbox(session)
        let gate = Gate()
        fixture.simulator.hold("POST /post", at: gate)
        let (id, other) = (outbox.newDraft(.post, "글"), outbox.newDraft(.post, "둘"))
        try await outbox.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: other)
        outbox.send(id)
        await gate.waitForArrivals(1)
        try await session.signOut()
        #expect(fixture.files.isEmpty)
        #expect(outbox.state.isOver)
        #expect(outbox.state.drafts.isEmpty)
        gate.open()
        outbox.change(other) { $0.content = "nothing" }
        outbox.send(outbox.newDraft(.post, "셋"))
        try await session.signIn(email: "user2@example.com", password: "password2")
        let next = try fixture.outbox(session)
        await next.firstState { $0.isLoaded }
        #expect(next !== outbox)
        #expect(next.state.drafts.isEmpty)
        #expect(fixture.posts("글").isEmpty)
        #expect(fixture.posts("셋").isEmpty)
        #expect(fixture.files.isEmpty)
    }

    @Test("Stores no pending draft after a sign-out") func nothingAfterwards() async throws {
        let (session, files) = (try await fixture.session(), FaultyFiles())
        let outbox = try fixture.outbox(session, files: files)
        await outbox.firstState { $0.isLoaded }
        files.fail(0, ENOSPC, failsAllLater: true)
        _ = outbox.newDraft(.post, "글")
        await outbox.firstState { $0.failure != nil }
        files.plan()
        try await session.signOut()
        #expect(await outbox.waitUntilSaved() == false)
        #expect(fixture.files.isEmpty)
    }

    @Test("Progress grows from 0 to 1 over a real socket") func progress() async throws {
        let link = try LinkServerFixture()
        let outbox = try fixture.outbox(try await link.signedIn())
        let composer = LinkComposer(outbox, .post)
        let parts = Locked<[Double]>([])
        let listening = composer.observe { state in if let part = state.progress { parts.withLock { $0.append(part) } } }
        try await composer.attach(LinkFile(unchecked: PictureBuilder.gif(4 << 20), kind: .gif))
        composer.send()
        await composer.firstState { $0.draft == nil }
        let received = parts.withLock { $0 }
        #expect(received.count > 3)
        #expect(received == received.sorted())
        #expect(received.allSatisfy { 0...1 ~= $0 })
        listening.cancel()
    }

    @Test("Two outboxes of one folder never both send") func locked() async throws {
        let first = try fixture.outbox(try await fixture.session())
        await first.firstState { $0.isLoaded }
        let files = FaultyFiles()
        let second = try fixture.outbox(try await fixture.session(), files: files)
        await second.firstState { $0.failure != nil }
        #expect(files.openFiles == 0)
        #expect(second.state.failure?.code == .storeBusy)
        #expect(!second.state.isLoaded)
        let id = second.newDraft(.post, "글")
        second.send(id)
        await second.waitUntilSaved()
        #expect(second.state[id]?.status == .waiting)
        #expect(fixture.posts("글").isEmpty)
        // The failure is still shown.
        await letOtherTasksRun()
        #expect(second.state.failure?.code == .storeBusy)
    }

    @Test("Signing out while another outbox holds the folder erases only the session's own drafts")
    func lockedErased() async throws {
        let first = try fixture.outbox(try await fixture.session())
        await first.firstState { $0.isLoaded }
        let id = first.newDraft(.post, "글")
        try await first.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        await first.waitUntilSaved()
        let (files, session) = (fixture.files, try await fixture.session())
        let second = try fixture.outbox(session)
        await second.firstState { $0.failure != nil }
        let own = second.newDraft(.post, "둘")
        try await second.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: own)
        await second.waitUntilSaved()
        #expect(files.count == 2)
        #expect(fixture.files.count == 4)
        try await session.signOut()
        try #require(fixture.files == files)
        try #require(second.state.isOver)
        first.send(id)
        await first.sent(id)
        #expect(fixture.simulator.files[fixture.posts("글")[0].files[0]] == PictureSample.rgb)
    }

    @Test("Signing out erases drafts that were never loaded") func erasedUnread() async throws {
        let (files, session) = (FaultyFiles(), try await fixture.session())
        let first = try fixture.outbox(try await fixture.session(), files: files)
        _ = first.newDraft(.post, "글")
        await first.waitUntilSaved()
        files.die()
        #expect(fixture.files.count == 1)
        let later = try fixture.outbox(session)
        later.end()
        try await session.signOut()
        #expect(fixture.files.isEmpty)
        #expect(!later.state.isLoaded)
    }
}
