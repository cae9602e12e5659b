import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Opening a page before its list", .serialized) @MainActor struct OpeningEarly {
        private let service = BoardSimulator(boards: [makeBoard(1, posts: 90), makeBoard(2, name: "자유게시판", posts: 40)])

        @Test("Shows a post opened before its list once the list loads") func early() async throws {
            try await send(service) { story in
                let gate = Gate()
                story.network.fail(.posts, .held(gate), times: 1)
                let app = story.launch()
                await app.open()
                await gate.waitForArrivals(1)
                app.page.open(1080, from: app.list)
                #expect(app.page.state.failure == nil)
                #expect(app.page.state.display == .placeholder)
                #expect(app.page.state.isLoading)
                gate.open()
                #expect(await eventually { app.page.state.post?.id == 1080 })
                await story.rest()
            }
        }

        @Test("Shows a post opened before the boards load, although its list is closed") func earlyAndClosed() async throws {
            try await send(service) { story in
                let gate = Gate()
                story.network.fail(.boards, .held(gate), times: 1)
                let app = story.launch()
                await app.open()
                await gate.waitForArrivals(1)
                app.page.open(1080, from: app.list)
                app.list.close()
                #expect(app.page.state.isLoading)
                gate.open()
                #expect(await eventually { app.page.state.post?.id == 1080 })
                await story.rest()
            }
        }

        @Test("Loads older posts to show a post further down") func further() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                app.page.open(1015, from: app.list)
                #expect(app.page.state.isLoading)
                #expect(await eventually { app.page.state.post?.id == 1015 })
                app.page.open(5, from: app.list)
                #expect(await eventually { app.page.state.failure?.code == .notFound })
                #expect(app.page.state.bannerText == "목록의 처음 90개 게시글에서 찾을 수 없습니다.")
                await story.rest()
            }
        }

        @Test("Looks for a post ten pages further after each retry") func tenPages() async throws {
            try await send(BoardSimulator(boards: [makeBoard(1, posts: 500)])) { story in
                let app = story.launch()
                await story.open(app)
                let sent = story.network.requestCount
                app.page.open(1100, from: app.list)
                #expect(await eventually { app.page.state.failure?.code == .notFound })
                #expect(story.network.requestCount == sent + 10)
                #expect(app.page.state.bannerText == "목록의 처음 330개 게시글에서 찾을 수 없습니다.")
                #expect(!app.page.state.isLoading)
                app.page.retry()
                #expect(app.page.state.isLoading)
                #expect(app.page.state.bannerText == nil)
                #expect(await eventually { app.page.state.post?.id == 1100 })
                await story.rest()
            }
        }

        @Test("Goes on looking for a post when a failed page is retried") func furtherAfterFailure() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                story.network.disconnect()
                app.page.open(1015, from: app.list)
                #expect(await eventually { app.page.state.failure?.code == .noNetwork })
                #expect(!app.page.state.isLoading)
                story.network.mend()
                app.page.retry()
                #expect(await eventually { app.page.state.post?.id == 1015 })
                await story.rest()
            }
        }

        @Test("Shows a post of a newly selected board once the board loads", arguments: [false, true])
        func switched(_ isListClosed: Bool) async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                if isListClosed { app.list.close() }
                app.menu.select(2)
                app.page.open(2033, from: app.list)
                #expect(app.page.state.failure == nil)
                #expect(await eventually { app.page.state.post?.id == 2033 })
                #expect(app.page.state.board?.id == 2)
                await story.rest()
            }
        }

        @Test("Goes on looking for a post when another board is selected while the list is closed")
        func switchedWhileWaiting() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                story.network.disconnect()
                app.page.open(2033, from: app.list)
                app.list.close()
                story.network.mend()
                app.menu.select(2)
                #expect(await eventually { app.page.state.post?.id == 2033 })
                await story.rest()
            }
        }

        @Test("Shows a post opened before the sign-in once the user is signed in") func signedOut() async throws {
            try await send(service) { story in
                story.network.fail(.all, .status(401))
                let app = story.launch()
                await app.open()
                app.page.open(1080, from: app.list)
                #expect(await eventually { app.page.state.failure?.code == .unauthorized })
                story.network.mend()
                app.menu.retry()
                #expect(await eventually { app.page.state.post?.id == 1080 })
                await story.rest()
            }
        }
    }
}
