import Foundation
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardBase
@testable import NoticeBoardLink

@MainActor @Suite("Launching an app", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LaunchTests {
    private let simulator = LinkSimulator()
    private let folder = ScratchFolder.url("launch")

    private func makeApp() throws -> LinkApp {
        let configuration = LinkClient.Configuration(
            baseURL: PictureFixture.url, key: simulator.key, productID: simulator.product)
        return try LinkApp(configuration, folder: folder, transport: simulator)
    }

    /// Signs in, and returns the screens.
    private func signIn(_ app: LinkApp) async throws -> LinkHome {
        try await app.session.signIn(email: "user1@example.com", password: "password1")
        await app.firstState { if case .signedIn = $0 { true } else { false } }
        return try #require(app.home)
    }

    @Test("A launch returns when the stored timeline is shown without hidden posts") func timeline() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = try makeApp()
        await app.open()
        let home = try await signIn(app)
        await home.timeline.refreshAndWait()
        let blocked = try #require(home.timeline.state.rows.first { !$0.isMine }?.author)
        home.account.hiding.block(blocked)
        _ = try await home.account.hiding.whenRead()
        #expect(await app.saveNow() == nil)

        let later = try makeApp()
        await later.open()
        let timeline = try #require(later.home?.timeline)
        #expect(timeline.state.display == .items)
        #expect(!timeline.state.rows.isEmpty)
        #expect(!timeline.state.rows.contains { $0.author.id == blocked.id })
    }

    /// The number of registered members with data on the disk.
    private func countOfData(_ app: LinkApp) -> Int {
        app.session.scope.content.withLock { content in content.members.count { !$0.paths.isEmpty } }
    }

    @Test("Signing in again after an expired session registers no more data") func registrations() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = try makeApp()
        await app.open()
        _ = try await signIn(app)
        let count = countOfData(app)
        #expect(count == 4)
        for _ in 0..<3 {
            simulator.forgetTokens()
            await #expect(throws: NoticeBoardError.self) { try await app.session.client.myProfile() }
            await app.firstState { if case .signedOut = $0 { true } else { false } }
            _ = try await signIn(app)
        }
        #expect(countOfData(app) == count)
    }
}
