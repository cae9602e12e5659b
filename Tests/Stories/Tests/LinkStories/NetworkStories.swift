import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: faulty networks", .timeLimit(.minutes(2))) @MainActor struct NetworkStories {
    @Test("Keeps the session and drafts when a web page answers with 401 or 403", arguments: [401, 403])
    func firewall(_ status: Int) async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                let composer = try await app.compose(.post, "at the hotel")
                #expect(await composer.outbox.waitUntilSaved())
                story.service.expireTokens()
                // First the portal answers the token renewal, then a call with a valid token.
                for line in ["/refresh", "/post"] {
                    story.network.portal = {
                        $0.path == line ? .webPage(HTTPStatus(rawValue: status)) : nil
                    }
                    list.refresh()
                    #expect(await eventually { list.state.feed.refresh.failure != nil })
                    #expect(list.state.feed.refresh.failure?.code == .networkSignIn)
                    #expect(app.session.account != nil)
                    #expect(!list.state.rows.isEmpty)
                    story.network.portal = nil
                    list.retry()
                    #expect(await eventually { list.state.feed.refresh == .idle })
                }
                #expect(composer.state.draft?.form.content == "at the hotel")
                #expect(story.files(".draft").count == 1)
            }
        }
    }

    @Test(
        "Asks to sign in to the network when a portal redirects",
        arguments: ["http://portal.example/login", "https://portal.example/login"])
    func portal(_ address: String) async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                story.network.portal = { $0.url?.host == "portal.example" ? .webPage() : .redirect(to: address) }
                list.refresh()
                #expect(await eventually { list.state.feed.refresh.failure != nil })
                #expect(list.state.feed.refresh.failure?.code == .networkSignIn)
                let composer = try await app.compose(.post, "at the cafe")
                composer.send()
                #expect(await eventually { composer.state.pauseReason?.code == .networkSignIn })
                story.network.portal = nil
                list.retry()
                composer.outbox.resume()
                #expect(await eventually { composer.state.draft == nil })
                #expect(await eventually { list.state.feed.refresh == .idle })
                #expect(story.posts("at the cafe").count == 1)
            }
        }
    }

    @Test("Shows stored posts on an offline launch") func offlineLaunch() async throws {
        try await linkStory { story in
            let memory = try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                return try #require(list.snapshot)
            }
            story.network.isDown = true
            try await story.launch { app in
                await #expect(throws: NoticeBoardError.self) { try await app.session.restore() }
                #expect(app.session.state == .restoring)
                #expect(app.session.user == story.service.user(1))
                let list = try app.open(from: memory)
                #expect(await eventually { list.state.feed.refresh.failure?.code == .noNetwork })
                #expect(list.state.rows.count == 20)
                story.network.isDown = false
                story.service.write("new")
                list.retry()
                #expect(await eventually { list.state.rows.first?.post.content == "new" })
                #expect(app.session.state == .signedIn(account: story.service.user(1)))
            }
        }
    }

    @Test("Renews an expired token once for calls of several screens") func renewal() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                story.service.expireTokens()
                let lists = [try app.open(), try app.open(.liked), try app.open(.user(story.service.user(2)))]
                let page = try app.open(story.service.posts[0].id)
                let followers = try app.open(followersOf: story.service.user(3))
                #expect(await eventually { lists.allSatisfy { $0.state.feed.isLoaded } })
                #expect(await eventually { page.state.row != nil && followers.state.profile.value != nil })
                #expect(story.service.refreshes == 1)
                story.service.expireTokens()
                story.network.isDown = true
                lists[0].refresh()
                #expect(await eventually { lists[0].state.feed.refresh.failure?.code == .noNetwork })
                story.network.isDown = false
                lists[0].retry()
                #expect(await eventually { lists[0].state.feed.refresh == .idle })
                #expect(story.service.refreshes == 2)
            }
        }
    }

    @Test("Keeps the row when a portal blocks its deletion") func deletionBehindAPortal() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                try await app.compose(.post, "delete me").send()
                let list = try app.open()
                #expect(await eventually { list.state.rows.first?.post.content == "delete me" })
                let id = try #require(list.state.rows.first?.id)
                var failures: [LinkFailure] = []
                let observation = try app.account.failures.observe { failures.append($0) }
                story.network.portal = { _ in .webPage() }
                list.delete(id)
                #expect(await eventually { !failures.isEmpty })
                #expect(failures.first?.error.code == .networkSignIn)
                #expect(list[id] != nil)
                story.network.portal = nil
                list.delete(id)
                #expect(await eventually { list[id] == nil })
                #expect(story.posts("delete me").isEmpty)
                observation.cancel()
            }
        }
    }
}
