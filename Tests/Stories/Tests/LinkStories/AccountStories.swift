import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: accounts", .timeLimit(.minutes(2))) @MainActor struct AccountStories {
    @Test("Repeating a withdrawal after a lost response signs out") func withdrawLost() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "one more")
                #expect(await composer.outbox.waitUntilSaved())
                let settings = try #require(LinkSettings(app.session))
                settings.open()
                #expect(await eventually { settings.state.profile.value != nil })
                story.network.loseAnswers(to: "GET /withdraw")
                settings.withdraw()
                #expect(await eventually { settings.state.failure != nil })
                // The service has deleted the account, which the next call finds out.
                settings.withdraw()
                #expect(await eventually { settings.state.isOver })
                #expect(!story.service.accounts.contains { $0.email == "user1@example.com" })
            }
            try await story.launch { app in
                guard case .signedIn = try await app.session.restore() else { return }
                Issue.record("An account that was given up is signed in.")
            }
        }
    }

    @Test("Keeps all data when the service rejects a withdrawal") func withdrawRefused() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "stays")
                #expect(await composer.outbox.waitUntilSaved())
                story.service.answer("GET /withdraw", with: .status(500))
                let settings = try #require(LinkSettings(app.session))
                settings.withdraw()
                #expect(await eventually { settings.state.failure?.code == .serverFailure })
                #expect(!settings.state.isOver)
                #expect(composer.state.draft?.form.content == "stays")
            }
            try await story.launch { app in
                try await app.session.restore()
                #expect(try await app.outbox().draft("stays") != nil)
            }
        }
    }

    @Test("Shows each of two alternating accounts only its own data") func takingTurns() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn(1)
                let (list, page) = (try app.open(.liked), try app.open(profile: story.service.user(1)))
                #expect(await eventually { list.state.feed.isLoaded && page.state.isMine })
                try app.account.hiding.block(LinkUser(id: story.service.user(3), nick: ""))
                let kept = try await app.compose(.post, "by one")
                #expect(await kept.outbox.waitUntilSaved())
                // Sign in without signing out first.
                try await app.signIn(2)
                #expect(list.state.rows.isEmpty)
                #expect(page.state.profile.value == nil)
                #expect(try await app.outbox().state.drafts.isEmpty)
                let (mine, hiding) = (try app.open(.liked), try app.account.hiding)
                #expect(await eventually { mine.state.feed.isLoaded })
                #expect(mine.state.rows.allSatisfy { $0.post.isLiked(by: story.service.user(2)) })
                #expect(hiding.state.isEmpty)
                story.network.isDown = true
                await #expect(throws: NoticeBoardError.self) { try await app.signIn(1) }
                #expect(app.session.user == story.service.user(2))
                story.network.isDown = false
                try await app.signIn(1)
                let again = try app.open()
                #expect(await eventually { !again.state.rows.isEmpty })
            }
        }
    }

    @Test("Keeps two simultaneous sessions apart") func twoSessions() async throws {
        try await linkStory { story in
            let other = story.folder.appendingPathComponent("second")
            try await story.launch { first in
                try await first.signIn(1)
                let composer = try await first.compose(.post, "by the first")
                try await story.launch(
                    MemoryTokenStore(), hiddenIn: other, scope: AccountScope()
                ) { second in
                    try await second.signIn(2)
                    #expect(try await second.outbox(in: other).state.drafts.isEmpty)
                    let list = try second.open()
                    #expect(await eventually { !list.state.rows.isEmpty })
                    try await second.session.signOut()
                    #expect(list.state.rows.isEmpty)
                }
                #expect(first.session.user == story.service.user(1))
                composer.send()
                #expect(await eventually { story.posts("by the first").count == 1 })
            }
        }
    }

    @Test("Erases data at sign-out that this launch never opened") func signOutUnopened() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "secret")
                try await composer.attach(try LinkFile(data: LinkSampleFile.photo))
                composer.send()
                #expect(await eventually { story.posts("secret").count == 1 })
                let path = try #require(story.posts("secret").first?.files.first)
                #expect(try await app.pictures().picture(at: path) == story.service.files[path])
                let draft = try await app.compose(.post, "secret, too")
                try await draft.attach(try LinkFile(data: LinkSampleFile.photo))
                #expect(await draft.outbox.waitUntilSaved())
                #expect(await eventually { !story.files("").filter { $0.hasPrefix("pictures-") && $0.contains("/") }.isEmpty })
            }
            try await story.launch { app in
                try await app.session.restore()
                try await app.session.signOut()
                #expect(story.files("").filter { $0.contains("drafts-") } == [])
                #expect(story.files("").filter { $0.contains("pictures-") } == [])
                try await app.signIn()
                #expect(try await app.outbox().state.drafts.isEmpty)
            }
        }
    }

    @Test("Keeps each account's drafts after an account change") func changing() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn(1)
                let first = try await app.compose(.post, "first's")
                #expect(await first.outbox.waitUntilSaved())
                try await app.session.signOut(erasing: false)
                try await app.signIn(2)
                let second = try await app.compose(.post, "second's")
                #expect(await second.outbox.waitUntilSaved())
                #expect(try await app.outbox().draft("first's") == nil)
                try await app.session.signOut(erasing: false)
                try await app.signIn(1)
                #expect(try await app.outbox().draft("first's") != nil)
                try await app.session.signOut()
                try await app.signIn(2)
                #expect(try await app.outbox().draft("second's") != nil)
                try await app.session.signOut(erasing: false)
                try await app.signIn(1)
                #expect(try await app.outbox().state.drafts.isEmpty)
            }
        }
    }

    @Test("Opens the drafts in a new session after the former one is released") func released() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "kept")
                #expect(await composer.outbox.waitUntilSaved())
            }
            try await story.launch { app in
                try await app.session.restore()
                #expect(try await app.outbox().draft("kept") != nil)
            }
        }
    }

    @Test("Keeps the session when the keychain is locked at launch") func lockedKeychain() async throws {
        try await linkStory { story in
            let keychain = Keychain()
            try await story.launch(keychain) { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "before the restart")
                #expect(await composer.outbox.waitUntilSaved())
            }
            keychain.setLocked(true)
            try await story.launch(keychain) { app in
                await #expect(throws: NoticeBoardError.self) { try await app.session.restore() }
                #expect(app.session.state == .restoring)
                keychain.setLocked(false)
                let found = try await app.session.restore()
                #expect(found == .signedIn(account: story.service.user(1)))
                #expect(try await app.outbox().draft("before the restart") != nil)
            }
        }
    }

    @Test("Signs in although the tokens cannot be stored") func fullDisk() async throws {
        try await linkStory { story in
            let keychain = Keychain()
            keychain.setLocked(true)
            try await story.launch(keychain) { app in
                try await app.signIn()
                #expect(app.session.storeFailure != nil)
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                keychain.setLocked(false)
                try await app.signIn()
                #expect(app.session.storeFailure == nil)
                try await app.session.signOut()
                #expect(list.state.rows.isEmpty)
            }
            try await story.launch(keychain) { app in
                let found = try await app.session.restore()
                #expect(found == .signedOut)
            }
        }
    }
}

/// A keychain that can be locked, as before the first unlock after a restart.
private final class Keychain: TokenStore {
    private let tokens = MemoryTokenStore()
    /// Contains credentials while the keychain is locked.
    private let lockMarker = MemoryTokenStore()

    func setLocked(_ isLocked: Bool) { lockMarker.save(isLocked ? Credentials(accessToken: .raw("locked")) : nil) }
    private func throwIfLocked() throws {
        guard lockMarker.load() == nil else { throw NoticeBoardError(.fileUnavailable, "The keychain is locked.") }
    }
    func load() throws -> Credentials? {
        try throwIfLocked()
        return tokens.load()
    }
    func save(_ credentials: Credentials?) throws {
        try throwIfLocked()
        tokens.save(credentials)
    }
}
