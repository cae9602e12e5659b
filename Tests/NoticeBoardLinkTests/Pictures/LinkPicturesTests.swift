import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardPictures
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Picture cache", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkPicturesTests {
    private let fixture = PictureFixture()

    @Test("Pictures that find an expired token share one token refresh") func expired() async throws {
        let fixture = try LinkServerFixture()
        let session = try await fixture.signedIn()
        let form = LinkPostForm(files: Array(repeating: LinkFile(unchecked: PictureSample.rgb, kind: .png), count: 5))
        let paths = try await session.client.publish(form).pictures
        let pictures = try #require(session.pictures(in: nil))
        fixture.simulator.expireTokens()
        let rows = paths.map { path in Task { try await pictures.picture(at: path) } }
        for row in rows { #expect(try await row.value == PictureSample.rgb) }
        #expect(fixture.simulator.refreshes == 1)
    }

    @Test("An uploaded profile picture is cached") @MainActor func profile() async throws {
        let session = try await LinkServerFixture().signedIn()
        let pictures = try #require(session.pictures(in: nil))
        let context = try #require(session.account)
        let profile = try await context.editProfile(LinkProfileForm(picture: LinkFile(unchecked: PictureSample.rgb, kind: .png)))
        #expect(pictures.remembered(try #require(profile.picture)) == PictureSample.rgb)
    }

    @Test("An app keeps pictures in its own cache") @MainActor func appCache() async throws {
        let (simulator, folder) = (LinkSimulator(), ScratchFolder.url("cache"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let stored = Locked<[String: Data]>([:])
        struct Cache: LinkPictureCache {
            let user: String
            let stored: Locked<[String: Data]>
            func data(for path: String) -> Data? { stored.withLock { $0[user + path] } }
            func store(_ data: Data, for path: String) { stored.withLock { $0[user + path] = data } }
            func removeAll() { stored.withLock { $0 = [:] } }
        }
        let app = try LinkApp(
            LinkClient.Configuration(baseURL: PictureFixture.url, key: simulator.key, productID: simulator.product),
            folder: folder,
            pictureCache: { Cache(user: $0, stored: stored) }, tokens: MemoryTokenStore(), transport: simulator)
        await app.open()
        let user = try await app.session.signIn(email: "user1@example.com", password: "password1")
        await app.firstState { if case .signedIn = $0 { true } else { false } }
        let home = try #require(app.home)
        let profile = try await home.account.editProfile(
            LinkProfileForm(picture: LinkFile(unchecked: PictureSample.rgb, kind: .png)))
        let path = try #require(profile.picture)
        await home.pictures.settled()
        #expect(stored.withLock { $0 } == [user + path: PictureSample.rgb])
        await app.signOut()
        #expect(stored.withLock { $0.isEmpty })
    }

    @Test(
        "A picture path never leads out of the service or the cache folder",
        arguments: [
            "../1.png", "/etc/passwd", "uploads/../../1.png", "//other.example/1.png", "https://other.example/1.png", "", ".",
        ])
    func paths(path: String) async throws {
        let pictures = try await fixture.launch()
        let error = await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: path) }
        #expect(error?.code == .pathInvalid)
        #expect(fixture.asked.isEmpty)
        #expect(pictures.remembered(path) == nil)
        for strange in ["uploads/한글 1.png", "~root/.ssh", "-rf", "C:1.png", String(repeating: "a/", count: 900) + "b", "a", "A"] {
            #expect(try await pictures.picture(at: strange) == PictureFixture.picture(strange))
        }
        await pictures.settled()
        #expect(fixture.files.count == 7)
        for file in fixture.files {
            let parts = file.split(separator: "/")
            #expect(parts.count == 2)
            #expect(parts[1].count <= 16)
            #expect(parts[1].allSatisfy { $0.isHexDigit && !$0.isUppercase })
        }
    }
    @Test("Another account gets no picture of the previous one") func accounts() async throws {
        let session = try await fixture.session()
        let pictures = try fixture.pictures(session)
        _ = try await pictures.picture(at: "uploads/1.jpg")
        await pictures.settled()
        #expect(fixture.files.count == 1)
        try await session.signOut()
        #expect(fixture.files.isEmpty)
        #expect(pictures.remembered("uploads/1.jpg") == nil)
        try await session.signIn(email: "second@example.com", password: "password")
        let error = await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: "uploads/1.jpg") }
        #expect(error?.code == .sessionOver)
        _ = try await fixture.pictures(session).picture(at: "uploads/1.jpg")
        #expect(fixture.asked.count == 2)
        try await session.signOut()
        #expect(session.pictures(in: fixture.folder) == nil)
    }
}
