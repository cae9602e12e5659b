import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Searching", .serialized) @MainActor struct Searching {
        nonisolated private static let keywords = [
            "메일", "mail", "MAIL", "c++", "100%", "a&b", "x=y", "#태그", "a;b", "\"인용\"", "'", "\\", "<b>", "👍🏽", "👨‍👩‍👧", "é",
            "e\u{301}", "ㅋㅋ",
            "한글 두 낱말", "?", "*", "[Re]", "日本", "0", "-1", "../",
        ]

        private static func service() -> BoardSimulator {
            var board = makeBoard(1, posts: 60) { $0 % 2 == 0 ? "메일 \($0)" : "편지 \($0)" }
            for (index, keyword) in keywords.enumerated() { board.posts[index].title += " \(keyword)" }
            return BoardSimulator(boards: [board, makeBoard(2, name: "자유게시판", posts: 10) { "메일 둘째 \($0)" }])
        }

        private func search(_ keyword: String, in app: BoardApp, target: SearchTarget = .title) async {
            app.search.begin()
            app.search.setText(keyword)
            app.search.choose(target)
            _ = await eventually { app.search.state.mode == .results && !app.search.state.results.isLoading }
        }

        @Test("Repeats a search after a launch", arguments: keywords)
        func anyKeyword(_ keyword: String) async throws {
            try await send(Self.service()) { story in
                var app = story.launch()
                await story.open(app)
                story.network.fail(.searches, .error(.timedOut), times: 1)
                await search(keyword, in: app)
                app.search.retry()
                await story.rest()
                let row = try #require(app.search.state.hits.first)
                #expect(!row.titleHighlights.isEmpty)
                #expect(await eventually { app.search.state.history.count == 1 })

                app = story.launch()
                await story.open(app)
                app.search.begin()
                await story.rest()
                app.search.choose(try #require(app.search.state.history.first))
                await story.rest()
                #expect(!app.search.state.hits.isEmpty)
            }
        }

        @Test("Keeps a keyword of 1,000 letters") func longKeyword() async throws {
            try await send(Self.service()) { story in
                let long = String(repeating: "긴말", count: 500)
                story.service.change(1) { $0.posts[0].title = long }
                var app = story.launch()
                await story.open(app)
                await search(long, in: app)
                await story.rest()
                #expect(app.search.state.hits.count == 1)
                app.search.end()
                app = story.launch()
                await story.open(app)
                app.search.begin()
                await story.rest()
                #expect(app.search.state.history.map(\.keyword) == [long])
            }
        }

        @Test("Shows only the results of the last typed keyword") func slowAnswers() async throws {
            var rules = PostSearchRules()
            rules.typingDelay = 0.001
            try await send(Self.service()) { story in
                let gate = Gate()
                let app = story.launch(rules: rules)
                await story.open(app)
                app.search.begin()
                story.network.fail(.searches, .held(gate), times: 1)
                app.search.setText("메일")
                await gate.waitForArrivals(1)
                app.search.setText("편지")
                #expect(await eventually { app.search.state.hits.first?.title.hasPrefix("편지") == true })
                gate.open()
                app.search.setText("편지 1")
                #expect(await eventually { app.search.state.resultsQuery?.keyword == "편지 1" })
                #expect(app.search.state.history.isEmpty)
                app.search.submit()
                await story.rest()
                #expect(await eventually { app.search.state.history.map(\.keyword) == ["편지 1"] })
            }
        }

        @Test("Sends no request for a partial syllable") func halfSyllables() async throws {
            var rules = PostSearchRules()
            rules.typingDelay = 0.001
            try await send(Self.service()) { story in
                let app = story.launch(rules: rules)
                await story.open(app)
                app.search.begin()
                app.search.setText("메일 ")
                #expect(await eventually { app.search.state.display == .items && app.search.state.mode == .results })
                let sent = story.network.requestCount
                app.search.setText("메일 ㅂ")
                #expect(app.search.state.mode == .results)
                app.search.setText("메일 보")
                app.search.setText("메일 보ㄴ")
                #expect(story.network.requestCount == sent)
                story.network.disconnect()
                app.search.setText("메일 1")
                #expect(await eventually { app.search.state.results.failure?.code == .noNetwork })
                story.network.mend()
                app.search.retry()
                await story.rest()
                #expect(await eventually { app.search.state.resultsQuery?.keyword == "메일 1" })
            }
        }

        @Test("Keeps history changes and the recording state after a launch") func historyRules() async throws {
            try await send(Self.service()) { story in
                var app = story.launch()
                await story.open(app)
                for word in ["하나", "둘", "셋"] { await search(word, in: app) }
                app.search.begin()
                app.search.setText("")
                #expect(await eventually { app.search.state.history.map(\.keyword) == ["셋", "둘", "하나"] })
                app.search.pin(app.search.state.history[2])
                app.search.deleteHistory()
                #expect(await eventually { app.search.state.undoable == 2 && app.search.state.history.map(\.keyword) == ["하나"] })
                app.search.undo()
                #expect(await eventually { app.search.state.history.count == 3 })
                app.search.setRecording(.paused)
                #expect(await eventually { app.search.state.recording == .paused })
                await search("넷", in: app)
                await story.rest()

                app = story.launch()
                await story.open(app)
                app.search.begin()
                await story.rest()
                #expect(app.search.state.recording == .paused)
                #expect(app.search.state.history.map(\.keyword) == ["셋", "둘", "하나"])
                #expect(app.search.state.history.map(\.isPinned) == [false, false, true])
            }
        }

        @Test("Removes an edited hit that no longer matches until the search refreshes") func hitsChange() async throws {
            try await send(Self.service()) { story in
                let app = story.launch()
                await story.open(app)
                await search("메일", in: app, target: .title)
                await story.rest()
                let hit = try #require(app.search.state.hits.first)
                app.page.open(hit.id, from: app.search)
                app.changes.send(.edited(Post(id: hit.id, title: "다른 글", boardID: 1)))
                #expect(app.search[hit.id] == nil)
                #expect(app.page.state.bannerText == "이 게시글은 더 이상 목록에 없습니다.")
                story.network.fail(.searches, .status(503), times: 1)
                await app.search.refreshAndWait()
                app.search.retry()
                await story.rest()
                #expect(app.search[hit.id] != nil)
                #expect(app.page.state.bannerText == nil)
            }
        }

        @Test("Reports a failed search until a retry") func fails() async throws {
            try await send(Self.service()) { story in
                let app = story.launch()
                await story.open(app)
                story.network.fail(.searches, .status(500), times: 1)
                await search("메일", in: app)
                #expect(app.search.state.display == app.search.state.results.failure.map(FeedDisplay.failure))
                app.search.end()
                #expect(app.list.state.rows.count == 30)
                story.network.disconnect()
                await search("편지", in: app)
                #expect(app.search.state.results.failure?.code == .noNetwork)
                story.network.mend()
                app.search.retry()
                await story.rest()
                #expect(app.search.state.hits.count == 30)
                #expect(await eventually { app.search.state.history.map(\.keyword) == ["편지", "메일"] })
            }
        }

        @Test("Hides hits by word without a request, even in the next search") func filter() async throws {
            try await send(Self.service()) { story in
                let app = story.launch()
                await story.open(app)
                await search("메일", in: app)
                let (count, sent) = (app.search.state.hits.count, story.network.requestCount)
                app.search.filter.words = ["mail"]
                #expect(app.search.state.hits.count == count - 1)
                #expect(app.search.state.results.hidden == [.word: 1])
                app.search.filter.words = ["메일"]
                #expect(app.search.state.emptyText?.hasPrefix("숨긴 게시글") == true)
                #expect(app.search.state.emptyReason == .hidden)
                app.search.filter = PostFilter()
                #expect(app.search.state.hits.count == count)
                #expect(story.network.requestCount == sent)
                app.search.filter.words = ["편지"]
                await search("편지", in: app)
                #expect(app.search.state.hits.isEmpty)
            }
        }

        @Test("Searches a newly selected board") func boardSwitched() async throws {
            try await send(Self.service()) { story in
                let gate = Gate()
                let app = story.launch()
                await story.open(app)
                await search("메일", in: app)
                story.network.fail(.searches, .held(gate), times: 1)
                app.search.refresh()
                await gate.waitForArrivals(1)
                app.menu.select(2)
                gate.open()
                await story.rest()
                #expect(app.search.state.hits.filter { !$0.title.hasPrefix("메일 둘째") }.isEmpty)
                #expect(app.search.state.hits.count == 10)
                app.search.end()
                #expect(app.list.state.title == "자유게시판")
            }
        }

        @Test("Keeps a post's own highlights during another search") func otherSearch() async throws {
            try await send(Self.service()) { story in
                let app = story.launch()
                await story.open(app)
                await search("메일", in: app)
                let hit = try #require(app.search.state.hits.first?.id)
                app.page.open(hit, from: app.search)
                #expect(marked(app.page.state.row) == ["메일"])
                story.network.fail(.searches, .error(.connectionLost), times: 1)
                await search("편지", in: app)
                app.search.retry()
                await story.rest()
                #expect(app.page.state.post?.id == hit)
                #expect(marked(app.page.state.row) == ["메일"])
                app.page.next()
                #expect(app.page.state.row?.title.hasPrefix("편지") == true)
                #expect(marked(app.page.state.row) == ["편지"])
            }
        }

        /// Returns the highlighted parts of a title.
        private func marked(_ row: PostRow?) -> Set<String> {
            Set(row.map { row in row.titleHighlights.map { String(row.title[$0]) } } ?? [])
        }

        @Test("Finds new posts when the same search is submitted again") func again() async throws {
            try await send(Self.service()) { story in
                let app = story.launch()
                await story.open(app)
                await search("새말", in: app)
                #expect(app.search.state.emptyText == "검색 결과가 없습니다. 다른 검색어를 입력해보세요.")
                #expect(app.search.state.emptyReason == .noResults)
                story.service.change(1) { $0.posts[5].title = "새말 하나" }
                story.network.fail(.searches, .status(503), times: 1)
                app.search.submit()
                await story.rest()
                #expect(app.search.state.results.refresh.failure != nil)
                app.search.submit()
                await story.rest()
                #expect(app.search.state.hits.count == 1)
            }
        }

        @Test("Marks a hit without a board as read on the open board") func readHit() async throws {
            let answer = #"{"value": [{"postId": 7, "title": "메일"}], "total": 1}"#
            try await send(Self.service()) { story in
                let app = story.launch()
                await story.open(app)
                story.network.fail(.searches, .json(answer))
                await search("메일", in: app)
                app.page.open(7, from: app.search)
                #expect(app.search[7]?.isRead == true)
                #expect(app.page.state.row?.isRead == true)
                app.menu.select(2)
                await story.rest()
                #expect(app.search[7]?.isRead == false)
            }
        }
    }
}
