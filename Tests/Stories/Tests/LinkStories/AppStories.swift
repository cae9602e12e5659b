import Foundation
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: whole app", .timeLimit(.minutes(2))) @MainActor struct AppStories {
    @Test("Keeps an account's data across launches until the sign-out")
    func wholeLife() async throws {
        try await linkStory { story in
            let liked = try await firstLaunch(story)
            let second = try story.makeApp()
            await second.open()
            let again = try #require(second.home)
            again.timeline.open()
            #expect(await eventually { again.timeline[liked]?.isLiked == true })
            let page = again.page(of: try #require(again.timeline[liked]).post)
            page.open()
            #expect(await eventually { page.state.sections == [.post, .replies] })
            let profile = again.profile()
            profile.open()
            #expect(await eventually { profile.state.display(of: .profile) == .items })
            #expect(profile.state.isMine)
            #expect(await outboxIsLoaded(again))
            #expect(again.composer(.post).state.draft?.form.content == "아직 쓰는 글")

            async let failure = second.signOut()
            #expect(await eventually { second.state == .signedOut(reason: nil) })
            #expect(again.timeline.state.rows.isEmpty)
            #expect(page.state.row == nil)
            #expect(await failure == nil)
            #expect(story.files(".draft") == [])
            #expect(story.files(".json") == [])
            let third = try story.makeApp()
            await third.open()
            #expect(third.state == .signedOut(reason: nil))
        }
    }

    /// Signs in, likes a post, sends a post and leaves a draft.
    ///
    /// Returns the liked post.
    private func firstLaunch(_ story: LinkStory) async throws -> LinkPost.ID {
        let app = try story.makeApp()
        #expect(app.state == .launching)
        await app.open()
        #expect(app.state == .signedOut(reason: nil))
        let home = try await story.signIn(app)
        story.check.watch(home.timeline, of: home.account)
        home.timeline.open()
        #expect(await eventually { !home.timeline.state.rows.isEmpty })
        let row = try #require(home.timeline.state.rows.first { !$0.isMine && !$0.isLiked })
        home.timeline.like(row.id, true)
        #expect(home.timeline[row.id]?.isLiked == true)
        #expect(await eventually { home.account.likes.state.isEmpty })
        let composer = home.composer(.post)
        composer.change { $0.content = "첫 글" }
        composer.send()
        #expect(await eventually { composer.state.draft == nil })
        #expect(home.timeline.state.rows.first?.post.content == "첫 글")
        let draft = home.composer(.post)
        draft.change { $0.content = "아직 쓰는 글" }
        #expect(await home.outbox.waitUntilSaved())
        return row.id
    }

    @Test("Clears the screens before the signed-out state is sent") func order() async throws {
        try await linkStory { story in
            let app = try story.makeApp()
            await app.open()
            let home = try await story.signIn(app)
            home.timeline.open()
            #expect(await eventually { !home.timeline.state.rows.isEmpty })
            home.settings.signOut()
            var rows: [Int] = []
            let observation = app.observe { state in
                if case .signedOut = state { rows.append(home.timeline.state.rows.count) }
            }
            #expect(await eventually { app.home == nil })
            #expect(rows == [0])
            observation.cancel()
        }
    }

    /// Waits until the outbox has loaded its drafts.
    ///
    /// The previous launch may still hold their lock for a moment.
    private func outboxIsLoaded(_ home: LinkHome) async -> Bool {
        await eventually {
            if home.outbox.state.failure?.code == .storeBusy { home.outbox.resume() }
            return home.outbox.state.isLoaded
        }
    }

    private func signedInBefore(_ story: LinkStory) async throws {
        let app = try story.makeApp()
        await app.open()
        _ = try await story.signIn(app)
    }

    @Test("Sends a post written offline once the network is back") func offline()
        async throws
    {
        try await linkStory { story in
            try await signedInBefore(story)
            story.network.isDown = true
            let third = try story.makeApp()
            await third.open()
            let home = try #require(third.home)
            home.timeline.open()
            #expect(await eventually { home.timeline.state.feed.failure != nil })
            #expect(await outboxIsLoaded(home))
            let composer = home.composer(.post)
            composer.change { $0.content = "나중에 보내는 글" }
            composer.send()
            #expect(await eventually { composer.state.pauseReason != nil })
            story.network.isDown = false
            await third.open()
            home.timeline.retry()
            #expect(await eventually { composer.state.draft == nil })
            #expect(story.posts("나중에 보내는 글").count == 1)
            #expect(await eventually { home.timeline.state.rows.first?.post.content == "나중에 보내는 글" })
        }
    }

    @Test("Gives another account its own screens after a session ended") func ended()
        async throws
    {
        try await linkStory { story in
            let app = try story.makeApp()
            await app.open()
            let first = try await story.signIn(app)
            story.service.expireSession()
            first.timeline.open()
            #expect(await eventually { if case .signedOut(.some) = app.state { true } else { false } })
            #expect(app.home == nil)
            let second = try await story.signIn(app, 2)
            #expect(second !== first)
            second.timeline.open()
            #expect(await eventually { !second.timeline.state.rows.isEmpty })
            #expect(first.timeline.state.rows.isEmpty)
        }
    }

    @Test("Clears the screens when another account signs in without a sign-out") func over() async throws {
        try await linkStory { story in
            let app = try story.makeApp()
            await app.open()
            let first = try await story.signIn(app)
            first.timeline.open()
            #expect(await eventually { !first.timeline.state.rows.isEmpty })
            let draft = first.composer(.post)
            draft.change { $0.content = "nur für mich" }
            #expect(await first.outbox.waitUntilSaved())
            try await app.session.signIn(email: "user2@example.com", password: "password2")
            #expect(await eventually { app.home?.account.user == story.service.user(2) })
            let second = try #require(app.home)
            #expect(first.timeline.state.rows.isEmpty)
            #expect(draft.state.draft == nil)
            second.timeline.open()
            #expect(await eventually { !second.timeline.state.rows.isEmpty })
            #expect(await outboxIsLoaded(second))
            #expect(second.outbox.state.drafts.isEmpty)
            second.timeline.like(second.timeline.state.rows[0].id, true)
            #expect(await eventually { second.account.likes.state.isEmpty })
            #expect(await app.signOut() == nil)
            #expect(app.state == .signedOut(reason: nil))
        }
    }

    @Test("Creating the app in an app group's folder throws an error that names the app group") func appGroup() throws {
        let folder = URL(fileURLWithPath: "/private/var/mobile/Containers/Shared/AppGroup/0000/Library")
        let url = try #require(URL(string: "https://link.example"))
        let error = #expect(throws: NoticeBoardError.self) {
            try LinkApp(LinkClient.Configuration(baseURL: url, key: "k"), folder: folder)
        }
        #expect(error?.code == .invalidInput)
        #expect(error?.detail.contains("app group") == true)
    }
}
