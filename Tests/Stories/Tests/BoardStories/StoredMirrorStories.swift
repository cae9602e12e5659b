import Foundation
import NoticeBoardKitOffline
import StorySupport
import Testing

extension StoredBoardStories {
    @Suite("Without a network", .serialized) @MainActor struct WithoutNetwork {
        enum Network: CaseIterable {
            case none, portal, silent

            var code: NoticeBoardError.Code {
                switch self {
                case .none: .noNetwork
                case .portal: .networkSignIn
                case .silent: .timedOut
                }
            }

            /// Makes the story's network fail in this way.
            @MainActor func begin(in story: StoredBoardStory) throws {
                switch self {
                case .none: story.network.isInTunnel = true
                case .portal: try story.server.fail(.portal)
                case .silent: try story.server.fail(.hang)
                }
            }

            /// Mends the story's network.
            @MainActor func end(in story: StoredBoardStory) throws {
                story.network.isInTunnel = false
                try story.server.mend()
            }
        }

        /// The reason why a list shows stored posts.
        private func reasonForStoredPosts(_ list: PostList) -> NoticeBoardError.Code? {
            list.state.feed.networkFailure?.code
        }

        @Test("Says why stored posts are shown", arguments: Network.allCases)
        func reason(_ network: Network) async throws {
            try await withStoredBoards { story in
                let board = try story.server.addBoard("공지사항", posts: 90)
                story.timeout = 0.5
                try await story.storeBoards()
                try network.begin(in: story)
                let launch = story.launch()
                await launch.open()
                #expect(launch.list.state.rows.count >= 30)
                #expect(reasonForStoredPosts(launch.list) == network.code)
                #expect(launch.list.state.bannerText != nil)

                try network.end(in: story)
                let newest = try story.server.arrive(1, on: board)[0]
                #expect(await pulls(launch, until: { launch.list[newest] != nil }))
                await story.rest()
                #expect(reasonForStoredPosts(launch.list) == nil)
                #expect(launch.list.state.bannerText == nil)
            }
        }

        @Test("Says why stored hits are shown", arguments: Network.allCases)
        func reasonForHits(_ network: Network) async throws {
            try await withStoredBoards { story in
                try story.server.addBoard("공지사항", posts: 90)
                story.timeout = 0.5
                try await story.storeBoards()
                let launch = story.launch()
                await launch.open()
                try network.begin(in: story)
                launch.app.search.begin()
                launch.app.search.setText("글")
                launch.app.search.submit()
                await story.rest()
                #expect(launch.app.search.state.hits.count >= 30)
                #expect(launch.app.search.state.results.networkFailure?.code == network.code)
                #expect(launch.app.search.state.bannerText != nil)
                try network.end(in: story)
            }
        }

        @Test("Loads ten stored pages without waiting for a timeout each", arguments: [true, false])
        func timeouts(showsKept: Bool) async throws {
            try await withStoredBoards { story in
                let board = try story.server.addBoard("공지사항", posts: 500)
                story.timeout = 1
                try await story.storeBoards()
                try story.server.fail(.hang)
                let before = story.network.count
                let launch = story.launch(showsKept: showsKept)
                await launch.app.open()
                #expect(await eventually(within: 6) { launch.list.state.rows.count >= 30 })
                launch.list.loadAll()
                #expect(await eventually(within: 6) { launch.list.state.rows.count == 500 })
                #expect(story.network.count - before <= 5)

                // The network works again, and a pull finds it soon.
                try story.server.mend()
                let newest = try story.server.arrive(1, on: board)[0]
                #expect(await pulls(launch, until: { launch.list[newest] != nil }))
            }
        }

        /// Pulls once a second, as an impatient user does, for at most thirty seconds.
        private func pulls(_ launch: StoredBoardLaunch, until condition: () -> Bool) async -> Bool {
            for _ in 0..<30 {
                launch.list.refresh()
                if await eventually(within: 1, condition) { return true }
            }
            return false
        }
    }

    @Suite("Boards that the service takes away", .serialized) @MainActor struct TakenBoards {
        /// How the app learns that a board is gone.
        enum Way: CaseIterable { case update, pull }

        private func learn(_ way: Way, _ board: Int, _ story: StoredBoardStory, _ launch: StoredBoardLaunch) async {
            switch way {
            case .update:
                await #expect(throws: NoticeBoardError.self) { try await launch.mirror.update(board) }
            case .pull:
                launch.list.refresh()
                await story.rest()
            }
        }

        private func found(_ mirror: BoardMirror, on board: Int) async throws -> Int {
            var count = 0
            for try await match in mirror.search(Highlighter("글")) where match.board == board { count += 1 }
            return count
        }

        @Test("Removes a deleted board's posts from the device", arguments: Way.allCases)
        func deleted(_ way: Way) async throws {
            try await withStoredBoards { story in
                try story.server.addBoard("공지사항", posts: 40)
                let board = try story.server.addBoard("동아리", posts: 50)
                try await story.storeBoards()
                let launch = story.launch()
                await launch.open()
                await launch.select(board)
                #expect(try await found(launch.mirror, on: board) == 50)

                try story.server.deleteBoard(board)
                await learn(way, board, story, launch)
                #expect(try await found(launch.mirror, on: board) == 0)
                #expect(try await launch.mirror.posts(in: board).posts.count == 0)
                #expect(try await launch.mirror.mirroredBoards() == [1])
                #expect(try await found(launch.mirror, on: 1) == 40)

                // Nor are they there in the next launch.
                let next = story.makeMirror()
                #expect(try await found(next, on: board) == 0)
            }
        }

        @Test("Hides a forbidden board's posts until the board is allowed again", arguments: Way.allCases)
        func forbidden(_ way: Way) async throws {
            try await withStoredBoards { story in
                try story.server.addBoard("공지사항", posts: 40)
                let board = try story.server.addBoard("임원", posts: 300)
                try await story.storeBoards()
                let launch = story.launch()
                await launch.open()
                await launch.select(board)

                try story.server.forbid(board)
                await learn(way, board, story, launch)
                #expect(try await found(launch.mirror, on: board) == 0)
                #expect(try await launch.mirror.posts(in: board).posts.count == 0)

                // A later launch without a network does not show them either.
                story.network.isInTunnel = true
                let later = story.launch()
                await later.open()
                await later.select(board)
                #expect(later.list.state.rows.count == 0)
                story.network.isInTunnel = false

                try story.server.allow(board)
                let update = try await later.mirror.update(board)
                #expect(update.requests <= 4)
                #expect(try await found(later.mirror, on: board) == 300)
            }
        }

        @Test("Leaves a board that was deleted at the service", arguments: DeletedBoardAct.allCases)
        func leavesDeleted(_ act: DeletedBoardAct) async throws {
            try await withStoredBoards { story in
                let first = try story.server.addBoard("공지사항", posts: 40)
                let board = try story.server.addBoard("동아리", posts: 90)
                let launch = story.launch(showsKept: false)
                await launch.open()
                if act != .select {
                    await launch.select(board)
                    await launch.scroll(to: 10)
                }
                var failures: [NoticeBoardError] = []
                let observation = launch.list.observe { state in
                    if let failure = state.failure { failures.append(failure) }
                }

                try story.server.deleteBoard(board)
                switch act {
                case .pull: launch.list.refresh()
                case .scroll: launch.show(from: launch.list.state.rows.count - 5)
                case .select: launch.app.menu.select(board)
                }
                await story.rest()
                observation.cancel()
                #expect(launch.app.menu.state.rows.map(\.id) == [first])
                #expect(launch.app.selection.board?.id == first)
                #expect(launch.list.state.rows.count == 30)
                // A reload would only fail again.
                #expect(failures.filter { $0.remedy != .chooseAnother(.board) } == [])
            }
        }

        enum DeletedBoardAct: CaseIterable { case pull, scroll, select }
    }
}
