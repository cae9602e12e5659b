import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Drafts on the disk", .serialized, .inTurn, .trialLimit(minutes: 1)) @MainActor struct OutboxStoreTests {
    private let picture = OutboxAttachment(data: Data("그림".utf8), kind: "png")

    @Test(
        "A launch that is killed at any file operation sends a draft exactly once, or asks",
        arguments: [false, true], [false, true])
    func kills(honorsKeys: Bool, losesAnswer: Bool) async throws {
        let calls = try await kill(.max, honorsKeys: honorsKeys, losesAnswer: losesAnswer)
        #expect(calls > 25)
        for number in 0..<calls { _ = try await kill(number, honorsKeys: honorsKeys, losesAnswer: losesAnswer) }
    }

    /// Runs a launch with file operations that fail from `number` on, then the next launch.
    ///
    /// Returns the number of file operations of the first launch.
    private func kill(_ number: Int, honorsKeys: Bool, losesAnswer: Bool) async throws -> Int {
        let fixture = NoteFixture(honorsKeys: honorsKeys)
        let files = FaultyFiles()
        files.fail(number, failsAllLater: true)
        let first = fixture.outbox(files: files)
        if losesAnswer { fixture.service.plan(.lostAnswer()) }
        await first.firstState { $0.isLoaded || $0.failure != nil }
        let id = first.note("글")
        try? await first.attach(picture, to: id)
        let isSaved = await first.waitUntilSaved()
        let isKept = isSaved && first.state[id]?.files.count == 1 && first.state.isLoaded
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
        fixture.passesWaits = true
        let later = await fixture.loadedOutbox()
        if let draft = later.state[id], draft.problem == nil {
            if draft.status == .writing { #expect(fixture.service.count("글") == 0, "call \(number)") }
            if draft.isEditable { later.send(id) }
            if await later.end(id) == .asking {
                #expect(fixture.service.count("글") == 0, "call \(number)")
                later.send(id)
                await later.end(id)
            }
            #expect(fixture.service.count("글") == 1, "call \(number)")
        } else if later.state[id] != nil {
            #expect(!isKept, "call \(number)")
            later.discard(id)
        } else {
            #expect(fixture.service.count("글") == 1 || !isKept, "call \(number)")
        }
        #expect(later.state.unreadable.isEmpty, "call \(number)")
        await later.waitUntilSaved()
        #expect(fixture.files.isEmpty, "call \(number)")
        return calls
    }

    /// Returns a fixture with two saved drafts and a file; the outbox that wrote them is killed.
    private func saved() async throws -> (fixture: NoteFixture, id: String, other: String) {
        let fixture = NoteFixture()
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        let id = first.note("글")
        let other = first.note("다른 글")
        try await first.attach(picture, to: id)
        #expect(await first.waitUntilSaved())
        fixture.kill(files)
        return (fixture, id, other)
    }

    @Test("A discarded draft leaves no file, whichever file operation has failed", arguments: 0..<15)
    func discardedAfterFailure(operation: Int) async throws {
        let fixture = NoteFixture()
        let files = FaultyFiles()
        let outbox = await fixture.loadedOutbox(files: files)
        files.fail(operation, ENOSPC)
        let id = outbox.note("글")
        await outbox.waitUntilSaved()
        outbox.discard(id)
        await outbox.waitUntilSaved()
        #expect(await outbox.waitUntilSaved())
        #expect(fixture.files.isEmpty)
    }

    @Test("A damaged draft is set aside, with its files and without harm to others") func cut() async throws {
        let (fixture, id, other) = try await saved()
        let whole = try Data(contentsOf: fixture.accountFolder().appendingPathComponent(id + ".draft"))
        let cuts = stride(from: 0, to: whole.count, by: 17).map { whole.prefix($0) }
        for bytes in cuts + [Data("{}\n".utf8), Data("{}\n{}\n".utf8), Data(repeating: 0, count: 4_096)] {
            let (later, folder) = try await fixture.reloaded(id) { _ in bytes }
            #expect(later.state.unreadable == ["\(id).damaged"])
            #expect(later.state.items.map(\.id) == [other])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(try Data(contentsOf: folder.appendingPathComponent("\(id).damaged")) == bytes)
            #expect(names.contains { $0.hasSuffix(".png") })
        }
    }

    @Test(
        "A draft of a newer format, version or type is kept as it is, and named",
        arguments: [
            ("\"format\":2", "\"format\":3"), ("\"version\":1", "\"version\":2"), ("\"text\":\"글\"", "\"words\":\"글\""),
        ])
    func newer(old: String, new: String) async throws {
        let (fixture, id, other) = try await saved()
        var changed = Data()
        let (later, folder) = try await fixture.reloaded(id) { data in
            changed = Data(String(decoding: data, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
            #expect(changed != data)
            return changed
        }
        #expect(later.state.unreadable == ["\(id).draft"])
        #expect(later.state.items.map(\.id) == [other])
        #expect(try Data(contentsOf: folder.appendingPathComponent(id + ".draft")) == changed)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasSuffix(".png") })
    }

    @Test("A file that names another file is damaged") func foreignFile() async throws {
        let (fixture, id, _) = try await saved()
        let (later, _) = try await fixture.reloaded(id) { data in
            Data(
                String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\"name\":\"\(id)-", with: "\"name\":\"../\(id)-")
                    .utf8)
        }
        #expect(later.state.unreadable == ["\(id).damaged"])
    }

    @Test("Huge numbers in a file do not end the process") func hugeNumbers() async throws {
        let (fixture, id, other) = try await saved()
        let (later, _) = try await fixture.reloaded(id) { data in
            Data(String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\"turn\":0", with: "\"turn\":\(Int.max)").utf8)
        }
        later.send(other)
        await later.end(other)
        #expect(fixture.service.texts == ["다른 글"])
    }

    @Test("A folder or a link among the drafts does not stop the others") func strangeFiles() async throws {
        let (fixture, id, other) = try await saved()
        let folder = try fixture.accountFolder()
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("a.draft"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("b.draft"), withDestinationURL: folder.appendingPathComponent(id + ".draft"))
        let later = await fixture.loadedOutbox()
        #expect(later.state.unreadable == ["a.draft", "b.draft"])
        #expect(Set(later.state.items.map(\.id)) == [id, other])
    }

    @Test("A link in the place of an attachment is not sent") func linkedAttachment() async throws {
        let (fixture, id, _) = try await saved()
        let folder = try fixture.accountFolder()
        let name = try #require(fixture.files.first { $0.hasSuffix(".png") })
        let secret = ScratchFolder.url("secret")
        try Data("secret".utf8).write(to: secret)
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        try FileManager.default.createSymbolicLink(at: folder.appendingPathComponent(name), withDestinationURL: secret)
        let later = await fixture.loadedOutbox()
        #expect(later.state.unreadable == ["\(id).damaged"])
    }

    @Test("Leftovers of a killed launch are removed") func leftovers() async throws {
        let (fixture, id, _) = try await saved()
        let folder = try fixture.accountFolder()
        let before = fixture.files
        let stranger = UUID().uuidString.lowercased()
        for name in ["\(id).draft.part", "\(id)-0000.png", "\(stranger)-12345678.jpg"] {
            try Data().write(to: folder.appendingPathComponent(name))
        }
        let later = await fixture.loadedOutbox()
        #expect(fixture.files == before)
        withExtendedLifetime(later) {}
    }

    @Test("Drafts that are protected while the device is locked are loaded when it is unlocked") func locked() async throws {
        let (fixture, id, _) = try await saved()
        let files = FaultyFiles()
        files.plan(FileFault(.open, 0, EPERM, failsAllLater: true))
        let later = fixture.outbox(files: files)
        await later.firstState { $0.failure != nil }
        #expect(later.state.failure?.code == .fileUnavailable)
        #expect(later.state.failure?.remedy == .retry(after: nil))
        files.plan()
        later.resume()
        await later.firstState { $0.isLoaded }
        #expect(later.state[id]?.draft.text == "글")
    }

    @Test("A full disk holds a draft, which is sent once there is room") func full() async {
        let (fixture, files) = (NoteFixture(), FaultyFiles())
        let outbox = await fixture.loadedOutbox(files: files)
        let id = outbox.note("글")
        await outbox.waitUntilSaved()
        files.fail(0, ENOSPC, failsAllLater: true)
        outbox.send(id)
        await outbox.firstState { $0.pauseReason != nil }
        #expect(outbox.state.pauseReason?.code == .storageFull)
        #expect(fixture.service.texts.isEmpty)
        files.plan()
        await fixture.passWait()
        await outbox.end(id)
        #expect(fixture.service.texts == ["글"])
    }

    @Test("Refuses a folder of an app group") func appGroup() async {
        let fixture = NoteFixture()
        let group = fixture.folder.appendingPathComponent("Containers/Shared/AppGroup/0A1B/Drafts")
        let outbox = fixture.outbox(in: group)
        await outbox.firstState { $0.failure != nil }
        #expect(outbox.state.failure?.code == .invalidInput)
        #expect(!outbox.state.isLoaded)
        #expect(!FileManager.default.fileExists(atPath: group.path))
    }

    @Test("Keeps the newest fifty drafts of thirty days that were never sent") func limits() async {
        let (fixture, files) = (NoteFixture(), FaultyFiles())
        let first = await fixture.loadedOutbox(files: files)
        let old = first.note("오래된 글")
        let waiting = first.note("보낼 글")
        fixture.service.down(.noNetwork)
        first.send(waiting)
        fixture.date.withLock { $0 += 20 * 86_400 }
        for number in 0..<55 {
            fixture.date.withLock { $0 += 1 }
            _ = first.note("글 \(number)")
        }
        await first.waitUntilSaved()
        fixture.kill(files)
        fixture.date.withLock { $0 += 15 * 86_400 }
        let later = await fixture.loadedOutbox()
        #expect(later.state.items.count == 51)
        #expect(later.state[old] == nil)
        #expect(later.state[waiting] != nil)
        #expect(later.state.items.last?.draft.text == "글 54")
    }

    @Test("A draft handed in before the drafts were loaded is sent after them") func beforeLoading() async {
        let (fixture, files) = (NoteFixture(), FaultyFiles())
        let first = await fixture.loadedOutbox(files: files)
        fixture.service.down(.noNetwork)
        let earlier = first.sendNote("먼저")
        await first.firstState { $0.pauseReason != nil }
        await first.waitUntilSaved()
        fixture.kill(files)
        fixture.service.down(nil)
        let later = fixture.outbox()
        let id = later.sendNote("나중")
        await later.end(id)
        await later.end(earlier)
        #expect(fixture.service.texts == ["나중", "먼저"])
    }
}
