import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: likes, people, hiding", .timeLimit(.minutes(2))) @MainActor struct PeopleStories {
    @Test("Shows the service's like state after a lost response") func likeLost() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                let row = try #require(list.state.rows.first { !$0.isLiked })
                story.network.loseAnswers(to: "POST /post/like/\(row.id)")
                list.like(row.id, true)
                #expect(list[row.id]?.isLiked == true)
                #expect(await eventually { list[row.id]?.isLikeUnconfirmed == false })
                #expect(list[row.id]?.isLiked == true)
                story.network.isDown = true
                list.like(row.id, false)
                #expect(await eventually { list[row.id]?.isLikeUnconfirmed == false })
                #expect(list[row.id]?.isLiked == true)
                story.network.isDown = false
                list.refresh()
                #expect(await eventually { list.state.feed.refresh == .idle })
                #expect(list[row.id]?.likeCount == row.likeCount + 1)
            }
        }
    }

    @Test("Removes a post deleted on another device from every list when it is liked") func likeOfDeleted() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                let row = try #require(list.state.rows.first { !$0.isLiked })
                let page = try app.open(row.id, from: row.post)
                #expect(await eventually { !page.state.post.phase.isLoading })
                story.service.posts.removeAll { $0.id == row.id }
                page.like(true)
                #expect(await eventually { page.state.isGone })
                #expect(list[row.id] == nil)
                list.refresh()
                #expect(await eventually { list.state.feed.refresh == .idle })
                #expect(list[row.id] == nil)
            }
        }
    }

    @Test("Shows that an open post was deleted on another device") func deletedElsewhere() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                let row = list.state.rows[4]
                story.service.posts.removeAll { $0.id == row.id }
                story.network.isDown = true
                let page = try app.open(row.id, from: row.post)
                #expect(await eventually { page.state.post.failure?.code == .noNetwork })
                #expect(page.state.row != nil)
                story.network.isDown = false
                page.retry()
                #expect(await eventually { page.state.isGone })
                #expect(page.state.row == nil)
                #expect(list[row.id] == nil)
            }
        }
    }

    @Test("Following an account that is already followed succeeds") func followTwice() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let other = story.service.user(3)
                let page = try app.open(profile: other)
                #expect(await eventually { page.state.profile.value != nil })
                // Another device followed the account in the meantime.
                story.service.accounts[0].following.append(other)
                var failures: [LinkFailure] = []
                let observation = try app.account.failures.observe { failures.append($0) }
                page.follow(true)
                #expect(page.state.isFollowed == true)
                #expect(await eventually { page.state.unconfirmedFollow == nil })
                #expect(page.state.isFollowed == true)
                #expect(failures.isEmpty)
                story.network.loseAnswers(to: "DELETE /follow/\(other)", count: 3)
                page.follow(false)
                #expect(await eventually { page.state.unconfirmedFollow == nil })
                #expect(page.state.isFollowed == false)
                observation.cancel()
            }
        }
    }

    @Test("Hides a blocked account everywhere, even after sign-out and launch") func block() async throws {
        try await linkStory { story in
            let memory = try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                let row = try #require(list.state.rows.first { $0.author.id == story.service.user(2) })
                let memory = try #require(list.snapshot)
                try app.account.hiding.block(row.author)
                #expect(!list.state.rows.contains { $0.author.id == row.author.id })
                try await app.session.signOut()
                try await app.signIn()
                let again = try app.open()
                #expect(await eventually { !again.state.rows.isEmpty })
                return memory
            }
            story.network.isDown = true
            try await story.launch { app in
                _ = try? await app.session.restore()
                // The stored snapshot contains the account's posts.
                let list = try app.open(from: memory)
                #expect(await eventually { !list.state.rows.isEmpty })
                #expect(!list.state.rows.contains { $0.author.id == story.service.user(2) })
            }
        }
    }

    @Test("Shows no post of a blocked account before the block list loads") func blockedPage() async throws {
        try await linkStory { story in
            let post = try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                let row = try #require(list.state.rows.first { $0.author.id == story.service.user(2) })
                try app.account.hiding.block(row.author)
                #expect(await story.waitUntilKept(row.author.id))
                return row.post
            }
            try await story.launch { app in
                try await app.session.restore()
                let page = try app.open(post.id, from: post)
                var shown = page.state.row != nil
                let observation = page.observe { shown = shown || $0.row != nil }
                #expect(await eventually { page.state.isHidden })
                #expect(!shown)
                observation.cancel()
            }
        }
    }

    @Test("Shows no post if the block list is damaged, until a retry replaces it") func damagedBlockList() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                let author = try #require(list.state.rows.first { !$0.isMine }).author
                try app.account.hiding.block(author)
                #expect(await story.waitUntilKept(author.id))
            }
            let name = try #require(story.files(".json").first { $0.contains("hidden-") })
            try Data("{".utf8).write(to: story.folder.appendingPathComponent(name))
            try await story.launch { app in
                try await app.session.restore()
                let list = try app.open()
                let followers = try app.open(followersOf: story.service.user(3))
                #expect(await eventually { list.state.failure?.code == .storeDamaged })
                #expect(await eventually { followers.state.failure?.code == .storeDamaged })
                #expect(list.state.rows.isEmpty)
                guard case .failure = list.state.display else {
                    Issue.record("The list does not say why it is empty.")
                    return
                }
                list.retry()
                #expect(await eventually { !list.state.rows.isEmpty })
                #expect(await eventually { followers.state.failure == nil })
            }
        }
    }

    @Test("Shows a muted account only on its own page") func mute() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let (list, other) = (try app.open(), story.service.user(2))
                let page = try app.open(profile: other)
                #expect(await eventually { !page.state.rows.isEmpty && !list.state.rows.isEmpty })
                page.mute(true)
                #expect(!list.state.rows.contains { $0.author.id == other })
                #expect(!page.state.rows.isEmpty)
                #expect(await story.waitUntilKept(other))
            }
            try await story.launch { app in
                try await app.session.restore()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                #expect(!list.state.rows.contains { $0.author.id == story.service.user(2) })
                try app.account.hiding.unmute(story.service.user(2))
                #expect(await eventually { list.state.rows.contains { $0.author.id == story.service.user(2) } })
            }
        }
    }

    @Test("Hides a reported post in every list, even after a launch") func report() async throws {
        try await linkStory { story in
            let id = try await story.launch { app in
                try await app.signIn()
                let (list, liked) = (try app.open(), try app.open(.liked))
                #expect(await eventually { !list.state.rows.isEmpty && liked.state.feed.isLoaded })
                let row = try #require(list.state.rows.first { !$0.isMine })
                story.network.isDown = true
                let report = try app.account.hiding.report(.post(row.post), because: .spam)
                #expect(report.subject == .post(row.post))
                #expect(list[row.id] == nil)
                #expect(liked[row.id] == nil)
                story.network.isDown = false
                return row.id
            }
            try await story.launch { app in
                try await app.session.restore()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                #expect(list[id] == nil)
            }
        }
    }

    @Test("Shows an unblocked account in a list at once without a request") func unblock() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { list.state.rows.count > 1 && !list.state.feed.isLoading })
                let (rows, row) = (list.state.rows.ids, list.state.rows[0])
                let sent = story.service.requests.count
                try app.account.hiding.block(row.author)
                #expect(list[row.id] == nil)
                #expect(list.state.feed.hidden[.blocked] ?? 0 > 0)
                try app.account.hiding.unblock(row.author.id)
                #expect(list.state.rows.ids == rows)
                list.hide { _ in .word }
                #expect(list.state.rows.isEmpty)
                list.hide(by: nil)
                #expect(list.state.rows.ids == rows)
                #expect(story.service.requests.count == sent)
            }
        }
    }

    @Test("Keeps earlier blocks when an account is blocked before the list loads") func blockEarly() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                try app.account.hiding.block(LinkUser(id: story.service.user(2), nick: ""))
                #expect(await story.waitUntilKept(story.service.user(2)))
            }
            try await story.launch { app in
                _ = try await app.session.restore()
                try app.account.hiding.block(LinkUser(id: story.service.user(3), nick: ""))
                let hiding = try app.account.hiding
                #expect(await eventually { hiding.state.blocked.count == 2 })
                #expect(await story.waitUntilKept(story.service.user(3)))
            }
            try await story.launch { app in
                try await app.session.restore()
                let hiding = try app.account.hiding
                let observation = hiding.observe { _ in }
                #expect(await eventually { hiding.state.blocked.count == 2 })
                observation.cancel()
            }
        }
    }

    @Test("Sends the block list to a subscriber without other screens") func blockListAlone() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                try app.account.hiding.block(LinkUser(id: story.service.user(2), nick: "새싹"))
                #expect(await story.waitUntilKept(story.service.user(2)))
            }
            try await story.launch { app in
                try await app.session.restore()
                let hiding = try app.account.hiding
                var seen: [LinkHideList.Content] = []
                let observation = hiding.observe { seen.append($0) }
                #expect(await eventually { seen.last?.blocked.map(\.id) == [story.service.user(2)] })
                hiding.unblock(story.service.user(2))
                #expect(await story.waitUntilKept(story.service.user(2), isHidden: false))
                observation.cancel()
            }
            try await story.launch { app in
                try await app.session.restore()
                let hiding = try app.account.hiding
                for await state in hiding.states.prefix(1) { #expect(state.blocked.isEmpty) }
            }
        }
    }

    @Test("Shows duplicate replies, followers and likes once") func duplicates() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let other = story.service.user(2)
                let reply = SimulatedLinkReply(id: "r1", author: other, content: "twice", time: 0)
                story.service.posts[0].replies = [reply, reply]
                story.service.posts[0].likes = [other, other]
                let id = story.service.posts[0].id
                let page = try app.open(id)
                #expect(await eventually { page.state.row != nil })
                #expect(page.state.replies.map(\.id) == ["r1"])
                #expect(page.state.row?.likeCount == 1)
                page.like(true)
                #expect(await eventually { page.state.row?.isLikeUnconfirmed == false })
                #expect(page.state.row?.likeCount == 2)
                let user = #"{"_id":"u9","nick":"둘"}"#
                story.service.answer(
                    "GET /profile/\(other)",
                    with: .json(#"{"_id":"\#(other)","nick":"n","posts":[],"followers":[\#(user),\#(user)],"following":[]}"#))
                let followers = try app.open(followersOf: other)
                #expect(await eventually { followers.state.display == .items })
                #expect(followers.state.rows.map(\.id) == ["u9"])
                let profile = try app.open(profile: other)
                #expect(await eventually { profile.state.profile.value != nil })
                #expect(profile.state.followerCount == 1)
            }
        }
    }
}
