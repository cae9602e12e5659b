import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Draft retention", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DraftKeepingTests {
    private let fixture = OutboxFixture()

    @Test("Typing writes the newest text every half second") func debounced() async throws {
        let (session, files) = (try await fixture.session(), WatchedFiles())
        let outbox = try #require(session.outbox(in: fixture.folder, files: files, time: fixture.clock.time))
        await outbox.firstState { $0.isLoaded }
        #expect(await outbox.waitUntilSaved())
        let id = outbox.newDraft(.post)
        for length in 1...100 { outbox.change(id) { $0.content = String(repeating: "글", count: length) } }
        await fixture.clock.waitForSleepers(1)
        #expect(fixture.clock.pending == [0.5])
        #expect(fixture.files.isEmpty)
        fixture.clock.advance(by: 0.5)
        await files.waitForLine("rename \(id).draft.part \(id).draft")
        #expect(files.lines.count { $0 == "rename \(id).draft.part \(id).draft" } == 1)
        outbox.change(id) { $0.content = "끝" }
        #expect(await outbox.waitUntilSaved())
        #expect(files.lines.count { $0 == "rename \(id).draft.part \(id).draft" } == 2)
    }

    @Test("Signing out without erasing stores the last typed text") func ended() async throws {
        let session = try await fixture.session()
        let outbox = try fixture.outbox(session)
        await outbox.firstState { $0.isLoaded }
        let id = outbox.newDraft(.post, "방금")
        try await session.signOut(erasing: false)
        let later = try fixture.outbox(try await fixture.session())
        await later.firstState { $0.isLoaded }
        #expect(later.state[id]?.form.content == "방금")
    }

    @Test("An empty draft has no file") func empty() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        await outbox.firstState { $0.isLoaded }
        let id = outbox.newDraft(.post)
        #expect(await outbox.waitUntilSaved())
        #expect(fixture.files.isEmpty)
        outbox.change(id) { $0.content = "글" }
        #expect(await outbox.waitUntilSaved())
        #expect(fixture.files == ["\(id).draft"])
        outbox.change(id) { $0.content = "" }
        #expect(await outbox.waitUntilSaved())
        await fixture.untilEmpty()
    }

    /// Returns the draft of a launch that was killed.
    private func draft(_ text: String) async throws -> LinkDraft.ID {
        let files = FaultyFiles()
        let outbox = try fixture.outbox(try await fixture.session(), files: files)
        await outbox.firstState { $0.isLoaded }
        let id = outbox.newDraft(.post, text)
        #expect(await outbox.waitUntilSaved())
        files.die()
        return id
    }

    @Test("A composer that opens before the drafts are loaded continues the earlier launch's draft") func early() async throws {
        let id = try await draft("옛글")
        let outbox = try fixture.outbox(try await fixture.session())
        let composer = LinkComposer(outbox, .post)
        let texts = Locked<[String?]>([])
        let observation = composer.observe { state in texts.withLock { $0.append(state.draft?.form.content) } }
        #expect(composer.id != id)
        await composer.firstState { $0.draft?.id == id }
        #expect(composer.id == id)
        #expect(outbox.state.drafts.map(\.id) == [id])
        #expect(!texts.withLock { $0 }.contains(nil))
        observation.cancel()
        composer.change { $0.content = "이어서" }
        #expect(outbox.state[id]?.form.content == "이어서")
    }

    @Test("A composer keeps text typed before the drafts are loaded") func typedEarly() async throws {
        let id = try await draft("옛글")
        let outbox = try fixture.outbox(try await fixture.session())
        let composer = LinkComposer(outbox, .post)
        composer.change { $0.content = "새 글" }
        await outbox.firstState { $0.isLoaded }
        #expect(composer.state.draft?.form.content == "새 글")
        #expect(outbox.state.drafts.map(\.id) == [id, composer.id])
    }

    @Test("A composer keeps a file attached before the drafts are loaded") func attachedEarly() async throws {
        _ = try await draft("옛글")
        let outbox = try fixture.outbox(try await fixture.session())
        let composer = LinkComposer(outbox, .post)
        try await composer.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png))
        await outbox.firstState { $0.isLoaded }
        #expect(composer.state.draft?.files.count == 1)
    }

    @Test("A draft that is handed in before loading ends is sent after older ones") func handedInEarly() async throws {
        let files = FaultyFiles()
        let first = try fixture.outbox(try await fixture.session(), files: files)
        await first.firstState { $0.isLoaded }
        fixture.network.down(NoticeBoardError(.noNetwork))
        for text in ["글 1", "글 2"] { first.send(first.newDraft(.post, text)) }
        await first.firstState { $0.pauseReason != nil }
        #expect(await first.waitUntilSaved())
        files.die()
        fixture.network.down(nil)
        let later = try fixture.outbox(try await fixture.session())
        let new = later.newDraft(.post, "글 3")
        later.send(new)
        await later.sent(new)
        #expect(fixture.simulator.posts.prefix(3).compactMap { $0.fields["content"] } == ["글 3", "글 2", "글 1"])
    }

    @Test("A failed save does not hide that another outbox holds the folder") func busy() async throws {
        let first = try fixture.outbox(try await fixture.session())
        await first.firstState { $0.isLoaded }
        let files = FaultyFiles()
        let second = try fixture.outbox(try await fixture.session(), files: files)
        await second.firstState { $0.failure != nil }
        files.plan(FileFault(.write, 0, ENOSPC, failsAllLater: true))
        let id = second.newDraft(.post, "글")
        second.send(id)
        await files.waitForCalls(2, of: .write)
        #expect(await !second.waitUntilSaved())
        await letOtherTasksRun()
        #expect(second.state.failure?.code == .storeBusy)
        #expect(second.state[id]?.status == .waiting)
    }

    @Test("Closing a composer saves its text at once") func closed() async throws {
        let (session, files) = (try await fixture.session(), WatchedFiles())
        let outbox = try #require(session.outbox(in: fixture.folder, files: files, time: fixture.clock.time))
        await outbox.firstState { $0.isLoaded }
        // The save that follows the launch would write the new draft, too.
        await letOtherTasksRun()
        #expect(await outbox.waitUntilSaved())
        let composer = LinkComposer(outbox, .post)
        composer.change { $0.content = "글" }
        await fixture.clock.waitForSleepers(1)
        #expect(fixture.files.isEmpty)
        composer.saveNow()
        await files.waitForLine("rename \(composer.id).draft.part \(composer.id).draft")
        #expect(fixture.files == ["\(composer.id).draft"])
    }

    @Test("A composer opens the last draft for its target unless another composer shows it") func offered() async throws {
        let session = try await fixture.session()
        let post = try #require(try await session.client.postPage(of: .timeline, at: nil, limit: 1).items.first)
        let outbox = try fixture.outbox(session)
        await outbox.firstState { $0.isLoaded }
        // The composer is released, but its draft stays.
        func draft(_ target: LinkDraftTarget) -> LinkDraft.ID { LinkComposer(outbox, target).id }
        let (first, reply) = (draft(.post), draft(.reply(on: post.id)))
        outbox.change(first) { $0.content = "글" }
        #expect(draft(.post) == first)
        #expect(draft(.reply(on: post.id)) == reply)
        #expect(draft(.reply(on: "other")) != reply)
        var reloaded = post
        let edit = draft(.edit(post))
        reloaded.content = "새로"
        #expect(draft(.edit(reloaded)) == edit)
        let shown = LinkComposer(outbox, .post)
        #expect(shown.id == first)
        #expect(draft(.post) != first)
        shown.send()
        await outbox.sent(first)
        #expect(draft(.post) != first)
    }
}
