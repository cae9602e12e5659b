import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@Suite("Link rows and screen states", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkLookTests {
    private static let now = Date(timeIntervalSince1970: 1_772_323_200)
    private static let (me, a, b) = (
        LinkUser(id: "me", nick: "나"), LinkUser(id: "a", nick: "가"), LinkUser(id: "b", nick: "나비", picture: "b.png")
    )
    private static let post = LinkPost(
        id: "p", author: a, createdAt: now.addingTimeInterval(-7_200), likes: ["x"], pictures: ["1", "2"],
        replies: [LinkReply(id: "c", content: "답", author: b), LinkReply(id: "d", content: "또", author: me)], title: "제목",
        content: "글")

    private func builder(
        me: String = "me", now: Double = 0, _ language: Language = .english, likes: [String: Bool] = [:],
        hidden: LinkHideList.Content = LinkHideList.Content()
    ) -> LinkRowBuilder {
        LinkRowBuilder(me: me, now: Self.now.addingTimeInterval(now), language: language, likes: likes, hidden: hidden)
    }

    @Test("Counts a pending like once") func counts() {
        func row(_ likes: [String], _ wish: Bool?) -> LinkPostRow {
            LinkPostRow(
                post: LinkPost(id: "p", author: Self.a, likes: likes),
                builder: builder(likes: wish.map { ["p": $0] } ?? ["q": true]))
        }
        for (likes, wish, count, isLiked) in [
            (["x"], nil, 1, false), (["x"], true, 2, true), (["x"], false, 1, false), (["me", "x"], nil, 2, true),
            (["me", "x"], true, 2, true), (["me", "x"], false, 1, false), ([], nil, 0, false), (["me"], false, 0, false),
        ] as [([String], Bool?, Int, Bool)] {
            let row = row(likes, wish)
            #expect(row.likeCount == count, "\(likes)")
            #expect(row.isLiked == isLiked, "\(likes)")
            #expect(row.isLikeUnconfirmed == (wish != nil), "\(likes)")
        }
        let hidden = builder(hidden: LinkHideList.Content(muted: [Self.b])).row(of: Self.post)
        #expect(hidden.replies.map(\.id) == ["d"])
        #expect(builder().row(of: Self.post).replies.map(\.id) == ["c", "d"])
        #expect(hidden.counts == "1 reply, 1 like")
    }

    @Test("Speaks the number of attached files") func files() {
        func spoken(_ pictures: [String], _ language: Language) -> String {
            LinkPostRow(
                post: LinkPost(id: "p", author: LinkUser(id: "u", nick: "하나"), pictures: pictures),
                builder: LinkRowBuilder(me: "me", language: language)
            ).spoken
        }
        #expect(spoken(["a.pdf", "b.jpg", "c.pdf"], .english) == "하나, 3 files, 0 replies, 0 likes")
        #expect(spoken(["a.pdf"], .english) == "하나, 1 file, 0 replies, 0 likes")
        #expect(spoken(["b"], .korean) == "하나, 파일 1개, 0 답글, 0 좋아요")
        #expect(spoken([], .korean) == "하나, 0 답글, 0 좋아요")
    }

    @Test("The row of an account says whether it is followed") func accounts() {
        let user = LinkUser(id: "u", nick: "하나")
        #expect(LinkUserRow(user: user, isFollowed: true).spoken(in: .korean) == "하나, 팔로우 중")
        #expect(LinkUserRow(user: user, isFollowed: false).spoken(in: .english) == "하나, not followed")
        #expect(LinkUserRow(user: user).spoken(in: .english) == "하나")
        #expect(LinkUserRow(user: user, isMe: true, isFollowed: false).spoken(in: .english) == "하나, you")
    }

    @Test("A row speaks its post in both languages") func spoken() {
        let bare = LinkPost(id: "p", author: Self.a, likes: ["me"], pictures: ["1"])
        let all: [(LinkPostRow, String)] = [
            (builder().row(of: Self.post), "가, 2 hours ago, 제목, 글, 2 files, 2 replies, 1 like"),
            (builder(.korean).row(of: Self.post), "가, 2시간 전, 제목, 글, 파일 2개, 2 답글, 1 좋아요"),
            (builder().row(of: bare), "가, 1 file, 0 replies, 1 like, liked by you"),
            (builder(.korean).row(of: bare), "가, 파일 1개, 0 답글, 1 좋아요, 좋아요 표시함"),
            (builder().row(of: LinkPost(id: "p", author: Self.a)), "가, 0 replies, 0 likes"),
        ]
        for (row, text) in all { #expect(row.spoken == text) }
        #expect(LinkCounts.text(replies: 2, likes: 1, in: .english) == "2 replies, 1 like")
        #expect(LinkCounts.text(replies: 1, likes: 2, in: .english) == "1 reply, 2 likes")
        #expect([0, 1, 2].map { LinkCounts.text(followers: $0, in: .english) } == ["0 followers", "1 follower", "2 followers"])
        #expect(LinkAge.text(of: .distantPast, at: Self.now.addingTimeInterval(1e12), in: .korean) == "3805년 전")
        #expect(LinkAge.text(of: Self.now.addingTimeInterval(-31_104_000), at: Self.now, in: .english) == "11 months ago")
        #expect(LinkAge.text(of: nil, at: Self.now, in: .english).isEmpty)
    }

    private static let profile = LinkProfile(id: "a", nick: "가", followers: [me, b], following: [b, a, me])

    @Test("Followers are shown with the pending follows, without hidden people") func followers() {
        func state(
            _ profile: LinkProfile? = Self.profile, showsFollowing: Bool = false, mine: LinkProfile? = nil,
            wishes: [String: Bool] = [:], hidden: LinkHideList.Content = LinkHideList.Content()
        ) -> LinkFollowers.State {
            LinkFollowers.State(
                profile: Loaded(profile), builder: LinkRowBuilder(me: "me", hidden: hidden), showsFollowing: showsFollowing,
                mine: mine, unconfirmedFollows: wishes)
        }
        #expect(state().rows == [LinkUserRow(user: Self.me, isMe: true), LinkUserRow(user: Self.b)])
        let mine = LinkProfile(id: "me", nick: "나", following: [Self.b])
        #expect(
            state(mine: mine).rows == [
                LinkUserRow(user: Self.me, isMe: true, isFollowed: false), LinkUserRow(user: Self.b, isFollowed: true),
            ])
        #expect(
            state(
                Self.profile, showsFollowing: true, mine: mine, wishes: ["b": false],
                hidden: LinkHideList.Content(blocked: [Self.a])
            )
            .rows == [
                LinkUserRow(user: Self.b, isFollowed: false, isFollowUnconfirmed: true),
                LinkUserRow(user: Self.me, isMe: true, isFollowed: false),
            ])
        #expect(state(hidden: LinkHideList.Content(muted: [Self.b])).rows.map(\.id) == ["me"])
        #expect(state(nil).rows.isEmpty)
        #expect(state().display == .items)
        #expect(state(nil).display == .placeholder)
        #expect(state(hidden: LinkHideList.Content(blocked: [Self.me, Self.b])).display == .empty)
        let error = NoticeBoardError(.timedOut)
        let failed = Loaded<LinkProfile>(phase: .failed(error))
        #expect(LinkFollowers.State(profile: failed, builder: LinkRowBuilder(me: "me")).display == .failure(error))
    }

    @Test("A profile's page shows pending follows and blocks") func profiles() {
        func state(
            _ profile: Loaded<LinkProfile> = Loaded(Self.profile), me: String = "me", wish: Bool? = nil,
            hidden: LinkHideList.Content = LinkHideList.Content()
        ) -> LinkProfilePage.State {
            LinkProfilePage.State(
                profile: profile,
                list: .init(feed: FeedState(), builder: builder(me: me, hidden: hidden), source: .user(Self.a.id)),
                user: Self.a, unconfirmedFollow: wish)
        }
        for (me, wish, isFollowed, count) in [
            ("me", nil, true, 2), ("me", true, true, 2), ("me", false, false, 1), ("x", nil, false, 2), ("x", true, true, 3),
            ("x", false, false, 2),
        ] as [(String, Bool?, Bool, Int)] {
            let state = state(me: me, wish: wish)
            #expect(state.isFollowed == isFollowed)
            #expect(state.followerCount == count)
            #expect(state.followers.hasPrefix("\(count) follower"))
        }
        let error = NoticeBoardError(.timedOut)
        let none = state(Loaded())
        #expect(none.followerCount == nil)
        #expect(none.followers.isEmpty)
        #expect(none.isFollowed == nil)
        #expect(state(Loaded(), wish: true).isFollowed == true)
        #expect(none.sections == [.profile, .posts])
        #expect(none.sections.map { none.display(of: $0) } == [.placeholder, .placeholder])
        #expect(state(Loaded(phase: .failed(error))).display(of: .profile) == .failure(error))
        #expect(state(hidden: LinkHideList.Content(blocked: [Self.a])).sections == [.profile])
        #expect(state(hidden: LinkHideList.Content(muted: [Self.a])).sections == [.profile, .posts])
        #expect(state(hidden: LinkHideList.Content(blocked: [Self.a])).isBlocked)
        #expect(!state(hidden: LinkHideList.Content(blocked: [Self.a])).isMuted)
        #expect(state(hidden: LinkHideList.Content(muted: [Self.a])).isMuted)
        #expect(!state(hidden: LinkHideList.Content(muted: [Self.a])).isBlocked)
        #expect(!state().isMine)
        #expect(state(me: "a").isMine)
    }

    @Test("A post's page shows its post unless it is gone or hidden") func pages() {
        func state(_ post: LinkPost? = Self.post, hidden: LinkHideList.Content = LinkHideList.Content(), isGone: Bool = false)
            -> LinkPostPage.State
        {
            LinkPostPage.State(post: Loaded(post), builder: builder(hidden: hidden), isGone: isGone)
        }
        #expect(state().row == builder().row(of: Self.post))
        #expect(state().replies.map(\.id) == ["c", "d"])
        #expect(!state().isHidden)
        for odd in [
            state(nil), state(isGone: true), state(hidden: LinkHideList.Content(posts: ["p"])),
            state(hidden: LinkHideList.Content(blocked: [Self.a])),
        ] {
            #expect(odd.row == nil)
            #expect(odd.replies.isEmpty)
        }
        #expect(!state(nil).isHidden)
        #expect(!state(isGone: true).isHidden)
        #expect(state(hidden: LinkHideList.Content(posts: ["p"])).isHidden)
        #expect(!state(hidden: LinkHideList.Content(muted: [Self.a])).isHidden)
        #expect(state(hidden: LinkHideList.Content(muted: [Self.b])).replies.map(\.id) == ["d"])
        #expect(state().replies.map(\.builder) == [builder(), builder()])
        #expect(state().replies.map(\.isMine) == [false, true])
    }
}
