import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Board: first launch") @MainActor struct FirstLaunchStories {
    @Test("The first board opens by itself and shows its newest posts") func opens() async throws {
        let app = BoardApp(service: NoticeBoardClient(transport: BoardSimulator()))
        await app.open()
        #expect(await eventually { !app.list.state.rows.isEmpty })
    }
}
