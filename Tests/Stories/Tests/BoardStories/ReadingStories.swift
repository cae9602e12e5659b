import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Reading a list", .serialized) @MainActor struct Reading {
        enum Kind: CaseIterable { case usual, withoutTotal, valueAlone, smallPages }

        private static func quirks(_ kind: Kind) -> SimulatedQuirks {
            switch kind {
            case .usual: SimulatedQuirks()
            case .withoutTotal: SimulatedQuirks(omitsTotal: true)
            case .valueAlone: SimulatedQuirks(sendsOnlyValue: true)
            case .smallPages: SimulatedQuirks(limitCap: 10)
            }
        }

        @Test("Loads a board of any size whole, again after a launch", arguments: [0, 1, 29, 30, 31, 60], Kind.allCases)
        func sizes(_ count: Int, _ kind: Kind) async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: count)], quirks: Self.quirks(kind))
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                app.list.loadAll()
                #expect(await eventually { app.list.state.feed.end != nil && !app.list.state.feed.isLoading })
                #expect(app.list.state.rows.count == count)
                #expect(app.list.state.emptyText == (count == 0 ? "등록된 게시글이 없습니다." : nil))
                await app.saveNow()

                app = story.launch()
                await story.open(app)
                app.list.loadAll()
                #expect(await eventually { app.list.state.feed.end != nil && !app.list.state.feed.isLoading })
                #expect(app.list.state.rows.ids == story.firstBoard.posts.map(\.id))
            }
        }

        @Test("Keeps the anchor when 150 posts arrive", arguments: [(150, PostOrder.server)])
        func newcomers(_ count: Int, _ order: PostOrder) async throws {
            try await newcomers(count, among: order)
        }

        @Test("Keeps the anchor when 125 posts arrive in notices-first order") func newcomersAndNotices() async throws {
            try await newcomers(125, among: .noticesFirst)
        }

        private func newcomers(_ count: Int, among order: PostOrder) async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 150)])
            func makeNotices(_ newest: Int) {
                guard order == .noticesFirst else { return }
                service.change(1) { for index in stride(from: 7, to: newest, by: 20) { $0.posts[index].type = "notice" } }
            }
            makeNotices(150)
            try await send(service) { story in
                let app = story.launch(order: order)
                await story.open(app)
                #expect(await story.scroll(app.list, to: 150))
                let row = app.list.state.rows[110].id
                app.list.scrolled(to: row)
                service.change(1) { $0.arrive(count) }
                makeNotices(count)
                await app.list.refreshAndWait()
                #expect(app.list.anchor == row)
                #expect(app.list[row] != nil)
                await story.rest()
            }
        }

        @Test("Shows only the remaining rows of a board that shrinks") func shrinks() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 60)])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                #expect(await story.scroll(app.list, to: 60))
                app.list.scrolled(to: app.list.state.rows[50].id)
                service.change(1) { $0.posts.removeLast(40) }
                await app.list.refreshAndWait()
                await story.rest()
                #expect(app.list.state.rows.count == 20)
                #expect(app.list.state.feed.total == 20)
                #expect(app.list.anchor == app.list.state.rows.last?.id)
            }
        }

        @Test("Shows an empty text for an emptied board") func emptied() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 31)])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                service.change(1) { $0.posts = [] }
                await app.list.refreshAndWait()
                #expect(app.list.state.emptyText == "등록된 게시글이 없습니다.")
                service.change(1) { $0.posts = makeBoard(1, posts: 2).posts }
                story.network.fail(.posts, .status(503), times: 1)
                await app.list.refreshAndWait()
                #expect(app.list.state.feed.refresh.failure?.code == .serverFailure)
                app.list.retry()
                await story.rest()
                #expect(app.list.state.rows.count == 2)
            }
        }

        @Test("Removes posts deleted at the service on refresh") func deletedBelow() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 60)])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                #expect(await story.scroll(app.list, to: 60))
                service.change(1) { $0.vanish($0.posts[40..<55].map(\.id)) }
                await app.list.refreshAndWait()
                await app.list.refreshAndWait()
                #expect(app.list.state.rows.count == 45)
                #expect(app.list.state.feed.total == 45)
            }
        }

        @Test("Removes a deleted post of the first page with one request", arguments: [false, true])
        func deletedOnFirstPage(launches: Bool) async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 90)])
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                #expect(app.list.state.rows.count == 30)
                let deleted = app.list.state.rows[12].id
                await app.saveNow()
                service.change(1) { $0.vanish([deleted]) }
                let sent = story.network.requestCount
                if launches {
                    app = story.launch()
                    await story.open(app)
                } else {
                    await app.list.refreshAndWait()
                    #expect(story.network.requestCount == sent + 1)
                }
                #expect(app.list[deleted] == nil)
                #expect(app.list.state.rows.count == 30)
                #expect(app.list.state.feed.gaps.isEmpty)
                #expect(app.list.state.feed.total == 89)
            }
        }

        @Test("Filling a gap removes deleted posts below it", arguments: [false, true])
        func deletedBelowGap(fromBelow: Bool) async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 60)])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                let old = app.list.state.rows.prefix(3).map(\.id)
                service.change(1) { $0.arrive(150) }
                await app.list.refreshAndWait()
                service.change(1) { $0.vanish(Array(old.prefix(2))) }
                var requests = 0
                while let gap = app.list.state.feed.gaps.first, requests < 10 {
                    app.list.loadGap(gap, fromBelow: fromBelow)
                    await app.list.firstState { !$0.feed.isLoading }
                    requests += 1
                }
                #expect(app.list.state.feed.gaps.isEmpty)
                #expect(app.list[old[0]] == nil)
                #expect(app.list[old[1]] == nil)
                #expect(app.list[old[2]] != nil)
            }
        }

        @Test("Does not restore posts deleted at the service after a launch") func deletedAndKept() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 60)])
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                #expect(await story.scroll(app.list, to: 60))
                app.list.scrolled(to: app.list.state.rows[45].id)
                let deleted = app.list.state.rows[42].id
                await app.saveNow()
                service.change(1) { $0.vanish($0.posts[40..<55].map(\.id)) }

                app = story.launch()
                await story.open(app)
                await app.list.refreshAndWait()
                #expect(app.list[deleted] == nil)
                #expect(app.list.state.feed.total == 45)
            }
        }

        @Test("Hides posts by word without a request") func filter()
            async throws
        {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 12)])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                let (sent, title) = (story.network.requestCount, story.firstBoard.posts[3].title)
                app.list.filter.words = [title]
                #expect(app.list[story.firstBoard.posts[3].id] == nil)
                #expect(app.list.state.feed.total == 12)
                app.list.filter.words = story.firstBoard.posts.map(\.title)
                #expect(app.list.state.emptyText == "숨긴 게시글 12개")
                app.list.showHidden([.word])
                #expect(app.list.state.rows.count == 12)
                #expect(story.network.requestCount == sent)
            }
        }

        @Test("Restores an anchor far down a list after a launch") func farDown() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 400)])
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                #expect(await story.scroll(app.list, to: 390))
                let row = app.list.state.rows[350].id
                app.list.scrolled(to: row)
                #expect(await app.saveNow() == nil)

                app = story.launch()
                await story.open(app)
                #expect(app.list.anchor == row)
                #expect(app.list[row] != nil)
            }
        }

        @Test("Moves the anchor of a deleted post to its neighbor") func deletedUnderFinger()
            async throws
        {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 60)])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                let row = app.list.state.rows[10].id
                let below = app.list.state.rows[11].id
                app.list.scrolled(to: row)
                app.page.open(row, from: app.list)
                story.network.disconnect()
                app.list.refresh()
                service.change(1) { $0.vanish([row]) }
                app.changes.send(.deleted(row))
                #expect(app.list.anchor == below)
                #expect(app.page.state.bannerText == "삭제된 게시글입니다.")
                await story.rest()
                #expect(app.page.state.post?.id == row)
                story.network.mend()
                app.list.retry()
                await story.rest()
                #expect(app.list[row] == nil)
                app.page.next()
                #expect(app.page.state.post?.id == below)
            }
        }

        @Test("Completes both a refresh and an older page that load at once") func pullDuringLoad() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 90)])
            try await send(service) { story in
                let gate = Gate()
                let app = story.launch()
                await story.open(app)
                story.network.fail(.furtherPosts, .held(gate), times: 1)
                app.list.loadMore()
                await gate.waitForArrivals(1)
                service.change(1) { $0.arrive(2) }
                await app.list.refreshAndWait()
                gate.open()
                await story.rest()
                #expect(app.list.state.rows.ids == Array(story.firstBoard.posts.prefix(app.list.state.rows.count).map(\.id)))
                #expect(app.list.state.rows.count > 32)
            }
        }

        @Test(
            "Keeps the rows when an older page fails",
            arguments: [
                ("K22", BoardNetwork.Fault.status(503)), ("K23", .error(.timedOut)), ("K24", .json("<html>Login</html>")),
            ])
        func furtherPageFails(_ number: String, _ fault: BoardNetwork.Fault) async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 90)])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                story.network.fail(.furtherPosts, fault)
                app.list.loadMore()
                #expect(await eventually { app.list.state.feed.older.failure != nil })
                #expect(app.list.state.rows.count == 30)
                app.list.retry()
                #expect(await eventually { app.list.state.feed.older.failure != nil })
                // A row that appears doesn't retry a failed load.
                let sent = story.network.requestCount
                app.list.rowAppeared(app.list.state.rows[29].id)
                #expect(story.network.requestCount == sent)
                story.network.mend()
                app.list.retry()
                await story.rest()
                #expect(app.list.state.rows.count == 60)
            }
        }

        @Test("Reports a failed first load until a retry") func firstLoadFails() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 90)])
            try await send(service) { story in
                story.network.fail(.posts, .status(500), times: 2)
                let app = story.launch()
                await story.open(app)
                #expect(app.list.state.display == app.list.state.feed.failure.map(FeedDisplay.failure))
                app.list.open()
                #expect(app.list.state.feed.refresh.failure?.code == .serverFailure)
                app.list.retry()
                await story.rest()
                #expect(app.list.state.rows.isEmpty)
                app.list.retry()
                await story.rest()
                #expect(app.list.state.rows.count == 30)
            }
        }

        @Test("Keeps the last place after a launch with 150 new posts") func weekend() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 150)])
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                #expect(await story.scroll(app.list, to: 150))
                let row = app.list.state.rows[110].id
                app.list.scrolled(to: row)
                #expect(await app.saveNow() == nil)
                service.change(1) { $0.arrive(150) }

                app = story.launch()
                await story.open(app)
                #expect(app.list.anchor == row)
                #expect(app.list[row] != nil)
            }
        }

        @Test("Shows no wrong neighbors of the open post after 150 new posts") func neighbors() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 150)])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                #expect(await story.scroll(app.list, to: 150))
                let row = app.list.state.rows[110].id
                app.page.open(row, from: app.list)
                service.change(1) { $0.arrive(150) }
                await app.list.refreshAndWait()
                #expect(app.page.state.bannerText == nil)
                #expect(app.page.state.next?.id == row - 1)
                #expect(app.page.state.previous?.id == row + 1)
            }
        }

        @Test("Ends every refresh, even when it is interrupted", arguments: 0..<7) func pullEnds(_ way: Int) async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 60), makeBoard(2, posts: 5)])
            try await send(service) { story in
                let gate = Gate()
                let app = story.launch()
                await story.open(app)
                story.network.fail(.posts, .held(gate), times: 1)
                let pull = Task { await app.list.refreshAndWait() }
                await gate.waitForArrivals(1)
                switch way {
                case 0: break
                case 1: story.network.fail(.all, .status(503))
                case 2: app.menu.select(2)
                case 3: await app.signOut()
                case 4: app.list.reset()
                case 5: pull.cancel()
                default: app.list.close()
                }
                gate.open()
                await pull.value
                story.network.mend()
                story.watch.isOpen = false
                app.list.open()
                app.menu.open()
                await story.rest()
                #expect(!app.list.state.rows.isEmpty)
            }
        }

        @Test("Keeps all rows when the second page of a refresh fails") func refreshFailsHalfWay() async throws {
            let service = BoardSimulator(boards: [makeBoard(1, posts: 120)])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                #expect(await story.scroll(app.list, to: 120))
                let row = app.list.state.rows[100].id
                app.list.scrolled(to: row)
                service.change(1) { $0.arrive(100) }
                story.network.fail(.furtherPosts, .error(.connectionLost), times: 1)
                await app.list.refreshAndWait()
                #expect(app.list.state.feed.refresh.failure?.code == .connectionLost)
                #expect(app.list.state.rows.count == 120)
                app.list.retry()
                await story.rest()
                #expect(app.list.anchor == row)
                #expect(app.list.state.rows.count == 220)
            }
        }

        @Test("Shows posts and boards that the service lists twice only once") func twice() async throws {
            var board = makeBoard(1, posts: 45)
            board.posts.insert(board.posts[4], at: 5)
            board.posts.insert(board.posts[10], at: 35)
            let service = BoardSimulator(boards: [board, board])
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                #expect(app.menu.state.rows.count == 1)
                #expect(await story.scroll(app.list, to: 45))
                story.network.fail(.posts, .status(502), times: 1)
                await app.list.refreshAndWait()
                app.list.retry()
                await story.rest()
                #expect(app.list.state.rows.count == 45)
            }
        }
    }
}
