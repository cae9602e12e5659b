import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Launching", .serialized) @MainActor struct Launching {
        private let service = BoardSimulator(boards: [makeBoard(1, posts: 90), makeBoard(2, name: "자유게시판", posts: 40)])

        @Test("Shows the last place on an offline launch") func offline() async throws {
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                #expect(await story.scroll(app.list, to: 60))
                let anchor = app.list.state.rows[40].id
                app.list.scrolled(to: anchor)
                #expect(await app.saveNow() == nil)

                story.network.disconnect()
                app = story.launch()
                await story.open(app)
                #expect(app.list.state.rows.count == 60)
                #expect(app.list.anchor == anchor)
                #expect(app.list.state.feed.refresh.failure?.code == .noNetwork)

                story.network.mend()
                service.change(1) { $0.arrive(2) }
                app.list.retry()
                app.menu.retry()
                await story.rest()
                #expect(app.list.state.feed.refresh.failure == nil)
                #expect(app.list.state.rows.count == 62)
                #expect(app.list.anchor == anchor)
            }
        }

        @Test("Shows a failure of the boards in the list until a retry") func noBoardsHad() async throws {
            try await send(service) { story in
                story.network.disconnect()
                let app = story.launch()
                await story.open(app)
                #expect(app.menu.state.display == app.menu.state.boards.failure.map(FeedDisplay.failure))
                #expect(app.list.state.display == app.menu.state.display)
                #expect(app.list.state.emptyText == nil)
                story.network.mend()
                app.list.retry()
                #expect(await eventually { app.list.state.rows.count == 30 })
                await story.rest()
            }
        }

        @Test("Keeps the last place when a launch gets a 401") func refused() async throws {
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                app.menu.select(2)
                await story.rest()
                #expect(await app.saveNow() == nil)

                story.network.fail(.all, .status(401))
                app = story.launch()
                await story.open(app)
                #expect(app.list.state.title == "자유게시판")
                #expect(app.list.state.rows.count == 30)
                #expect(app.list.state.feed.refresh.failure?.remedy == .signInAgain)
                #expect(app.menu.state.boards.failure?.code == .unauthorized)

                story.network.mend()
                app.menu.retry()
                app.list.retry()
                await story.rest()
                #expect(app.list.state.feed.failure == nil)
                #expect(app.menu.state.rows.map(\.isSelected) == [false, true])
            }
        }

        @Test("Keeps read marks and searches after the app is killed") func killed() async throws {
            try await send(service) { story in
                let gate = Gate()
                var app = story.launch()
                await story.open(app)
                let read = app.list.state.rows[3].id
                app.page.open(read, from: app.list)
                app.search.begin()
                app.search.setText("글 7")
                app.search.submit()
                #expect(await eventually { app.list[read]?.isRead == true && app.search.state.history.count == 1 })
                #expect(await eventually { story.files.contains { $0.hasSuffix(".read") } })
                story.network.fail(.all, .held(gate))
                app.list.refresh()
                await gate.waitForArrivals(1)

                app = story.launch()
                story.network.mend()
                gate.open()
                await story.open(app)
                app.search.begin()
                #expect(await eventually { app.search.state.history.map(\.keyword) == ["글 7"] })
                #expect(await eventually { app.list[read]?.isRead == true })
            }
        }

        @Test("Shows an empty text in menu and list for a service without boards") func noBoards() async throws {
            try await send(BoardSimulator(boards: [])) { story in
                let app = story.launch()
                await story.open(app)
                #expect(app.menu.state.emptyText == "게시판이 없습니다.")
                #expect(app.list.state.emptyText == "게시판이 없습니다.")
                #expect(app.menu.state.emptyReason == .noBoards)
                #expect(app.list.state.emptyReason == .noBoards)
                story.service.boards = [makeBoard(1, posts: 3)]
                await app.menu.refreshAndWait()
                #expect(await eventually { app.list.state.rows.count == 3 })
            }
        }

        @Test("Loads the boards when a list without boards retries") func retryWithoutBoards() async throws {
            try await send(BoardSimulator(boards: [])) { story in
                let app = story.launch()
                await story.open(app)
                story.service.boards = [makeBoard(1, posts: 3)]
                app.list.retry()
                #expect(await eventually { app.list.state.rows.count == 3 })
            }
        }

        @Test("Shows the list as loading while the menu loads") func slowMenu() async throws {
            try await send(service) { story in
                let gate = Gate()
                story.network.fail(.boards, .held(gate), times: 1)
                let app = story.launch()
                await app.open()
                await gate.waitForArrivals(1)
                #expect(app.list.state.feed.refresh.isLoading)
                #expect(app.list.state.emptyText == nil)
                gate.open()
                await story.rest()
                #expect(await eventually { app.list.state.rows.count == 30 })
            }
        }

        @Test("Loads new posts when the app opens again after a minute") func comesBack() async throws {
            try await send(service) { story in
                let clock = ManualClock()
                let app = story.launch(now: { Date(timeIntervalSince1970: clock.now) })
                await story.open(app)
                await app.saveNow()
                service.change(1) { $0.arrive(3) }
                clock.advance(by: 59)
                let sent = story.network.requestCount
                await story.open(app)
                #expect(story.network.requestCount == sent)
                clock.advance(by: 1)
                await story.open(app)
                #expect(await eventually { app.list.state.rows.count == 33 })
            }
        }

        @Test("Loads again in the foreground after a load that failed") func comesBackAfterFailure() async throws {
            try await send(service) { story in
                let clock = ManualClock()
                let app = story.launch(now: { Date(timeIntervalSince1970: clock.now) })
                await story.open(app)
                clock.advance(by: 60)
                story.network.disconnect()
                await story.open(app)
                #expect(app.list.state.bannerText != nil)
                #expect(app.menu.state.bannerText != nil)
                story.network.mend()
                service.change(1) { $0.arrive(3) }
                clock.advance(by: 1)
                await story.open(app)
                #expect(app.list.state.rows.count == 33)
                #expect(app.list.state.bannerText == nil)
                #expect(app.menu.state.bannerText == nil)
            }
        }

        @Test("Loads new results in the foreground after a minute") func resultsAge() async throws {
            try await send(service) { story in
                let clock = ManualClock()
                let app = story.launch(now: { Date(timeIntervalSince1970: clock.now) })
                await story.open(app)
                app.search.begin()
                app.search.setText("새 소식")
                app.search.submit()
                await story.rest()
                #expect(app.search.state.hits.isEmpty)
                service.change(1) { board in
                    board.arrive(1)
                    board.posts[0].title = "새 소식"
                }
                clock.advance(by: 59)
                await story.open(app)
                #expect(app.search.state.hits.isEmpty)
                clock.advance(by: 1)
                await story.open(app)
                #expect(app.search.state.hits.count == 1)
            }
        }

        @Test("Shows the last place when the app opens twice at once") func twice() async throws {
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                app.menu.select(2)
                await story.rest()
                #expect(await app.saveNow() == nil)

                app = story.launch()
                async let first: Void = app.open()
                async let second: Void = app.open()
                _ = await (first, second)
                await story.rest()
                #expect(app.list.state.title == "자유게시판")
            }
        }
    }
}
