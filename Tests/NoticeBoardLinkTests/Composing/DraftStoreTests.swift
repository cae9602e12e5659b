import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Drafts on the disk", .serialized, .inTurn, .trialLimit(minutes: 1)) @MainActor struct DraftStoreTests {
    @Test("A launch killed at any file operation publishes a draft exactly once", arguments: [false, true])
    func kills(losesAnswer: Bool) async throws {
        let calls = try await kill(.max, losesAnswer)
        #expect(calls > 25)
        try await sideBySide(calls, atOnce: 4) { number in _ = try await kill(number, losesAnswer) }
    }

    /// Runs a launch with file operations that fail from `number` on, then the next launch.
    ///
    /// Returns the number of file operations of the first launch.
    private func kill(_ number: Int, _ losesAnswer: Bool) async throws -> Int {
        let fixture = OutboxFixture()
        let files = FaultyFiles()
        files.fail(number, failsAllLater: true)
        let first = try fixture.outbox(try await fixture.session(), files: files)
        if losesAnswer { fixture.network.loseAnswers("POST /post") }
        await first.firstState { $0.isLoaded || $0.failure != nil }
        let id = first.newDraft(.post, "글")
        try? await first.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        let isKept = await first.waitUntilSaved() && first.state[id]?.files.count == 1 && first.state.isLoaded
        first.send(id)
        if first.state.isLoaded {
            await first.firstState { state in
                let status = state[id]?.status
                return status == nil || status == .asking || status?.refusal != nil || state.pauseReason != nil
            }
        }
        await first.waitUntilSaved()
        let calls = files.calls.count
        files.die()
        // The next launch.
        let later = try fixture.outbox(try await fixture.session())
        await later.firstState { $0.isLoaded }
        let posts = fixture.posts("글").count
        if let draft = later.state[id], draft.problem != nil {
            #expect(!isKept, "call \(number)")
            later.discard(id)
        } else if let draft = later.state[id] {
            if draft.status == .writing || draft.status.refusal != nil { #expect(posts == 0, "call \(number)") }
            if draft.isEditable { later.send(id) }
            let end = await later.until(id) { $0 == nil || $0 == .asking }
            if end == .asking {
                #expect(fixture.posts("글").isEmpty, "call \(number)")
                later.send(id)
                await later.sent(id)
            }
            #expect(fixture.posts("글").count == 1, "call \(number)")
        } else {
            #expect(posts == 1 || !isKept, "call \(number)")
        }
        #expect(later.state.unreadable.isEmpty, "call \(number)")
        await fixture.untilEmpty()
        return calls
    }

    @Test("A damaged draft file is set aside without affecting attachments or other drafts")
    func cut()
        async throws
    {
        let fixture = OutboxFixture()
        let first = try fixture.outbox(try await fixture.session())
        let (id, other) = (first.newDraft(.post, "잘린 글"), first.newDraft(.post, "다른 글"))
        try await first.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        await first.waitUntilSaved()
        let file = try fixture.place("\(id).draft")
        let whole = try Data(contentsOf: file)
        let cuts = stride(from: 0, to: whole.count, by: 17).map { whole.prefix($0) }
        for bytes in cuts + [Data("{}".utf8), Data("null".utf8), Data(repeating: 0, count: 4_096)] {
            try await fixture.copied { copy, place in
                try bytes.write(to: place.appendingPathComponent("\(id).draft"))
                let later = try fixture.outbox(try await fixture.session(), in: copy)
                await later.firstState { $0.isLoaded }
                #expect(later.state.unreadable == ["\(id).damaged"])
                #expect(later.state.drafts.map(\.id) == [other])
                let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
                #expect(try Data(contentsOf: place.appendingPathComponent("\(id).damaged")) == bytes)
                #expect(names.contains { $0.hasSuffix(".png") })
                #expect(!names.contains("\(id).draft"))
            }
        }
    }

    @Test("A folder, a link or a huge turn among the drafts does not stop the others") func strangeFiles() async throws {
        let fixture = OutboxFixture()
        let first = try fixture.outbox(try await fixture.session())
        let (id, other) = (first.newDraft(.post, "글"), first.newDraft(.post, "다른 글"))
        await first.waitUntilSaved()
        let file = try fixture.place("\(id).draft")
        try await fixture.copied { copy, place in
            let stored = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            let huge = stored.replacingOccurrences(of: "\"turn\":0", with: "\"turn\":\(Int.max)")
            #expect(huge != stored)
            try Data(huge.utf8).write(to: place.appendingPathComponent("\(id).draft"))
            try FileManager.default.createDirectory(
                at: place.appendingPathComponent("a.draft"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: place.appendingPathComponent("b.draft"), withDestinationURL: file)
            let later = try fixture.outbox(try await fixture.session(), in: copy)
            await later.firstState { $0.isLoaded }
            #expect(later.state.unreadable == ["a.draft", "b.draft"])
            #expect(Set(later.state.drafts.map(\.id)) == [id, other])
            later.send(other)
            await later.firstState { $0[other] == nil }
        }
    }

    @Test("A draft file of a newer format stays unchanged") func newer() async throws {
        let fixture = OutboxFixture()
        let first = try fixture.outbox(try await fixture.session())
        let id = first.newDraft(.post, "글")
        await first.waitUntilSaved()
        try await fixture.copied { copy, place in
            let file = place.appendingPathComponent("\(id).draft")
            try Data("{\"format\":9}\n{}\n".utf8).write(to: file)
            let later = try fixture.outbox(try await fixture.session(), in: copy)
            await later.firstState { $0.isLoaded }
            #expect(later.state.unreadable == ["\(id).draft"])
            #expect(later.state.drafts.isEmpty)
            #expect(FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test("A storage failure holds a draft, which is sent after the disk recovers") func full() async throws {
        let (fixture, files) = (OutboxFixture(), FaultyFiles())
        let outbox = try fixture.outbox(try await fixture.session(), files: files)
        await outbox.firstState { $0.isLoaded }
        files.fail(0, ENOSPC, failsAllLater: true)
        let id = outbox.newDraft(.post, "글")
        await outbox.firstState { $0.failure != nil }
        #expect(outbox.state.failure?.code == .storageFull)
        outbox.send(id)
        await outbox.firstState { $0.pauseReason?.code == .storageFull }
        #expect(outbox.state[id]?.status == .waiting)
        #expect(fixture.posts("글").isEmpty)
        files.plan()
        await fixture.clock.waitForSleepers(1)
        fixture.clock.advance(by: 5)
        await outbox.sent(id)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("A draft that could not be stored is stored with the next successful write") func rest() async throws {
        let (fixture, files) = (OutboxFixture(), FaultyFiles())
        let outbox = try fixture.outbox(try await fixture.session(), files: files)
        await outbox.firstState { $0.isLoaded }
        files.plan(FileFault(.write, 0, ENOSPC, failsAllLater: true))
        let id = outbox.newDraft(.post, "글")
        await outbox.firstState { $0.failure != nil }
        files.plan()
        let other = outbox.newDraft(.post, "다른 글")
        await outbox.firstState { $0.failure == nil }
        await outbox.waitUntilSaved()
        #expect(fixture.files == ["\(id).draft", "\(other).draft"].sorted())
    }

    @Test("Keeps a file that was attached before the drafts could be loaded") func attachedFirst() async throws {
        let (fixture, files) = (OutboxFixture(), FaultyFiles())
        files.plan(FileFault(.lock))
        let outbox = try fixture.outbox(try await fixture.session(), files: files)
        await outbox.firstState { $0.failure != nil }
        let id = outbox.newDraft(.post, "글")
        await outbox.waitUntilSaved()
        // The attachment is stored, but the draft that names it is not.
        files.plan(FileFault(.rename, 1, ENOSPC, failsAllLater: true))
        try await outbox.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        await outbox.firstState { $0.failure?.code == .storageFull }
        files.plan()
        outbox.resume()
        await outbox.firstState { $0.isLoaded && $0.failure == nil }
        #expect(await outbox.waitUntilSaved())
        files.die()
        let later = try fixture.outbox(try await fixture.session())
        await later.until(id) { $0 == .writing }
        later.send(id)
        await later.sent(id)
        #expect(fixture.posts("글").first?.files.compactMap { fixture.simulator.files[$0] } == [PictureSample.rgb])
    }

    @Test("Deletes the drafts of a killed launch when another account signs in") func leftovers() async throws {
        let (fixture, files, place) = (OutboxFixture(), FaultyFiles(), ScratchFolder.url("scope"))
        let scope = AccountScope(directory: place)
        let first = try fixture.outbox(try await fixture.session(1, scope), files: files)
        _ = first.newDraft(.post, "남의 글")
        await first.waitUntilSaved()
        await scope.waitUntilErased()
        files.die()
        #expect(fixture.files.count == 1)
        let next = try fixture.outbox(try await fixture.session(2, AccountScope(directory: place)))
        await next.firstState { $0.isLoaded }
        #expect(fixture.files.isEmpty)
        #expect(next.state.drafts.isEmpty)
    }

    @Test("The scope reports drafts that a sign-out could not erase") func notErased() async throws {
        let (fixture, files) = (OutboxFixture(), FaultyFiles())
        let session = try await fixture.session()
        let outbox = try fixture.outbox(session, files: files)
        _ = outbox.newDraft(.post, "글")
        await outbox.waitUntilSaved()
        files.plan(FileFault(.remove, 0, EACCES, failsAllLater: true))
        try? await session.signOut()
        #expect(await session.scope.waitUntilErased()?.code == .storeReadOnly)
        #expect(fixture.files.count == 1)
    }

    @Test("An outbox keeps another account's files until that account signs out")
    func otherAccount() async throws {
        let fixture = OutboxFixture()
        let session = try await fixture.session()
        let first = try fixture.outbox(session)
        let id = first.newDraft(.post, "글")
        try await first.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        await first.waitUntilSaved()
        await first.firstState { $0.isLoaded }
        let kept = fixture.files
        let second = try fixture.outbox(try await fixture.session(2))
        await second.firstState { $0.isLoaded || $0.failure != nil }
        #expect(fixture.files == kept)
        #expect(kept.count == 2)
        #expect(second.state.failure?.code == .storeBusy)
        try await session.signOut()
        second.resume()
        await second.firstState { $0.isLoaded }
        #expect(fixture.files.isEmpty)
        #expect(second.state.failure == nil)
    }

    #if os(macOS) || os(Linux)
        @Test("Killed processes leave every draft file readable and publish no draft twice")
        func processes()
            async throws
        {
            let fixture = OutboxFixture()
            let server = try LoopbackServer(serving: fixture.simulator)
            defer { server.stop() }
            var random = RandomTrials().random
            let folder = fixture.folder.path
            for round in 0..<10 {
                let (url, number, key) = (server.url().absoluteString, random.number(6...60), fixture.simulator.key)
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [
                        url = url as String, folder = folder as String, number = number as Int, key = key as String,
                        round = round as Int
                    ]
                    in
                    try await OutboxChild(url, folder, key).run("글 \(round)", killedAt: number)
                }
            }
            let session = LinkSession(
                LinkClient.Configuration(baseURL: server.url(), key: fixture.simulator.key, productID: fixture.simulator.product))
            try await session.signIn(email: "user1@example.com", password: "password1")
            let last = try fixture.outbox(session)
            await last.firstState { $0.isLoaded }
            for draft in last.state.drafts where draft.isEditable { last.send(draft.id) }
            await last.firstState { $0.outgoing == 0 }
            for draft in last.state.drafts where draft.status == .asking { last.send(draft.id) }
            await last.firstState { $0.drafts.isEmpty || $0.outgoing == 0 }
            #expect(last.state.drafts.allSatisfy { $0.problem != nil })
            #expect(last.state.unreadable.isEmpty)
            let texts = fixture.simulator.posts.compactMap { $0.fields["content"] }.filter { $0.hasPrefix("글 ") }
            #expect(Set(texts).count == texts.count)
        }
    #endif
}
