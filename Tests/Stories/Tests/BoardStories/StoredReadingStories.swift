import NoticeBoardKitOffline
import StorySupport
import Testing

extension StoredBoardStories {
    @Suite("Reading and visiting", .serialized) @MainActor struct Visits {
        @Test("Keeps the list's place while posts are read beside it") func readingBeside() async throws {
            try await withStoredBoards { story in
                try story.server.addBoard("공지사항", posts: 200)
                let launch = story.launch(showsKept: false)
                await launch.open()
                await launch.scroll(to: 90)
                let top = launch.list.state.rows[90].id
                #expect(launch.list.anchor == top)

                let page = launch.app.page
                page.open(launch.list.state.rows[95].id, from: launch.list)
                await story.rest()
                #expect(launch.list.anchor == top)
                for _ in 0..<3 { page.next() }
                await story.rest()
                #expect(launch.list.anchor == top)
                page.open(launch.list.state.rows[85].id, from: launch.list)
                await story.rest()
                #expect(launch.list.anchor == top)
                page.previous()
                page.clear()
                await story.rest()
                #expect(launch.list.anchor == top)
            }
        }

        enum NextVisit: CaseIterable { case sameLaunch, nextLaunch }

        @Test("Shows the first post of an empty board as new", arguments: NextVisit.allCases)
        func firstPost(_ nextVisit: NextVisit) async throws {
            try await withStoredBoards { story in
                let first = try story.server.addBoard("공지사항", posts: 40)
                let empty = try story.server.addBoard("새 게시판", posts: 0)
                let small = try story.server.addBoard("질문", posts: 5)
                var launch = story.launch(showsKept: false)
                await launch.open()
                await launch.select(empty)
                #expect(launch.list.state.display == .empty)
                await launch.select(small)
                await launch.select(first)
                await launch.app.saveNow()

                let posts = [try story.server.arrive(1, on: empty)[0], try story.server.arrive(1, on: small)[0]]
                if nextVisit == .nextLaunch {
                    launch = story.launch(showsKept: false)
                    await launch.open()
                }
                for (board, post) in zip([small, empty], posts.reversed()) {
                    await launch.select(board)
                    #expect(launch.list.state.rows.filter(\.isNew).map(\.id) == [post])
                    let row = launch.app.menu.state.rows.first { $0.id == board }
                    #expect(row?.newCount == 1, "board \(board)")
                    #expect(row?.hasNewPosts == true, "board \(board)")
                }
            }
        }
    }
}
