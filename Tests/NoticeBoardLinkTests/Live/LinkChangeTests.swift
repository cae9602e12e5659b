import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("Changes in lists and pages", .inTurn, .timeLimit(.minutes(1))) struct LinkChangeTests {
    @Test("A new post appears first in every list that it belongs to")
    func posted() async throws {
        let fixture = try await SignedInFixture()
        let spring = "#봄".decomposedStringWithCanonicalMapping
        let lists = (await fixture.list(), await fixture.list(.hashtag(spring)), await fixture.list(.hashtag("가을")))
        let mine = LinkUser(id: fixture.me, nick: fixture.simulator.accounts[0].nick)
        let (page, liked) = (await fixture.profile(mine), await fixture.list(.liked))
        let others = await fixture.profile(try fixture.other())
        let post = try await fixture.context.service.publish(LinkPostForm(content: "오늘 #봄"))
        // A change that is sent twice adds the post once.
        for _ in 0..<2 { fixture.context.changes.send(.posted(post)) }
        #expect(lists.0.state.rows.first?.id == post.id)
        #expect(lists.1.state.rows.map(\.id) == [post.id])
        #expect(lists.2.state.rows.isEmpty)
        #expect(page.state.rows.first?.id == post.id)
        #expect(liked[post.id] == nil)
        #expect(others[post.id] == nil)
        #expect(page.state.profile.value?.posts.filter { $0 == post.id }.count == 1)
    }

    @Test("An edit moves the post into or out of hashtag lists") func edited()
        async throws
    {
        let fixture = try await SignedInFixture()
        let (timeline, tagged) = (await fixture.list(), await fixture.list(.hashtag("봄")))
        let post = try await fixture.context.service.publish(LinkPostForm(content: "오늘"))
        fixture.context.changes.send(.posted(post))
        let edited = try await fixture.context.service.edit(post.id, LinkPostForm(content: "내일 #봄"))
        // A change that is sent twice applies once.
        for _ in 0..<2 { fixture.context.changes.send(.liked(post.id, by: "someone", isLiked: true, post: nil)) }
        fixture.context.changes.send(.edited(edited))
        #expect(timeline[post.id]?.post.content == "내일 #봄")
        #expect(timeline[post.id]?.post.likes == ["someone"])
        #expect(tagged.state.rows.map(\.id) == [post.id])
        fixture.context.changes.send(.edited(try await fixture.context.service.edit(post.id, LinkPostForm(content: "어제"))))
        #expect(tagged.state.rows.isEmpty)
        #expect(timeline[post.id]?.post.content == "어제")
    }

    @Test("Two edits of a reply at once end with the later one") func editedTwice() async throws {
        let fixture = try await SignedInFixture()
        let id = try fixture.strange().id
        let index = try #require(fixture.simulator.posts.firstIndex { $0.id == id })
        fixture.simulator.posts[index].replies = [SimulatedLinkReply.made("c1", by: fixture.me)]
        let list = await fixture.list()
        let account = fixture.context
        let gate = Gate()
        fixture.network.holdAnswers("PUT /post/\(id)/comment/c1", at: gate)
        let first = await startTask { try await account.editReply("c1", on: id, to: "하나") }
        await gate.waitForArrivals(1)
        fixture.network.holdAnswers("", at: nil)
        let second = await startTask { try await account.editReply("c1", on: id, to: "둘") }
        await letOtherTasksRun()
        gate.open()
        #expect(try await first.value.content == "하나")
        #expect(try await second.value.content == "둘")
        #expect(fixture.simulator.posts[index].replies.map(\.content) == ["둘"])
        #expect(list[id]?.post.replies.map(\.content) == ["둘"])
    }

    @Test("Two edits of the profile at once end with the later one") func profileEditedTwice() async throws {
        let fixture = try await SignedInFixture()
        let account = fixture.context
        await account.profile.refreshAndWait()
        let gate = Gate()
        fixture.network.holdAnswers("PUT /profile/me", at: gate)
        let first = await startTask { try await account.editProfile(LinkProfileForm(nick: "하나하나")) }
        await gate.waitForArrivals(1)
        fixture.network.holdAnswers("", at: nil)
        let second = await startTask { try await account.editProfile(LinkProfileForm(nick: "둘둘")) }
        await letOtherTasksRun()
        gate.open()
        #expect(try await first.value.nick == "하나하나")
        #expect(try await second.value.nick == "둘둘")
        #expect(account.profile.state.value?.nick == "둘둘")
    }

    @Test("An edit that waits for another one is not sent after its task was cancelled") func cancelledEdit() async throws {
        let fixture = try await SignedInFixture()
        let id = try fixture.strange().id
        let index = try #require(fixture.simulator.posts.firstIndex { $0.id == id })
        fixture.simulator.posts[index].replies = [SimulatedLinkReply.made("c1", by: fixture.me)]
        let account = fixture.context
        let gate = Gate()
        fixture.network.holdAnswers("PUT /post/\(id)/comment/c1", at: gate)
        let first = await startTask { try await account.editReply("c1", on: id, to: "하나") }
        await gate.waitForArrivals(1)
        let second = await startTask { try await account.editReply("c1", on: id, to: "둘") }
        second.cancel()
        gate.open()
        _ = try await first.value
        await #expect(throws: (any Error).self) { try await second.value }
        #expect(fixture.simulator.posts[index].replies.map(\.content) == ["하나"])
    }

    @Test("A late response to a like or an edit does not bring back a deleted post", arguments: [true, false])
    func deletedMeanwhile(isLike: Bool) async throws {
        let fixture = try await SignedInFixture()
        let (timeline, list) = (await fixture.list(), await fixture.list(isLike ? .liked : .hashtag("봄")))
        let (service, gate) = (fixture.context.service, Gate())
        let post = try await service.publish(LinkPostForm(content: "오늘"))
        fixture.context.changes.send(.posted(post))
        fixture.network.holdAnswers(isLike ? "POST /post/like/\(post.id)" : "PUT /post/\(post.id)", at: gate)
        let answered = Gate()
        if isLike {
            timeline.like(post.id, true)
        } else {
            fixture.context.writes.begin("edit") {
                .edited(try await service.edit(post.id, LinkPostForm(content: "내일 #봄")))
            } done: { _ in
                answered.open()
            }
        }
        await gate.waitForArrivals(1)
        timeline.delete(post.id)
        await timeline.firstState { $0.feed.items[id: post.id] == nil }
        gate.open()
        await fixture.settled()
        if !isLike { try await answered.pass() }
        #expect(list[post.id] == nil)
        #expect(timeline[post.id] == nil)
        #expect(fixture.simulator.count("DELETE /post/\(post.id)", 200) == 1)
    }

    @Test("No late response brings back a deleted reply")
    func replyDeletedMeanwhile() async throws {
        let fixture = try await SignedInFixture()
        let (timeline, liked, gate) = (await fixture.list(), await fixture.list(.liked), Gate())
        let post = try await fixture.context.service.publish(LinkPostForm(content: "오늘"))
        fixture.context.changes.send(.posted(post))
        let page = await fixture.page(post)
        let reply = try await fixture.context.service.reply("안녕", to: post.id)
        fixture.context.changes.send(.replied(post.id, reply))
        #expect(page.state.replies.map(\.id) == [reply.id])
        #expect(timeline[post.id]?.replies.count == 1)
        fixture.network.holdAnswers("POST /post/like/\(post.id)", at: gate)
        timeline.like(post.id, true)
        await gate.waitForArrivals(1)
        // The response to an edit of the reply arrives after the deletion.
        fixture.context.changes.send(.replyDeleted(post.id, reply.id))
        fixture.context.changes.send(.replied(post.id, reply))
        #expect(page.state.replies.isEmpty)
        #expect(timeline[post.id]?.replies.isEmpty == true)
        gate.open()
        await fixture.settled()
        #expect(liked[post.id]?.post.replies.isEmpty == true)
    }

    @Test("A late change does not bring a deleted post back into a profile", arguments: [true, false])
    func deletedFromProfile(isMine: Bool) async throws {
        let fixture = try await SignedInFixture()
        let user = isMine ? LinkUser(id: fixture.me, nick: "") : try fixture.other()
        let (page, followers) = (await fixture.profile(user), LinkFollowers(fixture.context, of: user.id))
        followers.open()
        await followers.firstState { $0.profile.value != nil }
        let post = LinkPost(id: "new", author: user)
        fixture.context.changes.send(.posted(post))
        #expect(page.state.profile.value?.posts.first == "new")
        #expect(page[post.id] != nil)
        fixture.context.changes.send(.deleted(post.id))
        fixture.context.changes.send(.posted(post))
        #expect(page.state.profile.value?.posts.contains("new") == false)
        #expect(page[post.id] == nil)
        #expect(followers.state.profile.value?.posts.contains("new") == false)
    }

    @Test("Replies, edits and deletions update every list, even during a refresh")
    func replies() async throws {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let shown = try #require(timeline.state.rows.first { $0.post.replies.isEmpty }?.post)
        let page = await fixture.page(shown)
        let gate = Gate()
        let service = fixture.context.service
        // The refresh's response is computed before the reply is written, and arrives after it.
        fixture.network.holdAnswers("GET /post", at: gate)
        timeline.refresh()
        await gate.waitForArrivals(1)
        let reply = try await service.reply("안녕", to: shown.id)
        fixture.context.changes.send(.replied(shown.id, reply))
        #expect(timeline[shown.id]?.counts == "1 답글, \(shown.likes.count) 좋아요")
        #expect(page.state.replies.map(\.reply.content) == ["안녕"])
        fixture.context.changes.send(.replied(shown.id, try await service.editReply(reply.id, on: shown.id, to: "안녕하세요")))
        #expect(page.state.replies.map(\.reply.content) == ["안녕하세요"])
        gate.open()
        await timeline.firstState { !$0.feed.isLoading }
        #expect(timeline[shown.id]?.replies.map(\.content) == ["안녕하세요"])
        page.deleteReply(reply.id)
        await page.firstState { $0.replies.isEmpty }
        #expect(timeline[shown.id]?.replies.isEmpty == true)
        #expect(try fixture.simulated(shown.id).replies.isEmpty)
    }

    @Test(
        "Deleting a post removes it everywhere, even if the service has deleted it already")
    func deleted() async throws {
        let fixture = try await SignedInFixture()
        let service = fixture.context.service
        let posts = [
            try await service.publish(LinkPostForm(content: "하나")), try await service.publish(LinkPostForm(content: "둘")),
        ]
        let timeline = await fixture.list()
        let page = await fixture.page(posts[0])
        let profile = await fixture.profile(posts[0].author)
        fixture.simulator.posts.removeAll { $0.id == posts[1].id }
        var failures = 0
        let observation = fixture.context.failures.observe { _ in failures += 1 }
        page.delete()
        timeline.delete(posts[1].id)
        await timeline.firstState { $0.feed.items[id: posts[0].id] == nil && $0.feed.items[id: posts[1].id] == nil }
        #expect(page.state.isGone)
        #expect(profile[posts[0].id] == nil)
        #expect(failures == 0)
        #expect(profile.state.profile.value?.posts.contains(posts[0].id) == false)
        observation.cancel()
    }

    @Test("A refused deletion keeps the post or reply") func notMine() async throws {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let id = try fixture.strange().id
        let failures = WatchedValue<[LinkFailure]>([])
        let observation = fixture.context.failures.observe { failure in failures.update { $0.append(failure) } }
        timeline.delete(id)
        let first = await failures.firstValue { !$0.isEmpty } ?? []
        #expect(first.map(\.subject) == [.deletePost(id)])
        #expect(first.map(\.error.code) == [.notTheAuthor])
        #expect(timeline[id] != nil)
        let post = try #require(fixture.simulator.posts.first { $0.replies.contains { $0.author != fixture.me } })
        let reply = try #require(post.replies.first { $0.author != fixture.me }?.id)
        fixture.context.deleteReply(reply, on: post.id)
        let both = await failures.firstValue { $0.count >= 2 } ?? []
        #expect(both.map(\.subject) == [.deletePost(id), .deleteReply(reply)])
        #expect(both.last?.error.code == .notTheAuthor)
        #expect(timeline[post.id]?.post.replies.contains { $0.id == reply } == true)
        observation.cancel()
    }

    @Test("A new nickname appears on every post, reply and profile") func renamed() async throws {
        let fixture = try await SignedInFixture()
        let service = fixture.context.service
        let strange = try fixture.strange().id
        _ = try await service.publish(LinkPostForm(content: "내 글"))
        _ = try await service.reply("내 답글", to: strange)
        let timeline = await fixture.list()
        let page = await fixture.page(try #require(timeline[strange]?.post))
        let profile = await fixture.profile(LinkUser(id: fixture.me, nick: ""))
        fixture.context.changes.send(.profileEdited(try await service.editProfile(LinkProfileForm(nick: "새이름"))))
        #expect(timeline.state.rows.filter(\.isMine).allSatisfy { $0.author.nick == "새이름" })
        #expect(page.state.replies.first?.author.nick == "새이름")
        #expect(profile.state.user.nick == "새이름")
        #expect(timeline.state.rows.filter { !$0.isMine }.allSatisfy { $0.author.nick != "새이름" })
        // Fields that the change omits keep their values.
        fixture.context.changes.send(.profileEdited(LinkProfile(id: fixture.me, nick: "또다른이름")))
        #expect(profile.state.user.nick == "또다른이름")
        #expect(profile.state.profile.value?.email == "user1@example.com")
    }

    @Test("Reloading a post's page updates or removes the post in every list") func read() async throws {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let shown = try #require(timeline.state.rows.first?.post)
        let page = await fixture.page(shown)
        let place = try #require(fixture.simulator.posts.firstIndex { $0.id == shown.id })
        fixture.simulator.posts[place].likes = ["a", "b", "c"]
        await page.refreshAndWait()
        #expect(timeline[shown.id]?.post.likes == ["a", "b", "c"])
        fixture.simulator.posts.remove(at: place)
        await page.refreshAndWait()
        #expect(timeline[shown.id] == nil)
        #expect(page.state.isGone)
    }
}
