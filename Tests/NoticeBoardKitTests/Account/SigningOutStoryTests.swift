import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

/// A user's action and the condition that holds when it is done.
struct StoryStep: Sendable {
    let name: String
    let act: @MainActor @Sendable (AccountBench) async -> Void
    let isDone: @MainActor @Sendable (AccountBench) -> Bool

    init(
        _ name: String, _ act: @escaping @MainActor @Sendable (AccountBench) async -> Void,
        until isDone: @escaping @MainActor @Sendable (AccountBench) -> Bool = { _ in true }
    ) {
        (self.name, self.act, self.isDone) = (name, act, isDone)
    }

    private static let open = StoryStep("open") {
        $0.app.list.open()
        $0.app.menu.open()
    } until: {
        $0.app.list.state.rows.count == 30 && $0.app.menu.state.rows.count == 3
    }

    static let reading = [
        open,
        StoryStep("scroll") { bench in
            bench.app.list.anchor = bench.app.list.state.rows.last?.id
            bench.app.list.state.rows.last.map { bench.app.list.rowAppeared($0.id) }
        } until: {
            $0.app.list.state.rows.count == 60
        },
        StoryStep("open a post") { bench in
            bench.app.page.open(bench.app.list.state.rows[2].id, from: bench.app.list)
        } until: {
            $0.app.page.state.content != nil && $0.app.list.state.rows[2].isRead
        },
        StoryStep("the next post") {
            $0.app.page.next()
        } until: {
            $0.app.page.state.content != nil
        },
        StoryStep("mark all read") {
            $0.app.marks.readAll(on: 1)
        } until: {
            $0.app.list.state.rows[9].isRead
        },
        StoryStep("change") { bench in
            bench.app.changes.send(.edited(Post(id: 1000, title: "ann changed it", boardID: 1)))
        } until: {
            $0.app.list.state.rows.first?.title == "ann changed it"
        },
        StoryStep("refresh") {
            $0.app.list.refresh()
        } until: {
            !$0.app.list.state.feed.isLoading
        },
        StoryStep("load all") {
            $0.app.list.loadAll()
        } until: {
            $0.app.list.state.rows.count == 95
        },
        StoryStep("keep the place") { bench in
            Task { await bench.app.keepPlace() }
        } until: {
            $0.place.place != nil
        },
        StoryStep("refresh the menu") {
            $0.app.menu.refresh()
        } until: {
            !$0.app.menu.state.boards.phase.isLoading
        },
        StoryStep("another board") {
            $0.app.menu.select(2)
        } until: {
            $0.app.list.state.rows.count == 30
        },
    ]

    static let searching = [
        open,
        StoryStep("tap the field") {
            $0.app.search.focus()
        } until: {
            $0.app.search.state.isHistoryLoaded
        },
        StoryStep("type") { $0.app.search.type("ann") },
        StoryStep("search") {
            $0.app.search.choose(.title)
        } until: {
            $0.app.search.state.hits.count == 30 && $0.app.search.state.history.count == 1
        },
        StoryStep("more hits") {
            $0.app.search.loadMore()
        } until: {
            $0.app.search.state.hits.count == 60
        },
        StoryStep("open a hit") { bench in
            bench.app.page.open(bench.app.search.state.hits[1].id, from: bench.app.search)
        } until: {
            $0.app.page.state.content?.hits.isEmpty == true && $0.app.page.state.row?.titleHighlights.count == 1
        },
        StoryStep("the next hit") { bench in
            bench.app.page.next()
            bench.app.page.nextHit()
        },
        StoryStep("search again") { bench in
            bench.app.search.type("ann post")
            bench.app.search.submit()
            bench.app.search.choose(.contents)
        } until: {
            $0.app.search.state.history.count == 3 && !$0.app.search.state.showsPreviousResults
        },
        StoryStep("pin and delete") { bench in
            bench.app.search.pin(bench.app.search.state.history[1])
            bench.app.search.delete(bench.app.search.state.history[0])
        } until: {
            $0.app.search.state.undoable == 1 && $0.app.search.state.history.contains(where: \.isPinned)
        },
        StoryStep("undo") {
            $0.app.search.undo()
        } until: {
            $0.app.search.state.history.count == 3
        },
        StoryStep("record no more") {
            $0.app.search.setRecording(.paused)
        } until: {
            $0.app.search.state.recording == .paused
        },
        StoryStep("cancel") { $0.app.search.cancel() },
    ]
}

/// The ways to sign out.
enum SigningOutWay: CaseIterable { case app, session, server }

@MainActor @Suite("Signing out at every step", .serialized, .inTurn, .timeLimit(.minutes(3)))
struct SigningOutStoryTests {
    @Test("Keeps no data of the account after a sign-out at any step of reading", arguments: StoryStep.reading.indices)
    func reading(last: Int) async throws {
        for way in SigningOutWay.allCases { try await send(Array(StoryStep.reading[...last]), way) }
    }

    @Test("Keeps no data of the account after a sign-out at any step of searching", arguments: StoryStep.searching.indices)
    func searching(last: Int) async throws {
        for way in SigningOutWay.allCases { try await send(Array(StoryStep.searching[...last]), way) }
    }

    /// Signs out during the last step, then releases the pending work and signs in another account.
    private func send(_ steps: [StoryStep], _ way: SigningOutWay) async throws {
        let scope = AccountScope()
        let session = TokenSession(Credentials(accessToken: .bearer("ann"), account: "ann"), scope: scope) { _ in
            throw NoticeBoardError(.sessionOver)
        }
        let bench = AccountBench(scope)
        let story = "\(steps.map(\.name)), by the \(way)"
        for step in steps.dropLast() {
            await step.act(bench)
            await bench.waitUntil { step.isDone(bench) }
        }
        bench.holdBack()
        let saves = bench.history.saves.withLock { $0 }
        await steps.last?.act(bench)
        #expect(bench.texts.contains { $0.contains("ann") } || steps.count == 1, "\(story)")

        let erasing = await leave(bench, session, way)
        #expect(!bench.texts.contains { $0.contains("ann") }, "\(story): \(bench.texts)")
        #expect(bench.app.selection.state == .signedOut, "\(story)")
        #expect(!bench.app.search.state.isActive, "\(story)")
        #expect(bench.app.list.state.feed == FeedState(), "\(story)")
        #expect(bench.app.search.state.results == FeedState(), "\(story)")
        #expect(bench.app.page.state.post == nil, "\(story)")
        #expect(bench.app.page.state.content == nil, "\(story)")

        // Release the pending work.
        bench.forgetShown()
        bench.service.account.withLock { $0 = "bob" }
        bench.letPass()
        await erasing.value
        #expect(try await bench.inner.entries().isEmpty, "\(story)")
        // A paused recording stays paused.
        try await bench.inner.turnOn()
        #expect(bench.history.saves.withLock { $0 } <= saves + 1, "\(story): what had not begun was written")
        #expect(bench.place.place == nil, "\(story)")
        #expect(bench.app.marks.state.log.isEmpty, "\(story)")
        #expect(try await bench.reading.apply([]).isEmpty, "\(story)")

        // Another account signs in and repeats the steps.
        for step in StoryStep.reading.prefix(2) {
            await step.act(bench)
            await bench.waitUntil { step.isDone(bench) }
        }
        bench.app.search.focus()
        await bench.app.search.firstState { $0.isHistoryLoaded }
        #expect(bench.app.search.state.history.isEmpty, "\(story)")
        #expect(bench.app.search.state.undoable == 0, "\(story)")
        bench.app.search.type("bob")
        bench.app.search.submit()
        await bench.app.search.firstState { $0.hits.count >= 30 && !$0.history.isEmpty }
        #expect(try await bench.inner.entries().map(\.keyword) == ["bob"], "\(story)")
        #expect(!(bench.shown + bench.texts).contains { $0.contains("ann") }, "\(story)")
    }

    /// Signs out and returns a task that ends when everything is erased; every screen is empty on return.
    private func leave(_ bench: AccountBench, _ session: TokenSession, _ way: SigningOutWay) async -> Task<Void, Never> {
        switch way {
        case .app:
            let task = Task { _ = await bench.app.signOut() }
            await bench.waitUntil { bench.app.selection.state == .signedOut && !bench.app.search.state.isActive }
            return task
        case .session: session.signOut()
        case .server:
            // The session ends on a thread other than the main actor's.
            await Task { @concurrent in try? await session.renew() }.value
            await bench.waitUntil { bench.app.menu.state.rows.isEmpty && !bench.app.search.state.isActive }
            // A session ended by the server keeps the data; another account's sign-in erases them.
            session.signIn(Credentials(accessToken: .bearer("bob"), account: "bob"))
        }
        return Task { await session.scope.waitUntilErased() }
    }
}
