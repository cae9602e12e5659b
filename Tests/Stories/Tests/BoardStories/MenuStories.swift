import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Menu", .serialized) @MainActor struct Menu {
        private let service = BoardSimulator(boards: [makeBoard(1, posts: 40), makeBoard(2, name: "자유게시판", posts: 40)])

        @Test("Keeps the list and the open post of a renamed board") func renamed() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                app.menu.select(2)
                await story.rest()
                app.page.open(2040, from: app.list)
                service.change(2) { $0.name = "수다방" }
                story.network.fail(.boards, .status(503), times: 1)
                await app.menu.refreshAndWait()
                #expect(app.list.state.title == "자유게시판")
                app.menu.retry()
                await story.rest()
                #expect(app.list.state.title == "수다방")
                #expect(app.list.state.rows.count == 30)
                #expect(app.page.state.bannerText == nil)
                #expect(app.page.state.board?.name == "수다방")
                app.search.begin()
                #expect(app.search.state.placeholder == "수다방에서 검색")
                #expect(await eventually { app.search.state.isHistoryLoaded })
            }
        }

        @Test("Opens the first board when the open board was deleted") func vanished() async throws {
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                app.menu.select(2)
                await story.rest()
                app.page.open(2040, from: app.list)
                await app.saveNow()
                service.boards = [makeBoard(1, posts: 40)]
                await app.menu.refreshAndWait()
                #expect(app.list.state.title == "공지사항")
                #expect(app.page.state.bannerText == "이 게시판은 더 이상 열려 있지 않습니다.")
                #expect(app.page.state.post?.id == 2040)
                await story.rest()
                #expect(app.list.state.rows.first?.id == 1040)

                app = story.launch()
                await story.open(app)
                #expect(app.list.state.title == "공지사항")
                #expect(app.list.state.rows.count == 30)
            }
        }

        @Test("Keeps a board open when the menu cannot decode it") func unreadable() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                app.menu.select(2)
                await story.rest()
                app.page.open(2040, from: app.list)
                story.network.fail(
                    .boards, .json(#"{"value": [{"boardId": 1, "displayName": "공지사항"}, {"boardId": 2}], "total": 2}"#), times: 1)
                await app.menu.refreshAndWait()
                #expect(app.menu.state.skipped == 1)
                #expect(app.list.state.title == "자유게시판")
                #expect(app.list.state.rows.count == 30)
                #expect(app.page.state.bannerText == nil)
                await app.menu.refreshAndWait()
                #expect(app.menu.state.rows.map(\.isSelected) == [false, true])
            }
        }

        @Test("Closes the board for an empty menu but keeps the last place") func hiccup() async throws {
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                app.menu.select(2)
                await story.rest()
                await app.saveNow()
                story.network.fail(.boards, .json(#"{"value": [], "total": 0}"#), times: 1)
                await app.menu.refreshAndWait()
                #expect(app.menu.state.emptyText == "게시판이 없습니다.")
                await app.saveNow()

                app = story.launch()
                await story.open(app)
                #expect(app.list.state.title == "자유게시판")
            }
        }

        @Test("Removes the notice of an open post when its board opens again") func boardBack() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                app.page.open(1040, from: app.list)
                app.menu.select(2)
                #expect(app.page.state.bannerText == "이 게시판은 더 이상 열려 있지 않습니다.")
                story.network.fail(.posts, .status(503), times: 1)
                await story.rest()
                app.menu.select(1)
                #expect(app.page.state.bannerText == nil)
                await story.rest()
                app.list.retry()
                await story.rest()
                #expect(app.page.state.indexInList == 0)
            }
        }
    }
}
