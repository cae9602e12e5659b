import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Searching without boards", .serialized) @MainActor struct SearchingWithoutBoards {
        private let service = BoardSimulator(boards: [makeBoard(1, posts: 60) { "메일 \($0)" }])

        @Test("Shows why the boards could not be loaded in a search, which runs after a retry") func boardsFail() async throws {
            try await send(service) { story in
                story.network.disconnect()
                let app = story.launch()
                await story.open(app)
                app.search.begin()
                app.search.setText("메일")
                app.search.submit()
                #expect(app.search.state.display == app.menu.state.boards.failure.map(FeedDisplay.failure))
                #expect(app.search.state.failure?.code == .noNetwork)
                #expect(app.search.state.title == "전체 : 메일")
                story.network.mend()
                app.search.retry()
                #expect(await eventually { !app.search.state.hits.isEmpty })
                #expect(await eventually { app.search.state.history.map(\.keyword) == ["메일"] })
                await story.rest()
            }
        }

        @Test("Says that there are no boards to search") func noBoards() async throws {
            try await send(BoardSimulator(boards: [])) { story in
                let app = story.launch()
                await story.open(app)
                app.search.begin()
                app.search.setText("메일")
                app.search.submit()
                #expect(app.search.state.emptyText == "게시판이 없습니다.")
                story.service.boards = service.boards
                app.search.retry()
                #expect(await eventually { !app.search.state.hits.isEmpty })
                await story.rest()
            }
        }

        @Test("Shows a search as loading while the menu loads") func slowMenu() async throws {
            try await send(service) { story in
                let gate = Gate()
                story.network.fail(.boards, .held(gate), times: 1)
                let app = story.launch()
                await app.open()
                await gate.waitForArrivals(1)
                app.search.begin()
                app.search.setText("메일")
                app.search.submit()
                #expect(app.search.state.results.refresh.isLoading)
                #expect(app.search.state.refusal == nil)
                gate.open()
                #expect(await eventually { !app.search.state.hits.isEmpty })
                await story.rest()
            }
        }
    }
}
