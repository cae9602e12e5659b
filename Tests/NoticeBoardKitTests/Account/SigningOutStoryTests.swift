import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

/// A user's action and the condition that holds when it is done.
struct StoryStep: Sendable {
    let name: String
    let act: @MainActor @Sendable (AccountFixture) async -> Void
    let isDone: @MainActor @Sendable (AccountFixture) -> Bool

    init(
        _ name: String, _ act: @escaping @MainActor @Sendable (AccountFixture) async -> Void,
        until isDone: @escaping @MainActor @Sendable (AccountFixture) -> Bool = { _ in true }
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
        StoryStep("scroll") { fixture in
            fixture.app.list.anchor = fixture.app.list.state.rows.last?.id
            fixture.app.list.state.rows.last.map { fixture.app.list.rowAppeared($0.id) }
        } until: {
            $0.app.list.state.rows.count == 60
        },
        StoryStep("open a post") { fixture in
            fixture.app.page.open(fixture.app.list.state.rows[2].id, from: fixture.app.list)
        } until: {
            $0.app.page.state.content != nil && $0.app.list.state.rows[2].isRead
        },
        StoryStep("the next post") {
            $0.app.page.next()
        } until: {
            $0.app.page.state.content != nil
        },
        StoryStep("mark all read") {
            $0.app.marks.markAllRead(in: 1)
        } until: {
            $0.app.list.state.rows[9].isRead
        },
        StoryStep("change") { fixture in
            fixture.app.changes.send(.edited(Post(id: 1000, title: "ann changed it", boardID: 1)))
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
        StoryStep("keep the place") { fixture in
            Task { await fixture.app.saveNow() }
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
            $0.app.search.begin()
        } until: {
            $0.app.search.state.isHistoryLoaded
        },
        StoryStep("type") { $0.app.search.setText("ann") },
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
        StoryStep("open a hit") { fixture in
            fixture.app.page.open(fixture.app.search.state.hits[1].id, from: fixture.app.search)
        } until: {
            $0.app.page.state.content?.hits.isEmpty == true && $0.app.page.state.row?.titleHighlights.count == 1
        },
        StoryStep("the next hit") { fixture in
            fixture.app.page.next()
            fixture.app.page.nextHit()
        },
        StoryStep("search again") { fixture in
            fixture.app.search.setText("ann post")
            fixture.app.search.submit()
            fixture.app.search.choose(.contents)
        } until: {
            $0.app.search.state.history.count == 3 && !$0.app.search.state.showsPreviousResults
        },
        StoryStep("pin and delete") { fixture in
            fixture.app.search.pin(fixture.app.search.state.history[1])
            fixture.app.search.delete(fixture.app.search.state.history[0])
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
        StoryStep("cancel") { $0.app.search.end() },
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
        let fixture = AccountFixture(scope)
        let story = "\(steps.map(\.name)), by the \(way)"
        for step in steps.dropLast() {
            await step.act(fixture)
            await fixture.waitUntil { step.isDone(fixture) }
        }
        fixture.holdBack()
        let saves = fixture.history.saves.withLock { $0 }
        await steps.last?.act(fixture)
        #expect(fixture.texts.contains { $0.contains("ann") } || steps.count == 1, "\(story)")

        let erasing = await leave(fixture, session, way)
        #expect(!fixture.texts.contains { $0.contains("ann") }, "\(story): \(fixture.texts)")
        #expect(fixture.app.selection.state == .signedOut, "\(story)")
        #expect(!fixture.app.search.state.isActive, "\(story)")
        #expect(fixture.app.list.state.feed == FeedState(), "\(story)")
        #expect(fixture.app.search.state.results == FeedState(), "\(story)")
        #expect(fixture.app.page.state.post == nil, "\(story)")
        #expect(fixture.app.page.state.content == nil, "\(story)")

        // Release the pending work.
        fixture.forgetShown()
        fixture.service.account.withLock { $0 = "bob" }
        fixture.letPass()
        await erasing.value
        #expect(try await fixture.inner.entries().isEmpty, "\(story)")
        // A paused recording stays paused.
        try await fixture.inner.turnOn()
        #expect(fixture.history.saves.withLock { $0 } <= saves + 1, "\(story): what had not begun was written")
        #expect(fixture.place.place == nil, "\(story)")
        #expect(fixture.app.marks.state.log.isEmpty, "\(story)")
        #expect(try await fixture.reading.apply([]).isEmpty, "\(story)")

        // Another account signs in and repeats the steps.
        for step in StoryStep.reading.prefix(2) {
            await step.act(fixture)
            await fixture.waitUntil { step.isDone(fixture) }
        }
        fixture.app.search.begin()
        await fixture.app.search.firstState { $0.isHistoryLoaded }
        #expect(fixture.app.search.state.history.isEmpty, "\(story)")
        #expect(fixture.app.search.state.undoable == 0, "\(story)")
        fixture.app.search.setText("bob")
        fixture.app.search.submit()
        await fixture.app.search.firstState { $0.hits.count >= 30 && !$0.history.isEmpty }
        #expect(try await fixture.inner.entries().map(\.keyword) == ["bob"], "\(story)")
        #expect(!(fixture.shown + fixture.texts).contains { $0.contains("ann") }, "\(story)")
    }

    /// Signs out and returns a task that ends when everything is erased; every screen is empty on return.
    private func leave(_ fixture: AccountFixture, _ session: TokenSession, _ way: SigningOutWay) async -> Task<Void, Never> {
        switch way {
        case .app:
            let task = Task { _ = await fixture.app.signOut() }
            await fixture.waitUntil { fixture.app.selection.state == .signedOut && !fixture.app.search.state.isActive }
            return task
        case .session: session.signOut()
        case .server:
            // The session ends on a thread other than the main actor's.
            await Task { @concurrent in try? await session.renew() }.value
            await fixture.waitUntil { fixture.app.menu.state.rows.isEmpty && !fixture.app.search.state.isActive }
            // A session ended by the server keeps the data; another account's sign-in erases them.
            session.signIn(Credentials(accessToken: .bearer("bob"), account: "bob"))
        }
        return Task { await session.scope.waitUntilErased() }
    }
}
