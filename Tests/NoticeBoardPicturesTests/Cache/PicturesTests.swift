import Foundation
import NoticeBoardBase
import NoticeBoardPictures
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Picture cache", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct PicturesTests {
    private let fixture = PictureFixture()

    @Test("Requests a picture once, then serves it from memory or disk") func once() async throws {
        let pictures = fixture.launch()
        #expect(pictures.remembered("uploads/1.jpg") == nil)
        for _ in 0..<3 { #expect(try await pictures.picture(at: "uploads/1.jpg") == PictureFixture.picture("uploads/1.jpg")) }
        #expect(pictures.remembered("uploads/1.jpg") != nil)
        #expect(fixture.asked == ["uploads/1.jpg"])
        await pictures.settled()
        let later = fixture.launch()
        #expect(try await later.picture(at: "uploads/1.jpg") == PictureFixture.picture("uploads/1.jpg"))
        later.forgetMemory()
        #expect(later.remembered("uploads/1.jpg") == nil)
        #expect(try await later.picture(at: "uploads/1.jpg") == PictureFixture.picture("uploads/1.jpg"))
        #expect(fixture.asked.count == 1)
    }

    @Test("Callers share one request, which is cancelled with the last of them") func shared()
        async throws
    {
        let pictures = fixture.launch()
        let gate = Gate()
        fixture.gate.withLock { $0 = gate }
        let rows = (0..<50).map { _ in Task { try await pictures.picture(at: "uploads/1.jpg") } }
        await gate.waitForArrivals(1)
        for row in rows.dropFirst() { row.cancel() }
        for row in rows.dropFirst() { await #expect(throws: CancellationError.self) { try await row.value } }
        #expect(gate.waiting == 1)
        gate.open()
        #expect(try await rows[0].value == PictureFixture.picture("uploads/1.jpg"))
        #expect(fixture.asked.count == 1)
        let closed = Gate()
        fixture.gate.withLock { $0 = closed }
        let abandoned = Task { try await pictures.picture(at: "uploads/2.jpg") }
        await closed.waitForArrivals(1)
        abandoned.cancel()
        await #expect(throws: CancellationError.self) { try await abandoned.value }
        await fixture.left.waitForArrivals(1)
    }

    @Test("Cancelling a prefetch keeps the request that a row waits for") func prefetch() async throws {
        let pictures = fixture.launch()
        let gate = Gate()
        fixture.gate.withLock { $0 = gate }
        let prefetching = Task { await pictures.prefetch((0..<9).map { "uploads/\($0).jpg" }) }
        await gate.waitForArrivals(3)
        let row = Task { try await pictures.picture(at: "uploads/1.jpg") }
        #expect(Set(fixture.asked) == ["uploads/0.jpg", "uploads/1.jpg", "uploads/2.jpg"])
        prefetching.cancel()
        await fixture.left.waitForArrivals(2)
        gate.open()
        #expect(try await row.value == PictureFixture.picture("uploads/1.jpg"))
        #expect(fixture.asked.filter { $0 != "uploads/1.jpg" }.count == 2)
        await pictures.prefetch(["uploads/1.jpg", "../x", "uploads/5.jpg", "uploads/6.jpg", "uploads/7.jpg"])
        #expect(pictures.remembered("uploads/7.jpg") != nil)
        #expect(fixture.asked.suffix(3).allSatisfy { $0 != "uploads/1.jpg" })
    }

    @Test("Another account gets no picture of the previous one") func accounts() async throws {
        let session = fixture.signedIn()
        let pictures = fixture.pictures(session)
        _ = try await pictures.picture(at: "uploads/1.jpg")
        await pictures.settled()
        #expect(fixture.files.count == 1)
        session.signOut()
        await session.waitUntilErased()
        #expect(fixture.files.isEmpty)
        #expect(pictures.remembered("uploads/1.jpg") == nil)
        session.signIn("second")
        let error = await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: "uploads/1.jpg") }
        #expect(error?.code == .sessionOver)
        _ = try await fixture.pictures(session).picture(at: "uploads/1.jpg")
        #expect(fixture.asked.count == 2)
    }

    @Test("A file copied from another account is not served as a picture")
    func otherFolders() async throws {
        let first = fixture.launch()
        _ = try await first.picture(at: "uploads/1.jpg")
        await first.settled()
        let left = try #require(fixture.files.first)
        let old = try Data(contentsOf: fixture.folder.appendingPathComponent(left))
        let second = fixture.launch("second")
        _ = try await second.picture(at: "uploads/1.jpg")
        await second.settled()
        let own = try #require(fixture.files.first { $0 != left })
        try old.write(to: fixture.folder.appendingPathComponent(own))
        second.forgetMemory()
        _ = try await second.picture(at: "uploads/1.jpg")
        #expect(fixture.asked.count == 3)
    }

    @Test(
        "Signing out stores no picture that arrives later", arguments: [false, true])
    func endsMeanwhile(comesAllTheSame: Bool) async throws {
        let session = fixture.signedIn()
        let pictures = fixture.pictures(session)
        let gate = Gate()
        (comesAllTheSame ? fixture.late : fixture.gate).withLock { $0 = gate }
        let row = Task { try await pictures.picture(at: "uploads/1.jpg") }
        await gate.waitForArrivals(1)
        session.signOut()
        await session.waitUntilErased()
        let error = await #expect(throws: NoticeBoardError.self) { try await row.value }
        #expect(error?.code == .sessionOver)
        gate.open()
        await letOtherTasksRun()
        await pictures.settled()
        #expect(fixture.files.isEmpty)
        #expect(pictures.remembered("uploads/1.jpg") == nil)
    }

    @Test(
        "Returns a picture of any format",
        arguments: [
            "BM\u{36}\0\0\0", "II*\0\u{8}\0\0\0", "\0\0\0\u{1C}ftypavif", "\0\0\u{1}\0", "<svg xmlns='x'/>",
            "\u{FEFF}<?xml version='1.0'?>\n<!DOCTYPE svg>\n<svg/>",
        ])
    func formats(content: String) async throws {
        let pictures = fixture.launch()
        fixture.instead.withLock { $0 = ["uploads/1.jpg": Data(content.utf8)] }
        #expect(try await pictures.picture(at: "uploads/1.jpg") == Data(content.utf8))
        #expect(pictures.remembered("uploads/1.jpg") != nil)
    }

    @Test(
        "Refuses a page of text in place of a picture",
        arguments: [" \n<!doctype html><svg/><html>", "{\"status\": 200}", "[]", " "])
    func texts(content: String) async throws {
        let pictures = fixture.launch()
        fixture.instead.withLock { $0 = ["uploads/1.jpg": Data(content.utf8)] }
        let error = await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: "uploads/1.jpg") }
        #expect(error?.code == .unreadableResponse)
    }

    @Test("Neither invalid nor incomplete pictures are cached") func wrong() async throws {
        let pictures = fixture.launch()
        fixture.instead.withLock {
            $0 = ["uploads/1.jpg": Data("<html>sign in</html>".utf8), "uploads/2.jpg": PictureSample.baseline.dropLast(9)]
            $0["uploads/3.jpg"] = PictureSample.rgb.dropLast(9)
            $0["uploads/4.gif"] = PictureSample.gif.dropLast(1)
            $0["uploads/5.jpg"] = Data()
        }
        for path in ["uploads/1.jpg", "uploads/5.jpg"] {
            let error = await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: path) }
            #expect(error?.code == .unreadableResponse)
        }
        for path in ["uploads/2.jpg", "uploads/3.jpg", "uploads/4.gif"] {
            #expect(try await pictures.picture(at: path) == fixture.instead.withLock { $0[path] })
            #expect(pictures.remembered(path) == nil)
        }
        await pictures.settled()
        #expect(fixture.files.isEmpty)
        fixture.instead.withLock { $0 = ["uploads/4.gif": PictureSample.gif, "uploads/5.jpg": PictureSample.pdf] }
        for path in ["uploads/1.jpg", "uploads/2.jpg", "uploads/3.jpg", "uploads/4.gif", "uploads/5.jpg"] {
            _ = try await pictures.picture(at: path)
            #expect(pictures.remembered(path) != nil)
        }
        #expect(fixture.asked.count == 10)
    }
}
