import Foundation
import NoticeBoardKitOffline
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Offline boards", .serialized) @MainActor struct Offline {
        private let service = BoardSimulator(boards: [makeBoard(1, posts: 80), makeBoard(2, posts: 40)])

        private func app(_ mirror: BoardMirror) -> BoardApp {
            BoardApp(service: mirror.offlineFallback, history: InMemorySearchHistory())
        }

        @Test("Removes a post deleted during a time without a network")
        func withoutNetwork() async throws {
            try await send(service) { story in
                let folder = story.folder.appendingPathComponent("mirror")
                var mirror = BoardMirror(service: story.client, folder: folder, account: "ann")
                for board in try await mirror.updateBoards() { try await mirror.update(board.id) }

                story.network.disconnect()
                mirror = BoardMirror(service: story.client, folder: folder, account: "ann")
                let app = app(mirror)
                app.menu.open()
                app.list.open()
                #expect(await eventually { app.list.state.rows.count >= 30 })
                app.list.loadAll()
                #expect(await eventually { app.list.state.rows.count == 80 })
                #expect(app.list.state.feed.failure == nil)
                app.search.begin()
                app.search.setText(story.firstBoard.posts[3].title)
                app.search.submit()
                #expect(await eventually { app.search.state.mode == .results && !app.search.state.results.items.isEmpty })

                story.network.mend()
                let gone = story.firstBoard.posts[5].id
                story.service.change(story.firstBoard.id) { $0.posts.removeAll { $0.id == gone } }
                let update = try await mirror.update(story.firstBoard.id)
                #expect(update.deleted == [gone])
                story.network.disconnect()
                app.list.refresh()
                #expect(await eventually { app.list[gone] == nil })
                #expect(app.list.state.rows.count > 29)
            }
        }

        @Test("Shows stored posts until fresh ones load")
        func keptFirst() async throws {
            try await send(service) { story in
                let folder = story.folder.appendingPathComponent("mirror")
                let mirror = BoardMirror(service: story.client, folder: folder)
                for board in try await mirror.updateBoards() { try await mirror.update(board.id) }
                story.service.change(1) { $0.posts.insert(SimulatedPost(id: 9_001, title: "neu"), at: 0) }
                let gate = Gate()
                story.network.fail(.posts, .held(gate))

                let app = app(mirror)
                let kept = app.showStored(from: mirror)
                await app.open()
                #expect(await eventually { app.list.state.rows.count == 80 })
                #expect(app.list.state.feed.isStale)
                let storedAt = try #require(try await mirror.posts(in: 1, limit: 1).storedAt)
                #expect(app.list.state.feed.storedAt == storedAt)
                app.page.open(app.list.state.rows[0].id, from: app.list)
                #expect(app.page.state.storedAt == storedAt)
                app.page.clear()
                #expect(app.list[9_001] == nil)

                // A search also shows stored results immediately.
                let searching = Gate()
                story.network.fail(.searches, .held(searching))
                let title = story.firstBoard.posts[3].title
                app.search.begin()
                app.search.setText(title)
                app.search.choose(.title)
                #expect(await eventually { app.search.state.hits.contains { $0.post.title == title } })
                #expect(app.search.state.results.isStale)
                #expect(app.search.state.results.storedAt == storedAt)
                searching.open()
                #expect(await eventually { !app.search.state.results.isStale })
                #expect(app.search.state.hits.contains { $0.post.title == title })
                app.search.end()
                gate.open()
                #expect(await eventually { app.list[9_001] != nil })
                #expect(await eventually { !app.list.state.feed.isStale })
                #expect(app.list.state.feed.storedAt == nil)
                kept.cancel()
            }
        }

        @Test("Shows stored boards and posts while the network hangs at launch")
        func hangingLaunch() async throws {
            try await send(service) { story in
                let folder = story.folder.appendingPathComponent("mirror")
                let mirror = BoardMirror(service: story.client, folder: folder)
                for board in try await mirror.updateBoards() { try await mirror.update(board.id) }
                let gate = Gate()
                story.network.fail(.boards, .held(gate))
                story.network.fail(.posts, .held(gate))

                let app = app(mirror)
                let kept = app.showStored(from: mirror)
                await app.open()
                #expect(await eventually { app.list.state.rows.count == 80 })
                #expect(app.menu.state.rows.count == 2)
                #expect(app.menu.state.boards.isStale)
                #expect(app.list.state.feed.isStale)
                app.menu.select(2)
                #expect(await eventually { app.list.state.rows.count == 40 })
                gate.open()
                #expect(await eventually { !app.menu.state.boards.isStale })
                #expect(await eventually { !app.list.state.feed.isStale })
                #expect(app.selection.board?.id == 2)
                kept.cancel()
            }
        }

        @Test("Keeps no board of an account after a sign-out during an update")
        func signOut() async throws {
            try await send(service) { story in
                let scope = AccountScope(directory: story.folder)
                scope.signIn("ann")
                let ann = BoardMirror(service: story.client, folder: story.folder, account: "ann")
                scope.register(ann)
                try await ann.update(story.firstBoard.id)
                let gate = Gate()
                story.network.fail(.posts, .held(gate))
                let late = Task { try await ann.update(2) }
                await gate.waitForArrivals(1)
                scope.signOut()
                gate.open()
                await #expect(throws: (any Error).self) { try await late.value }
                await scope.waitUntilErased()
                #expect(!FileManager.default.fileExists(atPath: ann.folder.path))
                story.network.mend()
                scope.signIn("bob")
                let bob = BoardMirror(service: story.client, folder: story.folder, account: "bob")
                scope.register(bob)
                #expect(try await bob.posts(in: story.firstBoard.id).posts.isEmpty)
                #expect(try await bob.update(story.firstBoard.id).added.count == 80)
            }
        }

        @Test("Reports new posts again after an undelivered or offline background check")
        func backgroundCheck() async throws {
            try await send(service) { story in
                @MainActor func check() -> NewPostCheck {
                    NewPostCheck(service: story.client, folder: story.folder, boards: [1, 2], words: ["장학금"])
                }
                try await check().markDelivered(check().run())
                story.service.change(1) { $0.posts.insert(SimulatedPost(id: 9_001, title: "장학금 안내"), at: 0) }
                story.service.change(2) { $0.posts.insert(SimulatedPost(id: 9_002, title: "다른 글"), at: 0) }
                #expect(try await check().run().wanted.map(\.post.id) == [9_001])
                story.network.disconnect()
                let offline = try await check().run()
                #expect(offline.posts.isEmpty)
                #expect(offline.failures.count == 2)
                try await check().markDelivered(offline)
                story.network.mend()
                let found = try await check().run()
                #expect(found.posts.map(\.post.id) == [9_001, 9_002])
                try await check().markDelivered(found)
                #expect(try await check().run().posts.isEmpty)
            }
        }
    }
}
