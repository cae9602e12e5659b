import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Draft retention", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DraftKeepingTests {
    private let bench = OutboxBench()

    /// Returns drafts of an earlier launch, one for each age.
    private func drafts(_ ages: [Double], _ status: LinkDraft.Status = .writing, turn: Int = 0) -> [LinkDraft] {
        ages.indices.map { number in
            var draft = LinkDraft(id: "\(turn)-\(number)", target: .post)
            draft.form.content = "글"
            (draft.status, draft.turn) = (status, turn)
            return draft
        }
    }

    @Test("Typing writes the newest text every half second") func debounced() async throws {
        let (session, files) = (try await bench.session(), WatchedFiles())
        let outbox = try #require(session.outbox(in: bench.folder, files: files, time: bench.clock.time))
        await outbox.firstState { $0.isLoaded }
        #expect(await outbox.kept())
        let id = outbox.begin(.post)
        for length in 1...100 { outbox.change(id) { $0.content = String(repeating: "글", count: length) } }
        await bench.clock.waitForSleepers(1)
        #expect(bench.clock.pending == [0.5])
        #expect(bench.files.isEmpty)
        bench.clock.advance(by: 0.5)
        await files.until("rename \(id).part \(id).draft")
        #expect(files.lines.count { $0 == "rename \(id).part \(id).draft" } == 1)
        outbox.change(id) { $0.content = "끝" }
        #expect(await outbox.kept())
        #expect(files.lines.count { $0 == "rename \(id).part \(id).draft" } == 2)
    }

    @Test("Signing out without erasing stores the last typed text") func ended() async throws {
        let session = try await bench.session()
        let outbox = try bench.outbox(session)
        await outbox.firstState { $0.isLoaded }
        let id = outbox.begin(.post, "방금")
        try await session.signOut(erasing: false)
        let later = try bench.outbox(try await bench.session())
        await later.firstState { $0.isLoaded }
        #expect(later.state[id]?.form.content == "방금")
    }

    @Test("An empty draft has no file") func empty() async throws {
        let outbox = try bench.outbox(try await bench.session())
        await outbox.firstState { $0.isLoaded }
        let id = outbox.begin(.post)
        #expect(await outbox.kept())
        #expect(bench.files.isEmpty)
        outbox.change(id) { $0.content = "글" }
        #expect(await outbox.kept())
        #expect(bench.files == ["\(id).draft"])
        outbox.change(id) { $0.content = "" }
        #expect(await outbox.kept())
        await bench.untilEmpty()
    }

    /// Returns the drafts that are kept of drafts with these ages.
    private func kept(_ drafts: [LinkDraft], _ days: [Double]) -> [LinkDraft] {
        var found = DraftStore.Found(drafts: drafts)
        found.expire(Dictionary(uniqueKeysWithValues: zip(drafts.map(\.id), days.map { $0 * 86_400 })))
        #expect(found.expired == drafts.filter { !found.drafts.contains($0) })
        return found.drafts
    }

    @Test("Keeps the newest 50 unsubmitted drafts of the last 30 days") func bounded() {
        let old = drafts([29.9, 30, 400])
        #expect(kept(old, [29.9, 30, 400]) == [old[0]])
        let days = (0..<60).map { Double($0) / 10 }
        let many = drafts(days)
        #expect(kept(many, days) == Array(many[..<50]))
    }

    @Test("A submitted draft never expires") func handedIn() {
        let old =
            drafts([400], .asking, turn: 1) + drafts([400], .writing, turn: 2)
            + drafts([400], .refused(NoticeBoardError(.postGone)), turn: 3)
        #expect(kept(old, [400, 400, 400]) == old)
    }

    @Test("Takes a draft's age from its file's modification date") func age() async throws {
        let outbox = try bench.outbox(try await bench.session())
        await outbox.firstState { $0.isLoaded }
        let (old, new) = (outbox.begin(.post, "옛글"), outbox.begin(.post, "새 글"))
        #expect(await outbox.kept())
        let past = Date().addingTimeInterval(-31 * 86_400)
        try await bench.copied { copy, place in
            let path = place.appendingPathComponent("\(old).draft").path
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
            let later = try bench.outbox(try await bench.session(), in: copy)
            await later.firstState { $0.isLoaded }
            #expect(later.state[old] == nil)
            #expect(later.state[new]?.form.content == "새 글")
        }
    }

    @Test("A composer opens the last draft for its target unless another composer shows it") func offered() async throws {
        let session = try await bench.session()
        let post = try #require(try await session.client.postPage(at: nil, limit: 1).items.first)
        let outbox = try bench.outbox(session)
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
