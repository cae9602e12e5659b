import NoticeBoardKitOffline
import StorySupport
import Testing

extension StoredBoardStories {
    @Suite("Lists of a service that changes", .serialized) @MainActor struct ChangingLists {
        @Test(
            "Removes a post deleted in a region that was just loaded",
            arguments: [(45, 50, 48), (45, 60, 50), (70, 75, 80)])
        func ghost(top: Int, first: Int, second: Int) async throws {
            try await withStoredBoards(deletes: true) { story in
                let board = try story.server.addBoard("공지사항", posts: 100)
                let launch = story.launch(showsKept: false)
                await launch.open()
                await launch.scroll(to: 70)
                launch.show(from: top)
                await story.rest()
                let posts = try story.server.posts(on: board)
                try story.server.delete([posts[first]], on: board)
                launch.list.refresh()
                await story.rest()
                try story.server.delete([posts[second]], on: board)
                await launch.scroll(to: 70)
                for _ in 0..<5 {
                    launch.list.refresh()
                    await story.rest()
                    await launch.scroll(to: 80)
                }
                #expect(launch.list[posts[second]] == nil)
                #expect(launch.list.state.rows.count <= 98)
            }
        }

        @Test("Shows all newcomers after a gap was loaded in a tunnel") func gapInTunnel() async throws {
            try await withStoredBoards { story in
                let board = try story.server.addBoard("공지사항", posts: 300)
                try await story.storeBoards()
                let launch = story.launch(showsKept: false)
                await launch.open()
                await launch.scroll(to: 60)
                try story.server.arrive(220, on: board)
                launch.list.refresh()
                await story.rest()
                let gap = try #require(launch.list.state.feed.gaps.first)
                story.network.isInTunnel = true
                launch.list.loadGap(gap)
                await story.rest()
                story.network.isInTunnel = false
                launch.list.refresh()
                await story.rest()
                while let gap = launch.list.state.feed.gaps.first {
                    let count = launch.list.state.rows.count
                    launch.list.loadGap(gap)
                    await story.rest()
                    if launch.list.state.rows.count == count { break }
                }
                let shown = launch.list.state.rows.ids
                let isWhole = try shown == Array(story.server.posts(on: board).prefix(shown.count))
                #expect(launch.list.state.feed.gaps.isEmpty)
                #expect(isWhole)
            }
        }

        @Test("A second pull does not wait for a request that hangs") func hangingPull() async throws {
            try await withStoredBoards { story in
                let board = try story.server.addBoard("공지사항", posts: 90)
                let launch = story.launch(showsKept: false)
                await launch.open()
                try story.server.fail(.hang, of: .posts, times: 1)
                let newest = try story.server.arrive(1, on: board)[0]
                launch.list.refresh()
                _ = await eventually(within: 1) { story.network.isBusy }
                // A user pulls again and again; a pull replaces one that hangs for three seconds.
                var isShown = false
                for _ in 0..<6 where !isShown {
                    isShown = await eventually(within: 1) { launch.list[newest] != nil }
                    if !isShown { launch.list.refresh() }
                }
                #expect(isShown)
                try story.server.mend()
            }
        }

        @Test("Continues a list after a proxy repeated its first page") func staleProxy() async throws {
            try await withStoredBoards { story in
                try story.server.addBoard("공지사항", posts: 95)
                let launch = story.launch(showsKept: false)
                await launch.open()
                try story.server.fail(.stale(offset: 0), of: .furtherPosts)
                await launch.scroll(to: 20)
                try story.server.mend()
                await launch.scroll(to: 20)
                launch.list.retry()
                launch.list.loadMore()
                launch.list.refresh()
                await story.rest()
                await launch.scroll(to: 80)
                #expect(launch.list.state.rows.count == 95)
            }
        }

        @Test("Shows an edited post that is in sight after a pull") func edited() async throws {
            try await withStoredBoards { story in
                let board = try story.server.addBoard("공지사항", posts: 100)
                let launch = story.launch(showsKept: false)
                await launch.open()
                await launch.scroll(to: 60)
                let post = launch.list.state.rows[60].id
                try story.server.edit(post, on: board, title: "새 제목")
                launch.list.refresh()
                await story.rest()
                launch.show(from: 60)
                await story.rest()
                #expect(launch.list[post]?.title == "새 제목")
            }
        }

        enum WayOn: CaseIterable { case scroll, nextPost }

        @Test("Reads on at the last row after a tunnel in which many posts arrived", arguments: WayOn.allCases)
        func readingOn(_ way: WayOn) async throws {
            try await withStoredBoards { story in
                let board = try story.server.addBoard("공지사항", posts: 2_000)
                try await story.storeBoards()
                try story.server.arrive(250, on: board)
                story.network.isInTunnel = true
                let launch = story.launch(showsKept: false)
                await launch.open()
                await launch.scroll(to: 180)
                story.network.isInTunnel = false
                await launch.scroll(from: 190, to: 210)

                // The gap of the newcomers is far above.
                let last = try #require(launch.list.state.rows.ids.last)
                let posts = try story.server.posts(on: board)
                let next = posts[try #require(posts.firstIndex(of: last)) + 1]
                switch way {
                case .scroll:
                    launch.show(from: launch.list.state.rows.count - 5)
                    let isLonger = await eventually(within: 3) { launch.list[next] != nil }
                    #expect(isLonger)
                case .nextPost:
                    let page = launch.app.page
                    page.open(last, from: launch.list)
                    page.next()
                    let isNext = await eventually(within: 3) { page.state.post?.id == next }
                    let isDone = !page.state.isLoading
                    page.clear()
                    #expect(isNext)
                    #expect(isDone)
                }
            }
        }

        @Test("Shows no newcomer below older posts while others are deleted further down") func newcomersBelow() async throws {
            try await withStoredBoards(deletes: true) { story in
                let board = try story.server.addBoard("공지사항", posts: 1_000)
                let launch = story.launch(showsKept: false)
                await launch.open()
                try story.server.arrive(40, on: board)
                let posts = try story.server.posts(on: board)
                try story.server.delete((0..<35).map { posts[200 + 20 * $0] }, on: board)
                await launch.scroll(to: 40)
                let shown = launch.list.state.rows.ids
                let isInOrder = zip(shown, shown.dropFirst()).allSatisfy { $0 > $1 }
                // The page begins with newcomers, and then has the first rows of the list.
                #expect(isInOrder)
            }
        }
    }
}
