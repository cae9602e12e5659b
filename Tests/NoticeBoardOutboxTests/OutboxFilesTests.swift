import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Files of a draft", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct OutboxFilesTests {
    private let fixture = NoteFixture()
    private var service: NoteService { fixture.service }
    private let picture = OutboxAttachment(data: Data("그림".utf8), kind: "png")

    /// A file on its way to a draft, which `gate` lets through.
    private func beginAttaching(
        to id: String, of outbox: NoteOutbox, failing: NoticeBoardError? = nil
    ) async -> (task: Task<NoticeBoardError?, Never>, gate: Gate) {
        let gate = Gate()
        let picture = picture
        let task = Task { () -> NoticeBoardError? in
            do {
                try await outbox.attach(to: id) {
                    try await gate.pass()
                    if let failing { throw failing }
                    return picture
                }
            } catch { return NoticeBoardError(wrapping: error) }
            return nil
        }
        await gate.waitForArrivals(1)
        return (task, gate)
    }

    @Test("A file is sent with its draft, byte for byte") func sent() async throws {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        try await outbox.attach(picture, to: id)
        outbox.send(id)
        await outbox.end(id)
        #expect(service.notes.first?.files == [picture.data])
    }

    @Test("A file is there in the next launch") func nextLaunch() async throws {
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        let id = first.note("글")
        try await first.attach(picture, to: id)
        await first.waitUntilSaved()
        fixture.kill(files)
        let later = await fixture.loadedOutbox()
        let file = try #require(later.state[id]?.files.first)
        #expect(try Data(contentsOf: later.url(of: file)) == picture.data)
        #expect(file.kind == "png")
        #expect(file.bytes == picture.data.count)
    }

    @Test("A draft that is handed in waits for its file") func waits() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        let (task, gate) = await beginAttaching(to: id, of: outbox)
        outbox.send(id)
        await letOtherTasksRun()
        #expect(outbox.state[id]?.status == .waiting)
        #expect(outbox.state[id]?.filesBeingPrepared == 1)
        gate.open()
        #expect(await task.value == nil)
        await outbox.end(id)
        #expect(service.notes.map(\.files.count) == [1])
    }

    @Test("A draft without a network stays in the queue when its file arrives") func offline() async {
        let outbox = await fixture.loadedOutbox()
        service.down(.noNetwork)
        let id = outbox.note("글")
        let (task, gate) = await beginAttaching(to: id, of: outbox)
        outbox.send(id)
        gate.open()
        #expect(await task.value == nil)
        await outbox.firstState { $0.pauseReason != nil }
        #expect(outbox.state[id]?.status == .waiting)
        service.down(nil)
        outbox.resume()
        await outbox.end(id)
        #expect(service.notes.map(\.files.count) == [1])
    }

    @Test("Another draft is sent while a file is being prepared") func others() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        let (task, gate) = await beginAttaching(to: id, of: outbox)
        outbox.send(id)
        await outbox.end(outbox.sendNote("둘"))
        #expect(service.texts == ["둘"])
        gate.open()
        #expect(await task.value == nil)
        await outbox.end(id)
    }

    @Test("A draft of a file alone is handed in while the file is being prepared") func fileAlone() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.newDraft(NoteDraft())
        let (task, gate) = await beginAttaching(to: id, of: outbox)
        #expect(outbox.send(id) == nil)
        gate.open()
        #expect(await task.value == nil)
        await outbox.end(id)
        #expect(service.notes.map(\.files.count) == [1])
    }

    @Test("A draft is not sent without the file that could not be prepared") func failed() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        let (task, gate) = await beginAttaching(to: id, of: outbox, failing: NoticeBoardError(.storageFull))
        outbox.send(id)
        gate.open()
        #expect(await task.value?.code == .storageFull)
        #expect(outbox.state[id]?.status == .writing)
        await letOtherTasksRun()
        #expect(service.texts.isEmpty)
    }

    @Test("A launch that was killed during the preparation of a file writes the draft again") func killed() async {
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        let id = first.note("글")
        let (task, gate) = await beginAttaching(to: id, of: first)
        first.send(id)
        await first.waitUntilSaved()
        fixture.kill(files)
        gate.open()
        _ = await task.value
        let later = await fixture.loadedOutbox()
        #expect(later.state[id]?.status == .writing)
        #expect(later.state[id]?.filesBeingPrepared == 0)
        await letOtherTasksRun()
        #expect(service.texts.isEmpty)
    }

    @Test("A file whose draft was discarded says so and leaves nothing") func discarded() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        let (task, gate) = await beginAttaching(to: id, of: outbox)
        outbox.discard(id)
        gate.open()
        #expect(await task.value?.code == .draftGone)
        #expect(fixture.files.isEmpty)
    }

    @Test("A draft that is being sent refuses a file and says why") func sending() async {
        let outbox = await fixture.loadedOutbox()
        let gate = Gate()
        service.hold("send", at: gate)
        let id = outbox.sendNote("글")
        await gate.waitForArrivals(1)
        let error = await #expect(throws: NoticeBoardError.self) { try await outbox.attach(picture, to: id) }
        #expect(error?.code == .draftBeingSent)
        #expect(outbox.state[id]?.canAttach == false)
        gate.open()
        await outbox.end(id)
    }

    @Test("Refuses one file more than the draft may have") func tooMany() async throws {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        for _ in 0..<2 { try await outbox.attach(picture, to: id) }
        #expect(outbox.state[id]?.canAttach == false)
        let error = await #expect(throws: NoticeBoardError.self) { try await outbox.attach(picture, to: id) }
        #expect(error?.code == .tooManyAttachments)
    }

    @Test("Of three files that are attached at once, the third is refused") func atOnce() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        var attaching: [(task: Task<NoticeBoardError?, Never>, gate: Gate)] = []
        for _ in 0..<3 { attaching.append(await beginAttaching(to: id, of: outbox)) }
        for (_, gate) in attaching { gate.open() }
        var errors: [NoticeBoardError.Code?] = []
        for (task, _) in attaching { errors.append(await task.value?.code) }
        #expect(errors.count { $0 == nil } == 2)
        #expect(errors.count { $0 == .tooManyAttachments } == 1)
        await outbox.waitUntilSaved()
        #expect(fixture.files.count { $0.hasSuffix(".png") } == 2)
    }

    @Test("Refuses a kind that is no extension", arguments: ["", "../x", "j/g", "PNG", "abcdefghi", "é"])
    func kind(kind: String) async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        let file = OutboxAttachment(data: Data(), kind: kind)
        let error = await #expect(throws: NoticeBoardError.self) { try await outbox.attach(file, to: id) }
        #expect(error?.code == .invalidInput)
    }

    @Test("A detached file is removed from the disk") func detached() async throws {
        let files = FaultyFiles()
        let outbox = await fixture.loadedOutbox(files: files)
        let id = outbox.note("글")
        try await outbox.attach(picture, to: id)
        let file = try #require(outbox.state[id]?.files.first)
        outbox.detach(file, from: id)
        #expect(outbox.state[id]?.files.isEmpty == true)
        await files.waitUntil { fixture.files == ["\(id).draft"] }
    }

    @Test("The files of a sent draft are removed from the disk") func removed() async throws {
        let files = FaultyFiles()
        let outbox = await fixture.loadedOutbox(files: files)
        let id = outbox.note("글")
        try await outbox.attach(picture, to: id)
        outbox.send(id)
        await outbox.end(id)
        await files.waitUntil { fixture.files.isEmpty }
    }
}
