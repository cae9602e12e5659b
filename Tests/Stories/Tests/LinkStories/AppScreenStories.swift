import Foundation
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: screens of the whole app", .timeLimit(.minutes(2))) @MainActor struct AppScreenStories {
    /// Signs in, opens the timeline and keeps it for the next launch.
    private func firstLaunch(_ story: LinkStory) async throws {
        let app = try story.makeApp()
        await app.open()
        let home = try await story.signIn(app)
        home.timeline.open()
        #expect(await eventually { !home.timeline.state.rows.isEmpty })
        #expect(await app.saveNow() == nil)
    }

    @Test("Shows the kept timeline on an offline launch") func offlineTimeline() async throws {
        try await linkStory { story in
            try await firstLaunch(story)
            story.network.isDown = true
            let app = try story.makeApp()
            await app.open()
            let home = try #require(app.home)
            #expect(home.timeline.state.display == .items)
            #expect(home.timeline.state.rows.count == 20)
            #expect(home.timeline.state.feed.storedAt != nil)
            home.timeline.open()
            #expect(await eventually { home.timeline.state.bannerText != nil })
            #expect(home.timeline.state.rows.count == 20)
            #expect(await app.signOut() == nil)
            #expect(story.files(".json") == [])
        }
    }

    @Test("Opens the screens while the service does not answer the renewal") func hangingRenewal() async throws {
        try await linkStory { story in
            try await firstLaunch(story)
            let gate = Gate()
            story.service.hold("GET /refresh", at: gate)
            let app = try story.makeApp()
            await app.open()
            let home = try #require(app.home)
            #expect(await eventually { home.timeline.state.rows.count == 20 })
            #expect(app.session.state == .restoring)
            gate.open()
            #expect(await eventually { app.session.state == .signedIn(account: story.service.user(1)) })
            #expect(app.home === home)
        }
    }

    @Test("Asks to sign in if the service refuses the renewal after the launch") func refusedRenewal() async throws {
        try await linkStory { story in
            try await firstLaunch(story)
            story.service.expireSession()
            let app = try story.makeApp()
            await app.open()
            #expect(await eventually { if case .signedOut(.some) = app.state { true } else { false } })
        }
    }

    @Test("Refreshes open screens older than a minute when the app becomes active") func toTheForeground() async throws {
        try await linkStory { story in
            let clock = SettableClock()
            let app = try story.makeApp { clock.now }
            await app.open()
            let home = try await story.signIn(app)
            home.timeline.open()
            #expect(await eventually { !home.timeline.state.rows.isEmpty })
            let post = try #require(home.timeline.state.rows.first { !$0.isMine }).post
            let (page, profile) = (home.page(of: post), home.profile(of: post.author))
            let followers = home.followers(of: post.author.id)
            page.open()
            profile.open()
            followers.open()
            #expect(await eventually { profile.state.feed.isLoaded && profile.state.profile.value != nil })
            #expect(await eventually { followers.state.profile.value != nil && page.state.post.phase == .idle })
            let paths = ["/post", "/post/\(post.id)", "/profile/\(post.author.id)", "/post/user/\(post.author.id)"]
            @MainActor func requests() -> [Int] {
                paths.map { path in story.service.requests.count { $0.method == .get && $0.path == path } }
            }
            let before = requests()
            clock.now += 30
            await app.open()
            #expect(!home.timeline.state.feed.isLoading)
            #expect(requests() == before)
            let id = story.service.write("새 글").id
            clock.now += 31
            await app.open()
            #expect(await eventually { home.timeline[id] != nil })
            // The profile page and the followers both load the profile.
            #expect(await eventually { requests() == [before[0] + 1, before[1] + 1, before[2] + 2, before[3] + 1] })
            #expect(page.state.builder.now == clock.now)
        }
    }

    @Test("Loads a screen again whose load failed") func failedBefore() async throws {
        try await linkStory { story in
            let clock = SettableClock()
            let app = try story.makeApp { clock.now }
            await app.open()
            let home = try await story.signIn(app)
            home.liked.open()
            #expect(await eventually { home.liked.state.feed.isLoaded })
            home.liked.close()
            story.network.isDown = true
            home.timeline.open()
            #expect(await eventually { home.timeline.state.failure != nil })
            story.network.isDown = false
            clock.now += 61
            await app.open()
            #expect(await eventually { !home.timeline.state.rows.isEmpty })
            #expect(!home.liked.state.feed.isLoading)
            home.liked.open()
            #expect(home.liked.state.feed.isLoading)
        }
    }

    @Test("Changes the language of every screen at once") func language() async throws {
        try await linkStory { story in
            let app = try story.makeApp()
            await app.open()
            let signUp = app.makeSignUp()
            let home = try await story.signIn(app)
            home.timeline.open()
            #expect(await eventually { !home.timeline.state.rows.isEmpty })
            let row = try #require(home.timeline.state.rows.first)
            let page = home.page(of: row.post)
            let profile = home.profile(of: row.author)
            let followers = home.followers(of: row.author.id)
            app.setLanguage(.english)
            #expect(home.timeline[row.id]?.counts.contains("like") == true)
            #expect(page.state.row?.counts.contains("like") == true)
            #expect(profile.state.builder.language == .english)
            #expect(followers.state.builder.language == .english)
            #expect(home.list(.liked).state.builder.language == .english)
            story.network.isDown = true
            home.settings.refresh()
            #expect(await eventually { home.settings.state.failure != nil })
            #expect(home.settings.state.bannerText == home.settings.state.failure?.text(in: .english))
            (app.signIn.email, app.signIn.password) = ("user2@example.com", "password2")
            app.signIn.signIn()
            #expect(await eventually { app.signIn.state.failure != nil })
            #expect(app.signIn.state.bannerText == app.signIn.state.failure?.text(in: .english))
            signUp.setText("new@example.com")
            signUp.next()
            #expect(await eventually { signUp.state.failure != nil })
            #expect(signUp.state.bannerText == signUp.state.failure?.text(in: .english))
        }
    }

    @Test("Every screen asks to sign in after the sign-out") func signedOut() async throws {
        try await linkStory { story in
            let app = try story.makeApp()
            await app.open()
            let home = try await story.signIn(app)
            home.timeline.open()
            #expect(await eventually { !home.timeline.state.rows.isEmpty })
            let row = try #require(home.timeline.state.rows.first)
            let page = home.page(of: row.post)
            let profile = home.profile(of: row.author)
            let followers = home.followers(of: row.author.id)
            await app.signOut()
            #expect(home.timeline.state.display == .empty)
            #expect(home.timeline.state.emptyText == "로그인해 주세요.")
            #expect(home.liked.state.emptyText == "로그인해 주세요.")
            #expect(page.state.display == .empty)
            #expect(page.state.emptyText == "로그인해 주세요.")
            #expect(profile.state.display(of: .posts) == .empty)
            #expect(profile.state.emptyText == "로그인해 주세요.")
            #expect(followers.state.display == .empty)
            #expect(followers.state.emptyText == "로그인해 주세요.")
            home.account.setLanguage(.english)
            #expect(home.timeline.state.emptyText == "Please sign in.")
        }
    }
}

extension LinkStory {
    /// Creates the app's object.
    ///
    /// Call `launch()` to restore the session.
    func makeApp(now: @escaping @Sendable () -> Date = { Date() }) throws -> LinkApp {
        try LinkApp(configuration(), folder: folder, language: .korean, transport: network, now: now)
    }

    /// Signs in on the app's sign-in screen.
    func signIn(_ app: LinkApp, _ number: Int = 1) async throws -> LinkHome {
        (app.signIn.email, app.signIn.password) = ("user\(number)@example.com", "password\(number)")
        app.signIn.signIn()
        // The screen has the account once its tokens are stored.
        #expect(await eventually { app.signIn.state.user != nil })
        #expect(await eventually { app.home != nil })
        return try #require(app.home)
    }
}

/// A clock that a story sets.
///
/// `@unchecked Sendable`: a lock guards the date, which the app reads on any thread.
private final class SettableClock: @unchecked Sendable {
    private let lock = NSLock()
    private var date = Date(timeIntervalSince1970: 1_800_000_000)
    var now: Date {
        get { lock.withLock { date } }
        set { lock.withLock { date = newValue } }
    }
}
