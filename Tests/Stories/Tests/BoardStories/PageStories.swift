import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Reading a post", .serialized) @MainActor struct ReadingAPost {
        private let service = BoardSimulator(boards: [makeBoard(1, posts: 60), makeBoard(2, posts: 5)])

        @Test("Changes the language of list, search and page at once") func language() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                app.page.open(app.list.state.rows[0].id, from: app.list)
                app.search.begin()
                app.search.setText("없는 말")
                app.search.submit()
                await story.rest()
                #expect(app.search.state.emptyText == "검색 결과가 없습니다. 다른 검색어를 입력해보세요.")
                story.network.disconnect()
                app.setLanguage(.english)
                #expect(app.menu.state.language == .english)
                #expect(app.search.state.emptyText == "Nothing was found. Try another keyword.")
                #expect(app.search.state.title == "All : 없는 말")
                #expect(app.list.state.searchPlaceholder == "Search in 공지사항")
                #expect(app.page.state.language == .english)
                #expect(app.page.state.row?.spoken.hasPrefix("Read") == true)
                await app.list.refreshAndWait()
                #expect(app.list.state.feed.failure?.remedy.text(in: .english) != nil)
            }
        }

        /// Launches an app with a clock that the story sets for list and page.
        private func launch(_ story: BoardStory, _ time: StoryTime, _ clock: ManualClock) -> BoardApp {
            let style = PostRowStyle(
                language: .korean, date: PostDateFormat(language: .korean, showsTimeToday: true, namesYesterday: true))
            return story.launch(style: style, now: { time.now }, time: clock.time)
        }

        /// Returns 23:59 in Korea on the day of the newest post.
        private func beforeMidnight(_ story: BoardStory) -> Date {
            let newest = Double(story.firstBoard.posts[0].createdAt) + 32_400
            return Date(timeIntervalSince1970: (newest / 86_400).rounded(.down) * 86_400 + 86_340 - 32_400)
        }

        @Test("Changes times to yesterday at midnight in an open list and its page") func midnight() async throws {
            try await send(service) { story in
                let (time, clock) = (StoryTime(beforeMidnight(story)), ManualClock())
                let app = launch(story, time, clock)
                await story.open(app)
                let row = app.list.state.rows[0]
                #expect(row.date.contains(":"))
                app.page.open(row.id, from: app.list)
                story.network.disconnect()
                #expect(await eventually { clock.pending.count == 2 })
                time.advance(by: 120)
                clock.advance(by: 120)
                #expect(await eventually { app.list.state.rows[0].date == "어제" })
                #expect(app.page.state.row?.date == "어제")
                await app.list.refreshAndWait()
                #expect(app.list.state.rows[0].date == "어제")
            }
        }

        @Test("Changes yesterday back to a time when the clock is set back") func clockBack() async throws {
            try await send(service) { story in
                let (time, clock) = (StoryTime(beforeMidnight(story)), ManualClock())
                time.advance(by: 120)
                let app = launch(story, time, clock)
                await story.open(app)
                app.page.open(app.list.state.rows[0].id, from: app.list)
                #expect(app.list.state.rows[0].date == "어제")
                time.advance(by: -3600)
                story.network.fail(.posts, .status(503), times: 1)
                await app.list.refreshAndWait()
                #expect(app.list.state.rows[0].date.contains(":"))
                #expect(app.page.state.row?.date.contains(":") == true)
            }
        }

        @Test("Changes a time to yesterday at midnight on a page that covers its list") func midnightOnPage() async throws {
            try await send(service) { story in
                let (time, clock) = (StoryTime(beforeMidnight(story)), ManualClock())
                let app = launch(story, time, clock)
                await story.open(app)
                app.page.open(app.list.state.rows[0].id, from: app.list)
                app.list.close()
                story.network.disconnect()
                #expect(app.page.state.row?.date.contains(":") == true)
                #expect(await eventually { clock.pending.count == 1 })
                time.advance(by: 120)
                clock.advance(by: 120)
                #expect(await eventually { app.page.state.row?.date == "어제" })
                app.page.clear()
                app.list.open()
                #expect(app.list.state.rows[0].date == "어제")
            }
        }

        @Test("Shows a post of a board that is not open without that board's rights") func elsewhere() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                app.page.open(Post(id: 2001, title: "다른 게시판", boardID: 2))
                await story.rest()
                #expect(app.page.state.row?.isRead == true)
                #expect(app.page.state.board == nil)
                #expect(app.marks.state.isRead(Post(id: 2001, title: "", boardID: 2)))
                #expect(!app.marks.state.isRead(Post(id: 2001, title: "", boardID: 1)))
            }
        }

        @Test("Shows a failure in the language of the screens, not in the server's") func languageOfFailures()
            async throws
        {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                service.boards = [makeBoard(2, posts: 5)]
                await app.list.refreshAndWait()
                let failure = try #require(app.list.state.failure)
                #expect(failure.text(in: .korean) == app.list.state.bannerText)
                #expect(app.list.state.bannerText?.contains("board") == false)
                app.setLanguage(.english)
                #expect(failure.text(in: .english) == app.list.state.bannerText)
            }
        }

        @Test("Loads the next post from the service after the last one of the list") func next() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                app.page.open(app.list.state.rows[29].id, from: app.list)
                let id = try #require(app.page.state.post?.id)
                service.change(1) { $0.arrive(1) }
                app.page.next()
                #expect(await eventually { app.page.state.post?.id == id - 1 })
                app.page.previous()
                #expect(app.page.state.post?.id == id)
                #expect(app.list.anchor == nil)
                await story.rest()
            }
        }

        @Test("Reports a failure to load the next post until a retry") func nextOffline() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                story.network.disconnect()
                app.page.open(app.list.state.rows[29].id, from: app.list)
                let id = try #require(app.page.state.post?.id)
                app.page.next()
                #expect(await eventually { app.page.state.failure?.code == .noNetwork })
                #expect(!app.page.state.isLoading)
                story.network.mend()
                app.page.next()
                #expect(await eventually { app.page.state.post?.id == id - 1 })
                #expect(app.page.state.failure == nil)
            }
        }
    }
}

/// A wall clock that a story sets.
private final class StoryTime: Sendable {
    private let clock: ManualClock
    private let start: Date
    private let back = ManualClock()

    init(_ start: Date) { (self.start, clock) = (start, ManualClock()) }

    var now: Date { start.addingTimeInterval(clock.now - back.now) }
    func advance(by seconds: Double) { seconds >= 0 ? clock.advance(by: seconds) : back.advance(by: -seconds) }
}
