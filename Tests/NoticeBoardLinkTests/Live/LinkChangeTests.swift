import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("Changes in lists and pages", .inTurn, .timeLimit(.minutes(1))) struct LinkChangeTests {
    @Test("A new post appears first in every list that it belongs to")
    func posted() async throws {
        let bench = try await LiveBench()
        let spring = "#봄".decomposedStringWithCanonicalMapping
        let lists = (await bench.list(), await bench.list(.hashtag(spring)), await bench.list(.hashtag("가을")))
        let mine = LinkUser(id: bench.me, nick: bench.simulator.accounts[0].nick)
        let (page, liked) = (await bench.profile(mine), await bench.list(.liked))
        let others = await bench.profile(try bench.other())
        let post = try await bench.context.service.publish(LinkPostForm(content: "오늘 #봄"))
        // A change that is sent twice adds the post once.
        for _ in 0..<2 { bench.context.changes.send(.posted(post)) }
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
        let bench = try await LiveBench()
        let (timeline, tagged) = (await bench.list(), await bench.list(.hashtag("봄")))
        let post = try await bench.context.service.publish(LinkPostForm(content: "오늘"))
        bench.context.changes.send(.posted(post))
        let edited = try await bench.context.service.edit(post.id, LinkPostForm(content: "내일 #봄"))
        // A change that is sent twice applies once.
        for _ in 0..<2 { bench.context.changes.send(.liked(post.id, by: "someone", isLiked: true, post: nil)) }
        bench.context.changes.send(.edited(edited))
        #expect(timeline[post.id]?.post.content == "내일 #봄")
        #expect(timeline[post.id]?.post.likes == ["someone"])
        #expect(tagged.state.rows.map(\.id) == [post.id])
        bench.context.changes.send(.edited(try await bench.context.service.edit(post.id, LinkPostForm(content: "어제"))))
        #expect(tagged.state.rows.isEmpty)
        #expect(timeline[post.id]?.post.content == "어제")
    }

    @Test("A late response to a like or an edit does not bring back a deleted post", arguments: [true, false])
    func deletedMeanwhile(isLike: Bool) async throws {
        let bench = try await LiveBench()
        let (timeline, list) = (await bench.list(), await bench.list(isLike ? .liked : .hashtag("봄")))
        let (service, gate) = (bench.context.service, Gate())
        let post = try await service.publish(LinkPostForm(content: "오늘"))
        bench.context.changes.send(.posted(post))
        bench.network.holdAnswers(isLike ? "POST /post/like/\(post.id)" : "PUT /post/\(post.id)", at: gate)
        let answered = Gate()
        if isLike {
            timeline.like(post.id, true)
        } else {
            bench.context.writes.begin("edit") {
                .edited(try await service.edit(post.id, LinkPostForm(content: "내일 #봄")))
            } done: { _ in
                answered.open()
            }
        }
        await gate.waitForArrivals(1)
        timeline.delete(post.id)
        await timeline.firstState { $0.feed.items[id: post.id] == nil }
        gate.open()
        await bench.settled()
        if !isLike { try await answered.pass() }
        #expect(list[post.id] == nil)
        #expect(timeline[post.id] == nil)
        #expect(bench.simulator.count("DELETE /post/\(post.id)", 200) == 1)
    }

    @Test("No late response brings back a deleted reply")
    func replyDeletedMeanwhile() async throws {
        let bench = try await LiveBench()
        let (timeline, liked, gate) = (await bench.list(), await bench.list(.liked), Gate())
        let post = try await bench.context.service.publish(LinkPostForm(content: "오늘"))
        bench.context.changes.send(.posted(post))
        let page = await bench.page(post)
        let reply = try await bench.context.service.reply("안녕", to: post.id)
        bench.context.changes.send(.replied(post.id, reply))
        #expect(page.state.replies.map(\.id) == [reply.id])
        #expect(timeline[post.id]?.replies.count == 1)
        bench.network.holdAnswers("POST /post/like/\(post.id)", at: gate)
        timeline.like(post.id, true)
        await gate.waitForArrivals(1)
        // The response to an edit of the reply arrives after the deletion.
        bench.context.changes.send(.replyDeleted(post.id, reply.id))
        bench.context.changes.send(.replied(post.id, reply))
        #expect(page.state.replies.isEmpty)
        #expect(timeline[post.id]?.replies.isEmpty == true)
        gate.open()
        await bench.settled()
        #expect(liked[post.id]?.post.replies.isEmpty == true)
    }

    @Test("A late change does not bring a deleted post back into a profile", arguments: [true, false])
    func deletedFromProfile(isMine: Bool) async throws {
        let bench = try await LiveBench()
        let user = isMine ? LinkUser(id: bench.me, nick: "") : try bench.other()
        let (page, followers) = (await bench.profile(user), LinkFollowers(bench.context, of: user.id))
        followers.open()
        await followers.firstState { $0.profile.value != nil }
        let post = LinkPost(id: "new", author: user)
        bench.context.changes.send(.posted(post))
        #expect(page.state.profile.value?.posts.first == "new")
        #expect(page[post.id] != nil)
        bench.context.changes.send(.deleted(post.id))
        bench.context.changes.send(.posted(post))
        #expect(page.state.profile.value?.posts.contains("new") == false)
        #expect(page[post.id] == nil)
        #expect(followers.state.profile.value?.posts.contains("new") == false)
    }

    @Test("Replies, edits and deletions update every list, even during a refresh")
    func replies() async throws {
        let bench = try await LiveBench()
        let timeline = await bench.list()
        let shown = try #require(timeline.state.rows.first { $0.post.replies.isEmpty }?.post)
        let page = await bench.page(shown)
        let gate = Gate()
        let service = bench.context.service
        // The refresh's response is computed before the reply is written, and arrives after it.
        bench.network.holdAnswers("GET /post", at: gate)
        timeline.refresh()
        await gate.waitForArrivals(1)
        let reply = try await service.reply("안녕", to: shown.id)
        bench.context.changes.send(.replied(shown.id, reply))
        #expect(timeline[shown.id]?.counts == "1 답글, \(shown.likes.count) 좋아요")
        #expect(page.state.replies.map(\.reply.content) == ["안녕"])
        bench.context.changes.send(.replied(shown.id, try await service.editReply(reply.id, on: shown.id, to: "안녕하세요")))
        #expect(page.state.replies.map(\.reply.content) == ["안녕하세요"])
        gate.open()
        await timeline.firstState { !$0.feed.isLoading }
        #expect(timeline[shown.id]?.replies.map(\.content) == ["안녕하세요"])
        page.deleteReply(reply.id)
        await page.firstState { $0.replies.isEmpty }
        #expect(timeline[shown.id]?.replies.isEmpty == true)
        #expect(try bench.simulated(shown.id).replies.isEmpty)
    }

    @Test(
        "Deleting a post removes it everywhere, even if the service has deleted it already")
    func deleted() async throws {
        let bench = try await LiveBench()
        let service = bench.context.service
        let posts = [
            try await service.publish(LinkPostForm(content: "하나")), try await service.publish(LinkPostForm(content: "둘")),
        ]
        let timeline = await bench.list()
        let page = await bench.page(posts[0])
        let profile = await bench.profile(posts[0].author)
        bench.simulator.posts.removeAll { $0.id == posts[1].id }
        var failures = 0
        let observation = bench.context.failures.observe { _ in failures += 1 }
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
        let bench = try await LiveBench()
        let timeline = await bench.list()
        let id = try bench.strange().id
        let failures = WatchedValue<[LinkFailure]>([])
        let observation = bench.context.failures.observe { failure in failures.update { $0.append(failure) } }
        timeline.delete(id)
        let first = await failures.firstValue { !$0.isEmpty } ?? []
        #expect(first.map(\.subject) == [.deletePost(id)])
        #expect(first.map(\.error.code) == [.notTheAuthor])
        #expect(timeline[id] != nil)
        let post = try #require(bench.simulator.posts.first { $0.replies.contains { $0.author != bench.me } })
        let reply = try #require(post.replies.first { $0.author != bench.me }?.id)
        bench.context.deleteReply(reply, on: post.id)
        let both = await failures.firstValue { $0.count >= 2 } ?? []
        #expect(both.map(\.subject) == [.deletePost(id), .deleteReply(reply)])
        #expect(both.last?.error.code == .notTheAuthor)
        #expect(timeline[post.id]?.post.replies.contains { $0.id == reply } == true)
        observation.cancel()
    }

    @Test("A new nickname appears on every post, reply and profile") func renamed() async throws {
        let bench = try await LiveBench()
        let service = bench.context.service
        let strange = try bench.strange().id
        _ = try await service.publish(LinkPostForm(content: "내 글"))
        _ = try await service.reply("내 답글", to: strange)
        let timeline = await bench.list()
        let page = await bench.page(try #require(timeline[strange]?.post))
        let profile = await bench.profile(LinkUser(id: bench.me, nick: ""))
        bench.context.changes.send(.profileEdited(try await service.editProfile(LinkProfileForm(nick: "새이름"))))
        #expect(timeline.state.rows.filter(\.isMine).allSatisfy { $0.author.nick == "새이름" })
        #expect(page.state.replies.first?.author.nick == "새이름")
        #expect(profile.state.user.nick == "새이름")
        #expect(timeline.state.rows.filter { !$0.isMine }.allSatisfy { $0.author.nick != "새이름" })
        // Fields that the change omits keep their values.
        bench.context.changes.send(.profileEdited(LinkProfile(id: bench.me, nick: "또다른이름")))
        #expect(profile.state.user.nick == "또다른이름")
        #expect(profile.state.profile.value?.email == "user1@example.com")
    }

    @Test("Reloading a post's page updates or removes the post in every list") func read() async throws {
        let bench = try await LiveBench()
        let timeline = await bench.list()
        let shown = try #require(timeline.state.rows.first?.post)
        let page = await bench.page(shown)
        let place = try #require(bench.simulator.posts.firstIndex { $0.id == shown.id })
        bench.simulator.posts[place].likes = ["a", "b", "c"]
        await page.refreshAndWait()
        #expect(timeline[shown.id]?.post.likes == ["a", "b", "c"])
        bench.simulator.posts.remove(at: place)
        await page.refreshAndWait()
        #expect(timeline[shown.id] == nil)
        #expect(page.state.isGone)
    }
}
