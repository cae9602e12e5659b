import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Accounts", .serialized) @MainActor struct Accounts {
        /// Returns the boards of an account, with its name in every text.
        private func boards(of account: String) -> [SimulatedBoard] {
            [
                makeBoard(1, name: "\(account) 게시판", posts: 60) { "\(account) 글 \($0)" },
                makeBoard(2, name: "\(account) 둘째", posts: 40) { "\(account) 둘째 글 \($0)" },
            ]
        }

        private func search(_ word: String, in app: BoardApp) async {
            app.search.begin()
            app.search.setText(word)
            app.search.submit()
            _ = await eventually { app.search.state.mode == .results && !app.search.state.results.isLoading }
            _ = await eventually { app.search.state.history.contains { $0.keyword == word } }
        }

        @Test("Keeps the searches, read marks and place of two alternating accounts apart") func taketurns() async throws {
            try await send(BoardSimulator(boards: boards(of: "ann"))) { story in
                let app = story.launch("ann")
                story.watch.welcome("ann")
                await story.open(app)
                app.menu.select(2)
                await story.rest()
                let read = app.list.state.rows[4].id
                app.page.open(read, from: app.list)
                await search("ann 글", in: app)
                #expect(await eventually { story.files.contains { $0.hasSuffix(".read") } })
                #expect(await app.saveNow() == nil)
                #expect(await app.signOut(erasing: false) == nil)

                story.service.boards = boards(of: "bob")
                story.use("bob", in: app)
                story.network.fail(.all, .status(503), times: 1)
                await story.open(app)
                app.menu.retry()
                await story.rest()
                #expect(app.list.state.title == "bob 게시판")
                await search("bob 글", in: app)
                #expect(app.search.state.history.map(\.keyword) == ["bob 글"])
                #expect(await app.signOut(erasing: false) == nil)

                story.service.boards = boards(of: "ann")
                story.watch.welcome("ann")
                story.use("ann", in: app)
                await story.open(app)
                #expect(app.list.state.title == "ann 둘째")
                #expect(await eventually { app.list[read]?.isRead == true })
                app.search.begin()
                #expect(await eventually { app.search.state.history.map(\.keyword) == ["ann 글"] })
            }
        }

        @Test("Keeps no data after a sign-out with pending requests") func signOutAmidAll() async throws {
            try await send(BoardSimulator(boards: boards(of: "ann"))) { story in
                let gate = Gate()
                let app = story.launch("ann")
                story.watch.welcome("ann")
                await story.open(app)
                app.page.open(app.list.state.rows[2].id, from: app.list)
                await search("ann 글", in: app)
                #expect(await app.saveNow() == nil)
                story.network.fail(.all, .held(gate))
                app.list.refresh()
                app.menu.refresh()
                app.search.loadMore()
                app.page.next()
                await gate.waitForArrivals(2)
                #expect(await app.signOut() == nil)
                story.network.mend()
                gate.open()
                #expect(app.list.state.rows.isEmpty)
                #expect(app.menu.state.rows.isEmpty)
                #expect(app.page.state.post == nil)
                #expect(app.search.state.history.isEmpty)
                #expect(story.files == [])

                story.service.boards = boards(of: "bob")
                story.use("bob", in: app)
                await story.open(app)
                #expect(app.list.state.title == "bob 게시판")
                #expect(app.list.state.rows.filter(\.isRead).isEmpty)
            }
        }

        @Test("Shows a read post as read in the list, the search and the page") func readEverywhere() async throws {
            try await send(BoardSimulator(boards: boards(of: "ann"))) { story in
                var app = story.launch()
                await story.open(app)
                await search("글", in: app)
                let post = try #require(app.search.state.hits.first?.id)
                app.page.open(post, from: app.search)
                #expect(app.search[post]?.isRead == true)
                #expect(app.list[post]?.isRead == true)
                #expect(app.page.state.row?.isRead == true)
                app.page.restyle(PostRowStyle(language: .english))
                #expect(app.page.state.row?.isRead == true)
                #expect(await eventually { story.files.contains { $0.hasSuffix(".read") } })

                story.network.disconnect()
                app = story.launch()
                story.network.mend()
                await story.open(app)
                #expect(await eventually { app.list[post]?.isRead == true })
                app.page.open(try #require(app.list.state.feed.items[id: post]))
                #expect(app.page.state.row?.isRead == true)
            }
        }

        @Test("Never shows the writer of an anonymous post") func anonymous() async throws {
            var board = makeBoard(1, posts: 10)
            board.posts[3].isAnonymous = true
            board.posts[3].writerName = "숨은사람"
            board.posts[3].writerAddress = "hidden@example.com"
            try await send(BoardSimulator(boards: [board])) { story in
                var app = story.launch()
                await story.open(app)
                let row = try #require(app.list.state.rows.first { $0.isAnonymous })
                #expect(row.writer == "익명")
                #expect(!row.spoken.contains("숨은사람"))
                story.network.fail(.searches, .status(503), times: 1)
                app.search.begin()
                app.search.setText("숨은사람")
                app.search.choose(.writer)
                await story.rest()
                app.search.retry()
                await story.rest()
                #expect(app.search.state.hits.isEmpty)
                app.page.open(row.id, from: app.list)
                await story.rest()
                #expect(!"\(app.page.state)".contains("숨은사람"))
                await app.saveNow()
                app = story.launch()
                await story.open(app)
                #expect(app.list[row.id]?.writer == "익명")
            }
        }

        @Test("Shows a sign-in text in menu and list after signing out") func afterSigningOut() async throws {
            try await send(BoardSimulator(boards: boards(of: "ann"))) { story in
                let app = story.launch()
                await story.open(app)
                #expect(await app.signOut() == nil)
                #expect(app.menu.state.emptyText == "로그인하면 게시판이 표시됩니다.")
                #expect(app.list.state.emptyText == "로그인하면 게시판이 표시됩니다.")
                #expect(app.list.state.emptyReason == .signedOut)
                let sent = story.network.requestCount
                await app.list.refreshAndWait()
                #expect(story.network.requestCount == sent)
            }
        }

        /// Returns a session of an account whose token can't be renewed, and a client that it authorizes.
        private func session(_ story: BoardStory, of account: String?) throws -> (TokenSession, NoticeBoardClient) {
            let credentials = account.map { Credentials(accessToken: .bearer(story.service.renewToken()), account: $0) }
            let scope = AccountScope(directory: story.folder.appendingPathComponent("session"))
            let session = TokenSession(credentials, scope: scope) { _ in
                throw NoticeBoardError(.sessionOver, "The story's server renews nothing.")
            }
            var configuration = APIClient.Configuration(baseURL: try address, retry: .never)
            configuration.authorization = session
            return (session, NoticeBoardClient(configuration, transport: story.network))
        }

        /// Reads a post, searches and keeps the place as ann, until the service ends her session.
        private func runOut(_ story: BoardStory) async throws -> (BoardApp, TokenSession, read: Post.ID) {
            let (session, client) = try session(story, of: "ann")
            let app = story.launch("ann", client: client, scope: session.scope)
            story.watch.welcome("ann")
            await story.open(app)
            app.menu.select(2)
            await story.rest()
            let read = try #require(app.list.state.rows.first).id
            app.page.open(read, from: app.list)
            #expect(await eventually { app.list[read]?.isRead == true })
            #expect(await eventually { story.files.contains { $0.hasSuffix(".read") } })
            await search("ann 둘째", in: app)
            app.search.end()
            #expect(await app.saveNow() == nil)
            story.service.expireToken()
            app.list.refresh()
            #expect(await eventually { app.list.state.rows.isEmpty })
            await session.scope.waitUntilErased()
            return (app, session, read)
        }

        @Test("Keeps searches, read marks and place of an expired session for the same account") func ranOut() async throws {
            try await send(BoardSimulator(boards: boards(of: "ann"))) { story in
                let (app, session, read) = try await runOut(story)
                story.watch.welcome("ann")
                session.signIn(Credentials(accessToken: .bearer(story.service.renewToken()), account: "ann"))
                await story.open(app)
                app.search.begin()
                await story.rest()
                #expect(app.search.state.history.map(\.keyword) == ["ann 둘째"])
                #expect(app.list.state.title == "ann 둘째")
                #expect(await eventually { app.list[read]?.isRead == true })
            }
        }

        @Test("Keeps searches, read marks and place of an expired session through a launch") func ranOutAndLaunched()
            async throws
        {
            try await send(BoardSimulator(boards: boards(of: "ann"))) { story in
                let read = try await runOut(story).read
                let (session, client) = try session(story, of: nil)
                let app = story.launch("ann", client: client, scope: session.scope)
                session.scope.restore(nil)
                session.signIn(Credentials(accessToken: .bearer(story.service.renewToken()), account: "ann"))
                story.watch.welcome("ann")
                await story.open(app)
                app.search.begin()
                await story.rest()
                #expect(app.search.state.history.map(\.keyword) == ["ann 둘째"])
                #expect(app.list.state.title == "ann 둘째")
                #expect(await eventually { app.list[read]?.isRead == true })
            }
        }

        @Test("Erases the data of an expired session when another account signs in", arguments: [false, true])
        func ranOutForGood(_ isLaunched: Bool) async throws {
            try await send(BoardSimulator(boards: boards(of: "ann"))) { story in
                var (app, session, _) = try await runOut(story)
                #expect(story.keeps("ann 둘째"))
                if isLaunched {
                    let (next, client) = try self.session(story, of: nil)
                    next.scope.restore(nil)
                    session = next
                    app = story.launch("bob", client: client, scope: next.scope)
                }
                session.signIn(Credentials(accessToken: .bearer(story.service.renewToken()), account: "bob"))
                story.use("bob", in: app)
                await session.scope.waitUntilErased()
                #expect(story.files == ["session"])
            }
        }

        @Test("Registering an account at launch erases nothing") func registering() async throws {
            try await send(BoardSimulator(boards: boards(of: "ann"))) { story in
                try await story.history(of: "ann").save("ann 글")
                let session = TokenSession { $0 }
                let app = story.launch("ann", scope: session.scope)
                await session.scope.waitUntilErased()
                await story.open(app)
                app.search.begin()
                await story.rest()
                #expect(app.search.state.history.map(\.keyword) == ["ann 글"])
                session.signIn(Credentials(accessToken: .bearer("simulator"), account: "ann"))
                story.watch.welcome("ann")
                session.signOut()
                await session.scope.waitUntilErased()
                #expect(app.list.state.rows.isEmpty)
                #expect(!story.keeps("ann 글"))
            }
        }

        private var address: URL { get throws { try #require(URL(string: "https://board.example/api/v2")) } }

        enum Race: CaseIterable {
            case list, further, refresh, menu, search, typing, save, delete, undo, place, page, switching
        }

        @Test("Keeps no data after a sign-out during any operation", arguments: Race.allCases)
        func races(_ race: Race) async throws {
            var rules = PostSearchRules()
            rules.typingDelay = 0.001
            try await send(BoardSimulator(boards: boards(of: "ann"))) { story in
                let gate = Gate()
                let app = story.launch("ann", rules: rules)
                story.watch.welcome("ann")
                await story.open(app)
                await search("ann 글", in: app)
                app.page.open(app.list.state.rows[1].id, from: app.list)
                story.network.fail(.all, .held(gate))
                switch race {
                case .list: app.list.reload()
                case .further: app.list.loadMore()
                case .refresh: app.list.refresh()
                case .menu: app.menu.refresh()
                case .search: app.search.refresh()
                case .typing: app.search.setText("ann 글 1")
                case .save: app.search.choose(.title)
                case .delete: app.search.deleteHistory()
                case .undo:
                    app.search.deleteHistory()
                    #expect(await eventually { app.search.state.undoable == 1 })
                    app.search.undo()
                case .place: Task { await app.saveNow() }
                case .page: app.page.open(app.list.state.rows[5].id, from: app.list)
                case .switching: app.menu.select(2)
                }
                #expect(await app.signOut() == nil)
                gate.open()
                story.network.mend()
                _ = await eventually { story.watch.isResting }
                #expect(app.list.state.rows.isEmpty)
                #expect(app.search.state.history.isEmpty)
                #expect(app.page.state.post == nil)
                #expect(story.files == [])
                story.service.boards = boards(of: "bob")
                story.use("bob", in: app)
                await story.open(app)
                #expect(app.list.state.rows.count == 30)
            }
        }
    }
}
