import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

extension BoardStories {
    @Suite("Deleting searches", .serialized) @MainActor struct Forgetting {
        private let service = BoardSimulator(boards: [makeBoard(1, posts: 10)])

        private func search(_ words: [String], in app: BoardApp) async {
            for word in words {
                app.search.begin()
                app.search.setText(word)
                app.search.submit()
                _ = await eventually { app.search.state.mode == .results && !app.search.state.results.isLoading }
            }
            app.search.setText("")
            _ = await eventually { app.search.state.history.count >= words.count }
        }

        @Test("Undo doesn't restore searches erased by turning recording off") func waitUntilErased() async throws {
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                await search(["하나", "둘", "셋"], in: app)
                app.search.setRecording(.off)
                app.search.eraseHistory()
                #expect(await eventually { app.search.state.recording == .off && app.search.state.history.isEmpty })
                #expect(app.search.state.undoable == 0)
                app.search.setRecording(.on)
                #expect(await eventually { app.search.state.recording == .on })
                app.search.undo()
                await story.rest()
                #expect(!story.keeps("하나"))
                app = story.launch()
                await story.open(app)
                app.search.begin()
                await story.rest()
                #expect(app.search.state.history.isEmpty)
            }
        }

        @Test("Retry doesn't restore erased searches") func undoneWhileOff() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                await search(["하나", "둘"], in: app)
                app.search.setRecording(.off)
                app.search.eraseHistory()
                #expect(await eventually { app.search.state.recording == .off })
                app.search.undo()
                app.search.setRecording(.on)
                #expect(await eventually { app.search.state.recording == .on })
                story.network.fail(.searches, .status(503), times: 1)
                await search(["셋"], in: app)
                app.search.retry()
                // Changes run in order, so when this search is recorded, a retried change would be as well.
                await search(["넷"], in: app)
                #expect(await eventually { app.search.state.history.first?.keyword == "넷" })
                #expect(app.search.state.history.map(\.keyword) == ["넷", "셋"])
                #expect(!story.keeps("하나"))
            }
        }

        @Test("Does not repeat a failed save after an erase") func failedSave() async throws {
            try await send(service) { story in
                let store = FailingHistory(history: story.history(of: "ann"))
                let app = story.launch(history: store)
                await story.open(app)
                app.search.begin()
                #expect(await eventually { app.search.state.isHistoryLoaded })
                app.search.setText("비밀")
                app.search.submit()
                #expect(await eventually { app.search.state.historyFailure?.code == .storageFull })
                store.room.open()
                app.search.setRecording(.off)
                app.search.eraseHistory()
                #expect(await eventually { app.search.state.recording == .off })
                #expect(app.search.state.historyFailure == nil)
                app.search.setRecording(.on)
                #expect(await eventually { app.search.state.recording == .on })
                app.search.retry()
                app.search.setText("공개")
                app.search.submit()
                #expect(await eventually { app.search.state.history.map(\.keyword) == ["공개"] })
                #expect(!story.keeps("비밀"))
            }
        }

        @Test("Undo restores nothing after a sign-out") func undoAfterSignOut() async throws {
            try await send(service) { story in
                let app = story.launch()
                await story.open(app)
                await search(["하나", "둘"], in: app)
                app.search.deleteHistory()
                #expect(await eventually { app.search.state.undoable == 2 })
                #expect(await app.signOut() == nil)
                app.search.undo()
                app.search.begin()
                await story.rest()
                #expect(app.search.state.history.isEmpty)
                #expect(!story.keeps("하나"))
            }
        }

        @Test("Undo restores nothing after an account change") func undoAfterChange() async throws {
            try await send(service) { story in
                let app = story.launch("ann")
                await story.open(app)
                await search(["하나"], in: app)
                app.search.deleteHistory()
                #expect(await eventually { app.search.state.undoable == 1 })
                await app.signOut(erasing: false)
                story.use("bob", in: app)
                await story.open(app)
                app.search.begin()
                app.search.undo()
                await story.rest()
                #expect(app.search.state.history.isEmpty)
                let kept = try await story.history(of: "ann").entries()
                #expect(kept == [])
            }
        }

        @Test("Undo restores nothing after a change of history") func undoAfterUse() async throws {
            try await send(service) { story in
                let app = story.launch("ann")
                await story.open(app)
                await search(["하나"], in: app)
                app.search.delete(try #require(app.search.state.history.first))
                #expect(await eventually { app.search.state.undoable == 1 })
                app.search.setHistory(story.history(of: "bob"))
                #expect(app.search.state.undoable == 0)
                app.search.undo()
                await story.rest()
                #expect(app.search.state.history.isEmpty)
                let kept = try await story.history(of: "bob").entries()
                #expect(kept == [])
            }
        }

        @Test("Undo restores a row right after it disappears") func quickUndo() async throws {
            try await send(service) { story in
                var app = story.launch()
                await story.open(app)
                await search(["하나", "둘"], in: app)
                app.search.delete(try #require(app.search.state.history.first { $0.keyword == "하나" }))
                #expect(await eventually { app.search.state.undoable == 1 })
                // Undo in the first state without the row.
                let undo = Locking()
                let observation = app.search.observe { [weak search = app.search] state in
                    guard state.isHistoryLoaded, state.history.isEmpty, !undo.isDone else { return }
                    undo.isDone = true
                    search?.undo()
                }
                app.search.delete(try #require(app.search.state.history.first { $0.keyword == "둘" }))
                #expect(await eventually { undo.isDone && app.search.state.undoable == 0 })
                #expect(await eventually { app.search.state.history.map(\.keyword) == ["둘"] })
                observation.cancel()
                app = story.launch()
                await story.open(app)
                app.search.begin()
                await story.rest()
                #expect(app.search.state.history.map(\.keyword) == ["둘"])
            }
        }

        @MainActor private final class Locking { var isDone = false }
    }
}

/// A history that fails like a full disk until the gate opens.
private struct FailingHistory: SearchHistoryRepository {
    let history: FileSearchHistory
    let room = Gate()

    func entries() async throws -> [SearchHistoryEntry] { try await history.entries() }
    func recording() async throws -> SearchHistoryPolicy.Recording { try await history.recording() }
    func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        guard room.isOpen else { throw NoticeBoardError(.storageFull, "The story's disk is full.") }
        return try await history.apply(change, isolation: isolation)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { history.updates() }
    func refresh() async throws { try await history.refresh() }
}
