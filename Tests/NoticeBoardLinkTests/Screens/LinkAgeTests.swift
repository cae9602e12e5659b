import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Ages and counts", .inTurn, .timeLimit(.minutes(1))) struct LinkAgeTests {
    @Test(
        "Shows an age in the largest elapsed unit",
        arguments: [
            (-600, "방금 전", "just now"), (0, "방금 전", "just now"), (59, "방금 전", "just now"), (60, "1분 전", "1 minute ago"),
            (119, "1분 전", "1 minute ago"), (3_599, "59분 전", "59 minutes ago"), (3_600, "1시간 전", "1 hour ago"),
            (86_399, "23시간 전", "23 hours ago"), (86_400, "1일 전", "1 day ago"), (2_591_999, "29일 전", "29 days ago"),
            (2_592_000, "1개월 전", "1 month ago"), (31_535_999, "11개월 전", "11 months ago"), (31_536_000, "1년 전", "1 year ago"),
            (63_072_000, "2년 전", "2 years ago"),
        ] as [(Double, String, String)])
    func ages(seconds: Double, korean: String, english: String) {
        let now = Date(timeIntervalSince1970: 1_772_323_200)
        #expect(LinkAge.text(of: now.addingTimeInterval(-seconds), at: now, in: .korean) == korean)
        #expect(LinkAge.text(of: now.addingTimeInterval(-seconds), at: now, in: .english) == english)
        #expect(LinkAge.text(of: nil, at: now, in: .korean).isEmpty)
        #expect(!LinkAge.text(of: .distantPast, at: .distantFuture, in: .korean).isEmpty)
    }

    @Test("Shows counts in the words of the service's apps") func counts() {
        #expect(LinkCounts.text(replies: 2, likes: 3, in: .korean) == "2 답글, 3 좋아요")
        #expect(LinkCounts.text(replies: 1, likes: 0, in: .english) == "1 reply, 0 likes")
        #expect(LinkCounts.text(followers: 7, in: .korean) == "팔로워 7명")
        #expect(LinkCounts.text(followers: 1, in: .english) == "1 follower")
    }

    @Test("A visible list updates the ages of its posts every minute") func ageing()
        async throws
    {
        let simulator = LinkSimulator()
        let newest = try #require(simulator.posts.first)
        let start = Date(timeIntervalSince1970: Double(newest.time) / 1_000)
        let fixture = try await SignedInFixture(simulator, start: start)
        let clock = fixture.clock
        let list = LinkPostList(fixture.context)
        await list.refreshAndWait()
        let first = list.state
        #expect(list[newest.id]?.age == "방금 전")
        await fixture.minutes.waitForSleepers(1)
        clock.advance(by: 60)
        fixture.minutes.advance(by: 60)
        await list.firstState { $0.builder != first.builder }
        #expect(list[newest.id]?.age == "1분 전")
        #expect(list[newest.id] != first.rows[id: newest.id])
        let old = try #require(list.state.feed.items.last { $0.createdAt.map { start.timeIntervalSince($0) > 7_200 } ?? false })
        #expect(list[old.id] == first.rows[id: old.id])
        list.close()
        await fixture.waitForNoMinute()
        clock.advance(by: 3_600)
        #expect(list[newest.id]?.age == "1분 전")
        list.open()
        #expect(list[newest.id]?.age == "1시간 전")
    }

    @Test("Only a visible page waits for the next minute") func pages() async throws {
        let fixture = try await SignedInFixture()
        let post = try #require(await fixture.list().state.feed.items.first)
        let page = await fixture.page(post)
        await fixture.minute(isAwaited: true)
        page.close()
        await fixture.minute(isAwaited: false)
        page.open()
        await fixture.minute(isAwaited: true)
        page.reset()
        await fixture.minute(isAwaited: false)
        let profile = await fixture.profile(try fixture.other())
        await fixture.minute(isAwaited: true)
        profile.send(.close)
        await fixture.minute(isAwaited: false)
        profile.send(.refresh)
        await fixture.minute(isAwaited: true)
        profile.send(.reset)
        await fixture.minute(isAwaited: false)
    }

    @Test("A post row compares by its appearance and hashes by its ID") func rows() {
        let now = Date(timeIntervalSince1970: 1_772_323_200)
        let post = LinkPost(
            id: "p", author: LinkUser(id: "u", nick: "하나"), createdAt: now.addingTimeInterval(-7_200), likes: ["me", "x"],
            pictures: ["a.jpg"], replies: [LinkReply(id: "c", content: "답", author: LinkUser(id: "b", nick: "둘"))],
            content: "안녕")
        let builder = LinkRowBuilder(me: "me", now: now, language: .korean)
        let row = builder.row(of: post)
        #expect(row.spoken == "하나, 2시간 전, 안녕, 파일 1개, 1 답글, 2 좋아요, 좋아요 표시함")
        #expect(!row.isMine)
        #expect(row == LinkRowBuilder(me: "me", now: now.addingTimeInterval(60), language: .korean).row(of: post))
        #expect(row != LinkRowBuilder(me: "me", now: now.addingTimeInterval(3_600), language: .korean).row(of: post))
        let unliked = LinkRowBuilder(me: "me", now: now, language: .korean, likes: ["p": false]).row(of: post)
        #expect(row != unliked)
        #expect(unliked.likeCount == 1)
        #expect(!unliked.isLiked)
        #expect(unliked.isLikeUnconfirmed)
        #expect(LinkRowBuilder(me: "me", now: now, likes: ["p": true]).row(of: post).likeCount == 2)
        let hidden = LinkHideList.Content(blocked: [LinkUser(id: "b", nick: "둘")])
        #expect(LinkRowBuilder(me: "me", now: now, language: .korean, hidden: hidden).row(of: post).counts == "0 답글, 2 좋아요")
        #expect(row.hashValue == unliked.hashValue)
        #expect("\(row)" == "LinkPostRow(p)")
    }

    @Test("A reply row compares by its appearance and hashes by its ID") func replies() {
        let now = Date(timeIntervalSince1970: 1_772_323_200)
        let reply = LinkReply(
            id: "c", content: "답", createdAt: now.addingTimeInterval(-7_200), author: LinkUser(id: "b", nick: "둘"))
        func row(_ seconds: Double, me: LinkUser.ID = "me") -> LinkReplyRow {
            LinkReplyRow(reply: reply, builder: LinkRowBuilder(me: me, now: now.addingTimeInterval(seconds), language: .korean))
        }
        #expect(row(0) == row(0))
        #expect(row(0) == row(60))
        #expect(row(0) != row(3_600))
        #expect(row(0) != row(60, me: "b"))
        #expect(row(0).spoken == "둘, 2시간 전, 답")
        #expect(row(0).hashValue == row(3_600).hashValue)
        #expect(!row(0).isMine)
    }
}

extension SignedInFixture {
    /// Waits until the timer for the next minute runs, or does not run.
    fileprivate func minute(isAwaited: Bool) async {
        if isAwaited { await minutes.waitForSleepers(1) } else { await waitForNoMinute() }
        #expect(minutes.pending.contains(60) == isAwaited)
    }
}
