import NoticeBoardKitOffline
import StorySupport
import Testing

extension StoredBoardStories {
    @Suite("Requests for an act", .serialized) @MainActor struct RequestCounts {
        /// The requests that one act of the user may take.
        private let mostForAnAct = 8

        @Test("Takes few requests to scroll into a tunnel and out of it", arguments: [true, false])
        func tunnel(showsKept: Bool) async throws {
            try await withStoredBoards(deletes: true) { story in
                let board = try story.server.addBoard("공지사항", posts: 5_000)
                try await story.storeBoards()
                let launch = story.launch(showsKept: showsKept)
                await launch.open()
                #expect(launch.app.selection.board?.id == board)

                var acts: [[String]] = []
                var row = 0
                for trip in 0..<7 {
                    story.network.isInTunnel = trip % 2 == 1
                    switch trip {
                    case 1: try story.server.delete(Array(try story.server.posts(on: board)[4..<7]), on: board)
                    case 3, 5: try story.server.arrive(3, on: board)
                    default: break
                    }
                    acts += await launch.scroll(from: row, to: row + 60)
                    row += 70
                    let total = launch.list.state.feed.total
                    #expect(total.map { $0 > 4_990 } ?? story.network.isInTunnel)
                }
                #expect(acts.map(\.count).max() ?? 0 <= mostForAnAct, "\(longest(acts))")
                #expect(launch.list.state.rows.count > 400)
            }
        }

        @Test("Takes few requests to scroll after a launch in a tunnel", arguments: [3, 250], [true, false])
        func launchInTunnel(arrivals: Int, showsKept: Bool) async throws {
            try await withStoredBoards { story in
                let board = try story.server.addBoard("공지사항", posts: 5_000)
                try await story.storeBoards()
                try story.server.arrive(arrivals, on: board)
                story.network.isInTunnel = true
                let launch = story.launch(showsKept: showsKept)
                await launch.open()
                var acts = await launch.scroll(to: 180)
                story.network.isInTunnel = false
                acts += await launch.scroll(from: 190, to: 250)
                acts.append(await story.requests { launch.list.refresh() })
                #expect(acts.map(\.count).max() ?? 0 <= mostForAnAct, "\(longest(acts))")
                let newest = try story.server.posts(on: board).prefix(100)
                #expect(launch.list.state.rows.ids.starts(with: newest))
            }
        }

        @Test(
            "Takes few requests for a search that shows stored hits first",
            arguments: [[20..<35], [20..<35, 70..<75], [5..<20, 190..<200], [150..<200]])
        func search(gone: [Range<Int>]) async throws {
            try await withStoredBoards(deletes: true) { story in
                let board = try story.server.addBoard("공지사항", posts: 20_000)
                try await story.storeBoards()
                // The stored hits do not know yet that these are gone.
                let posts = try story.server.posts(on: board)
                let deleted = gone.flatMap { posts[$0] }
                try story.server.delete(deleted, on: board)
                let launch = story.launch()
                await launch.open()

                let search = launch.app.search
                search.begin()
                search.setText("글")
                let submit = await story.requests { search.submit() }
                #expect(submit.count <= mostForAnAct, "\(offsets(submit))")
                #expect(search.state.results.total == 20_000 - deleted.count)

                var events: [[String]] = []
                for index in stride(from: 0, to: 240, by: 3) {
                    guard index < search.state.hits.count else { break }
                    let row = search.state.hits[index].id
                    events.append(await story.requests { search.rowAppeared(row) })
                    // Other posts go while the user reads.
                    if index == 99 { try story.server.delete(Array(posts[100..<112]), on: board) }
                }
                let living = try story.server.posts(on: board)
                let shown = search.state.hits.ids
                #expect(shown.filter(Set(living).contains) == living.filter(Set(shown).contains))
                #expect(events.map(\.count).max() ?? 0 <= mostForAnAct, "\(longest(events))")
            }
        }
    }
}
