import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Bad networks", .serialized) @MainActor struct BadNetworks {
        private let service = BoardSimulator(boards: [makeBoard(1, posts: 90), makeBoard(2, posts: 5)])

        @Test(
            "Recovers from an unreachable server on retry",
            arguments: [
                NoticeBoardError.Code.unreachable, .connectionLost, .timedOut,
            ])
        func unreachable(_ code: NoticeBoardError.Code) async throws {
            try await send(service) { story in
                story.network.fail(.boards, .error(code), times: 2)
                let app = story.launch()
                await story.open(app)
                #expect(app.menu.state.boards.failure?.code == code)
                #expect(app.menu.state.boards.failure?.remedy == .retry(after: nil))
                app.menu.retry()
                await story.rest()
                #expect(app.menu.state.rows.isEmpty)
                app.menu.retry()
                await story.rest()
                #expect(await eventually { app.list.state.rows.count == 30 })
            }
        }

        @Test("Shows the waiting time of a 429 beside the rows") func tooMany() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                story.network.fail(.posts, .status(429, headers: ["Retry-After": "120"]), times: 1)
                await app.list.refreshAndWait()
                let failure = try #require(app.list.state.feed.refresh.failure)
                #expect(failure.code == .tooManyRequests)
                #expect(failure.remedy.text(in: .korean) == "2분 후에 다시 시도해 주세요.")
                #expect(app.list.state.rows.count == 30)
                app.list.retry()
                await story.rest()
                #expect(app.list.state.feed.failure == nil)
            }
        }

        @Test("Shows an error in the app's language beside the server's own sentence") func serverSentence() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                app.setLanguage(.korean)
                story.network.fail(.posts, .status(403, body: #"{"message":"Board is closed."}"#), times: 1)
                await app.list.refreshAndWait()
                let failure = try #require(app.list.state.failure)
                #expect(app.list.state.bannerText == NoticeBoardError(.forbidden).text(in: .korean))
                #expect(failure.serverMessage == "Board is closed.")
            }
        }

        @Test("Matches the service after ten network outages") func airplane() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                for flight in 0..<10 {
                    story.network.disconnect()
                    app.list.refresh()
                    app.list.loadMore()
                    app.menu.refresh()
                    await story.rest()
                    #expect(!app.list.state.rows.isEmpty)
                    service.change(1) { board in
                        board.arrive(1)
                        if flight % 3 == 0 { board.posts.remove(at: 2) }
                    }
                    story.network.mend()
                    app.list.retry()
                    app.menu.retry()
                    await story.rest()
                }
                app.list.loadAll()
                #expect(await eventually { app.list.state.feed.end != nil && !app.list.state.feed.isLoading })
                await app.list.refreshAndWait()
                #expect(app.list.state.rows.ids == story.firstBoard.posts.map(\.id))
            }
        }

        @Test("Shows no failure when the token is renewed while a list loads") func renewal() async throws {
            try await send(service) { story in
                let session = TokenSession(Credentials(accessToken: .bearer("simulator"), account: "ann")) { [service] old in
                    Credentials(accessToken: .bearer(service.renewToken()), account: old.account)
                }
                let address = try #require(URL(string: "https://board.example/api/v2"))
                var configuration = APIClient.Configuration(baseURL: address, retry: .never)
                configuration.authorization = session
                let client = NoticeBoardClient(configuration, transport: story.network)
                let app = story.launch(client: client, scope: session.scope)
                var failures: [NoticeBoardError] = []
                let observation = app.list.observe { if let failure = $0.feed.failure { failures.append(failure) } }
                await story.open(app)
                service.expireToken(after: 1)
                #expect(await story.scroll(app.list, to: 90))
                service.expireToken()
                await app.list.refreshAndWait()
                await app.menu.refreshAndWait()
                observation.cancel()
                #expect(failures == [])
                #expect(session.credentials?.accessToken == .bearer(service.token))
            }
        }
    }

    @Suite("Two windows", .serialized) @MainActor struct TwoWindows {
        private let service = BoardSimulator(boards: [makeBoard(1, posts: 40), makeBoard(2, posts: 5)])

        @Test("Shares searches between windows") func searches() async throws {
            try await send(service) { story in
                let (first, second) = (story.launch(), story.launch())
                await first.open()
                await story.open(second)
                second.search.begin()
                first.search.begin()
                first.search.setText("글 1")
                story.network.fail(.searches, .status(503), times: 1)
                first.search.submit()
                #expect(await eventually { second.search.state.history.map(\.keyword) == ["글 1"] })
                second.search.delete(try #require(second.search.state.history.first))
                #expect(await eventually { first.search.state.history.isEmpty })
            }
        }

        @Test("Shares read marks between windows and with the next launch") func reads() async throws {
            try await send(service) { story in
                let (first, second) = (story.launch(), story.launch())
                await first.open()
                await story.open(second)
                #expect(await eventually { first.list.state.rows.count == 30 })
                let (one, other) = (first.list.state.rows[2].id, first.list.state.rows[6].id)
                first.page.open(one, from: first.list)
                #expect(await eventually { second.list[one]?.isRead == true })
                second.page.open(other, from: second.list)
                #expect(await eventually { first.list[other]?.isRead == true })
                await second.saveNow()
                let third = story.launch()
                await story.open(third)
                #expect(await eventually { third.list[one]?.isRead == true && third.list[other]?.isRead == true })
            }
        }

        @Test("Shows a separate post in each of two windows") func pages() async throws {
            try await send(service) { story in
                // As in the guides: each window has its own app object with the same files.
                let (first, second) = (story.launch(), story.launch())
                await first.open()
                await story.open(second)
                #expect(await eventually { first.list.state.rows.count == 30 })
                first.page.open(1040, from: first.list)
                second.page.open(1035, from: second.list)
                #expect(first.page.state.post?.id == 1040)
                #expect(second.page.state.post?.id == 1035)
                second.page.clear()
                #expect(first.page.state.post?.id == 1040)
                #expect(await eventually { first.list[1035]?.isRead == true })
            }
        }
    }
}
