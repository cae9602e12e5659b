import Foundation
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: writing", .timeLimit(.minutes(2))) @MainActor struct WritingStories {
    private let text = String(repeating: "오래 쓴 글입니다. ", count: 140)

    @Test("Keeps a draft when the session has expired on sending") func expiredAtSend() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, text)
                try await composer.attach(try LinkFile(data: LinkSampleFile.photo))
                #expect(await composer.outbox.waitUntilSaved())
                story.service.expireSession()
                composer.send()
                #expect(await eventually { app.session.account == nil })
                try await app.signIn()
                let outbox = try await app.outbox()
                let draft = try #require(outbox.draft(text))
                #expect(draft.files.count == 1)
                outbox.send(draft.id)
                #expect(await eventually { story.posts(text).count == 1 })
                #expect(story.posts(text).first?.files.count == 1)
            }
        }
    }

    @Test("Keeps a draft when the session has expired on refreshing a list") func expiredAtPull() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                let composer = try await app.compose(.post, text)
                #expect(await composer.outbox.waitUntilSaved())
                story.service.expireSession()
                list.refresh()
                #expect(await eventually { app.session.account == nil })
                try await app.signIn()
                #expect(try await app.outbox().draft(text) != nil)
            }
            // The next launch loads the draft as well.
            try await story.launch { app in
                try await app.session.restore()
                #expect(try await app.outbox().draft(text) != nil)
            }
        }
    }

    @Test("Erases the drafts of an expired session when another account signs in") func expiredThenAnother() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, text)
                try await composer.attach(try LinkFile(data: LinkSampleFile.photo))
                #expect(await composer.outbox.waitUntilSaved())
                story.service.expireSession()
                _ = try? await app.session.client.myProfile()
                try await app.signIn(2)
                #expect(story.files(".draft") == [])
                #expect(story.files(".png") == [])
            }
            try await story.launch { app in
                try await app.session.restore()
                #expect(try await app.outbox().state.drafts.isEmpty)
                try await app.signIn(1)
                #expect(try await app.outbox().state.drafts.isEmpty)
            }
        }
    }

    @Test("Keeps the drafts of a session that expired before a launch") func expiredAtRestore() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, text)
                #expect(await composer.outbox.waitUntilSaved())
            }
            story.service.expireSession()
            try await story.launch { app in
                let state = try await app.session.restore()
                guard case .ended = state else {
                    Issue.record("The session is still there.")
                    return
                }
                try await app.signIn()
                #expect(try await app.outbox().draft(text) != nil)
            }
        }
    }

    @Test("Erases the account's drafts and tokens at sign-out without a network") func signOutOffline() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                let composer = try await app.compose(.post, text)
                try await composer.attach(try LinkFile(data: LinkSampleFile.photo))
                story.network.isDown = true
                try await app.session.signOut()
                #expect(list.state.rows.isEmpty)
                #expect(story.files(".draft") == [])
                #expect(story.files(".png") == [])
            }
            try await story.launch { app in
                let found = try await app.session.restore()
                #expect(found == .signedOut)
            }
        }
    }

    @Test("Erases the draft of an upload cancelled by a sign-out") func signOutDuringUpload() async throws {
        try await linkStory { story in
            let gate = Gate()
            try await story.launch { app in
                try await app.signIn()
                story.service.hold("POST /post", at: gate)
                let composer = try await app.compose(.post, text)
                try await composer.attach(try LinkFile(data: LinkSampleFile.document(bytes: 300_000)))
                composer.send()
                await gate.waitForArrivals(1)
                try await app.session.signOut()
                #expect(story.files(".draft") == [])
                #expect(story.files(".pdf") == [])
                story.service.hold("POST /post", at: nil)
                try await app.signIn(2)
                #expect(try await app.outbox().state.drafts.isEmpty)
            }
            #expect(story.posts(text).isEmpty)
        }
    }

    @Test("Sends replies written offline in order once online") func repliesOffline() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let id = story.service.posts[3].id
                let page = try app.open(id)
                #expect(await eventually { page.state.row != nil })
                story.network.isDown = true
                for text in ["첫째", "둘째"] { try await app.compose(.reply(on: id), text).send() }
                let outbox = try await app.outbox()
                #expect(await eventually { outbox.state.pauseReason?.code == .noNetwork })
                #expect(outbox.state.drafts.allSatisfy { $0.status == .waiting })
                story.network.isDown = false
                outbox.resume()
                #expect(await eventually { page.state.replies.prefix(2).map(\.reply.content) == ["둘째", "첫째"] })
                #expect(story.service.posts[3].replies.prefix(2).map(\.content) == ["둘째", "첫째"])
                #expect(await eventually { outbox.state.drafts.isEmpty })
            }
        }
    }

    @Test("Does not send a post twice after the app is killed while sending") func killedWhileSending() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let gate = Gate()
                let composer = try await app.compose(.post, text)
                story.service.hold("POST /post", at: gate)
                composer.send()
                await gate.waitForArrivals(1)
                #expect(await composer.outbox.waitUntilSaved())
            }
            story.service.hold("POST /post", at: nil)
            // The service stored the post, but the app got no response.
            story.service.write(text, by: 1)
            try await story.launch { app in
                try await app.session.restore()
                let outbox = try await app.outbox()
                #expect(await eventually { outbox.state.drafts.isEmpty })
                #expect(story.posts(text).count == 1)
            }
        }
    }

    @Test("Sends a post once after a portal blocked it") func portalSwallows() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, text)
                story.network.portal = { _ in .webPage() }
                composer.send()
                #expect(await eventually { composer.state.pauseReason?.code == .networkSignIn })
                #expect(composer.state.draft?.status == .waiting)
                story.network.portal = nil
                composer.outbox.resume()
                #expect(await eventually { composer.state.draft == nil })
                #expect(story.posts(text).count == 1)
            }
        }
    }

    @Test("After a lost response, finds the post at the service or asks the user") func lostAnswers() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                story.network.loseAnswers(to: "POST /post")
                let found = try await app.compose(.post, "arrived")
                found.send()
                #expect(await eventually { found.state.draft == nil })
                #expect(story.posts("arrived").count == 1)
                story.service.answer("POST /post", with: .failure(NoticeBoardError(.connectionLost)))
                let asked = try await app.compose(.post, "lost")
                asked.send()
                #expect(await eventually { asked.state.draft?.status == .asking })
                story.service.answer("POST /post", with: nil)
                asked.send()
                #expect(await eventually { asked.state.draft == nil })
                #expect(story.posts("lost").count == 1)
            }
        }
    }

    @Test("Adds an edited post to the list of its new hashtag") func hashtags() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let (tagged, timeline) = (try app.open(.hashtag("봄")), try app.open())
                #expect(await eventually { tagged.state.display == .empty && timeline.state.display == .items })
                try await app.compose(.post, "산책").send()
                #expect(await eventually { timeline.state.rows.first?.post.content == "산책" })
                let post = try #require(timeline.state.rows.first?.post)
                #expect(tagged.state.rows.isEmpty)
                story.network.loseAnswers(to: "PUT /post/\(post.id)")
                try await app.compose(.edit(post), "산책 #봄").send()
                #expect(await eventually { tagged.state.rows.map(\.id) == [post.id] })
                let now = try #require(timeline[post.id]?.post)
                try await app.compose(.edit(now), "산책").send()
                #expect(await eventually { tagged.state.display == .empty })
            }
        }
    }

    @Test("Keeps an edit of a post deleted on another device") func editConflict() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                try await app.compose(.post, "my text").send()
                #expect(await eventually { story.posts("my text").count == 1 })
                let id = try #require(story.posts("my text").first?.id)
                let post = try await app.session.client.post(id)
                let composer = try await app.compose(.edit(post), "my new text")
                story.service.posts.removeAll { $0.id == id }
                composer.send()
                #expect(
                    await eventually {
                        if case .refused(let error)? = composer.state.draft?.status { error.code == .postGone } else { false }
                    })
                #expect(await composer.outbox.waitUntilSaved())
            }
            try await story.launch { app in
                try await app.session.restore()
                #expect(try await app.outbox().draft("my new text") != nil)
            }
        }
    }

    @Test("Sends a text when the drafts' folder is unreadable") func unreadableFolder() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let file = story.folder.appendingPathComponent("no folder")
                try Data("x".utf8).write(to: file)
                let outbox = try await app.outbox(in: file)
                let composer = LinkComposer(outbox, .post)
                composer.change { $0.content = "without a disk" }
                #expect(await eventually { composer.state.failure != nil })
                composer.send()
                #expect(await eventually { composer.state.draft == nil })
                #expect(story.posts("without a disk").count == 1)
            }
        }
    }
}
