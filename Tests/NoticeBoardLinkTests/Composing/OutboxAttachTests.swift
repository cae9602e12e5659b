import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Attachments of a draft", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct OutboxAttachTests {
    private let fixture = OutboxFixture()
    private static let picture = LinkFile(unchecked: PictureSample.rgb, kind: .png)

    private func refusal(_ work: () async throws -> Void) async -> NoticeBoardError? {
        do { try await work() } catch { return error as? NoticeBoardError }
        return nil
    }
    private var pictures: [String] { fixture.files.filter { $0.hasSuffix(".png") } }

    @Test("A draft takes at most five files") func five()
        async throws
    {
        let outbox = try fixture.outbox(try await fixture.session())
        let id = outbox.newDraft(.post)
        for _ in 0..<4 { try await outbox.attach(Self.picture, to: id) }
        // Two at once, with room for one.
        let both = (0..<2).map { _ in Task { await refusal { try await outbox.attach(Self.picture, to: id) } } }
        let refusals = [await both[0].value, await both[1].value].compactMap(\.self)
        #expect(refusals == [NoticeBoardError(.tooManyFiles, "The draft has 5 files.")])
        #expect(outbox.state[id]?.files.map(\.name).sorted() == pictures)
        #expect(pictures.count == 5)
        let sixth = await refusal { try await outbox.attach(Self.picture, to: id) }
        #expect(sixth == NoticeBoardError(.tooManyFiles, "The draft has 5 files."))
        #expect(pictures.count == 5)
        let file = try #require(outbox.state[id]?.files.first)
        #expect(file.bytes == PictureSample.rgb.count)
        #expect(file.linkKind == .png)
        #expect(file.name.hasPrefix("\(id)-"))
        #expect(outbox.url(of: file).lastPathComponent == file.name)
        #expect(file.name.hasSuffix(".png"))
        outbox.detach(file, from: id)
        #expect(outbox.state[id]?.files.count == 4)
        #expect(outbox.state[id]?.files.contains(file) == false)
        await fixture.until { pictures.count == 4 }
        try await outbox.attach(Self.picture, to: id)
        #expect(outbox.state[id]?.files.count == 5)
    }

    @Test("Rejects files for a reply, a draft that is being sent and an unknown draft") func none() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        let reply = outbox.newDraft(.reply(on: "p"))
        let gate = Gate()
        fixture.simulator.hold("POST /post", at: gate)
        let post = outbox.newDraft(.post, "글")
        outbox.send(post)
        await gate.waitForArrivals(1)
        let refusals: [(LinkDraft.ID, NoticeBoardError.Code)] = [
            (reply, .replyWithFiles), (post, .draftBeingSent), ("nothing", .draftGone),
        ]
        for (id, code) in refusals {
            #expect(await refusal { try await outbox.attach(Self.picture, to: id) }?.code == code)
        }
        #expect(pictures.isEmpty)
        gate.open()
        await outbox.sent(post)
    }

    @Test("Deletes a detached file after its draft is stored without it") func order() async throws {
        let (session, files) = (try await fixture.session(), WatchedFiles())
        let outbox = try #require(session.outbox(in: fixture.folder, files: files, time: fixture.clock.time))
        await outbox.firstState { $0.isLoaded }
        let id = outbox.newDraft(.post, "글")
        try await outbox.attach(Self.picture, to: id)
        await outbox.waitUntilSaved()
        let file = try #require(outbox.state[id]?.files.first)
        files.reset()
        outbox.detach(file, from: id)
        await files.waitForLine("remove \(file.name)")
        let lines = files.lines
        let written = try #require(lines.firstIndex(of: "rename \(id).draft.part \(id).draft"))
        #expect(try written < #require(lines.firstIndex(of: "remove \(file.name)")), "\(lines)")
    }

    @Test("A detached file stays if its draft cannot be stored without it") func stays() async throws {
        let (session, files) = (try await fixture.session(), FaultyFiles())
        let outbox = try fixture.outbox(session, files: files)
        await outbox.firstState { $0.isLoaded }
        let id = outbox.newDraft(.post, "글")
        try await outbox.attach(Self.picture, to: id)
        await outbox.waitUntilSaved()
        let file = try #require(outbox.state[id]?.files.first)
        files.plan(FileFault(.rename, 0, ENOSPC, failsAllLater: true))
        outbox.detach(file, from: id)
        await outbox.firstState { $0.failure?.code == .storageFull }
        #expect(outbox.state[id]?.files.contains(file) == false)
        await outbox.waitUntilSaved()
        files.die()
        let later = try fixture.outbox(try await fixture.session())
        await later.firstState { $0.isLoaded }
        #expect(later.state[id]?.files == [file])
        #expect(pictures == [file.name])
    }
}
