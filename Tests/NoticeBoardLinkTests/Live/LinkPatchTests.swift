import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

/// Compares the complete post or profile after each change with the expected one.
@Suite("Patches of posts and profiles", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkPatchTests {
    private static let (me, other) = (LinkUser(id: "me", nick: "나"), LinkUser(id: "u", nick: "남"))
    private static let renamed = LinkUser(id: "me", nick: "새 나", picture: "n.png")
    private static let replies = [
        LinkReply(id: "c1", content: "1", author: me), LinkReply(id: "c2", content: "2", author: other),
    ]
    private static let post = LinkPost(
        id: "p", author: me, likes: ["u"], pictures: ["a"], hashtags: ["봄"], replies: replies, productID: "app", title: "t",
        content: "c", content1: "1", content2: "2", content3: "3", content4: "4", content5: "5")
    private static let edit = LinkPost(
        id: "p", author: renamed, likes: ["x"], pictures: ["b"], hashtags: ["여름"], replies: [], productID: "x", title: "T",
        content: "C", content1: "I", content2: "II", content3: "III", content4: "IV", content5: "V")

    private func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
        var value = value
        change(&value)
        return value
    }

    @Test("A post takes exactly the changes that concern it") func posts() {
        let new = LinkReply(id: "c3", content: "3", author: Self.me)
        let rewritten = LinkReply(id: "c2", content: "neu", author: Self.other)
        let other = LinkPost(id: "q", author: Self.other)
        let edited = LinkPost(
            id: "p", author: Self.renamed, likes: ["u"], pictures: ["b"], hashtags: ["여름"], replies: Self.replies,
            productID: "x", title: "T", content: "C", content1: "I", content2: "II", content3: "III", content4: "IV",
            content5: "V")
        let profile = LinkProfile(id: "me", nick: "새 나", picture: "n.png", email: "e")
        let all: [(LinkChange, LinkPost)] = [
            (.posted(Self.edit), Self.edit), (.reloaded(Self.edit), Self.edit), (.posted(other), Self.post),
            (.reloaded(other), Self.post),
            (.edited(Self.edit), edited), (.edited(other), Self.post),
            (.liked("p", by: "me", isLiked: true, post: other), changed(Self.post) { $0.likes = ["u", "me"] }),
            (.liked("p", by: "u", isLiked: true, post: nil), Self.post),
            (.liked("p", by: "u", isLiked: false, post: nil), changed(Self.post) { $0.likes = [] }),
            (.liked("p", by: "me", isLiked: false, post: nil), Self.post),
            (.liked("q", by: "me", isLiked: true, post: nil), Self.post),
            (.replied("p", new), changed(Self.post) { $0.replies = [new] + Self.replies }), (.replied("q", new), Self.post),
            (.replied("p", rewritten), changed(Self.post) { $0.replies = [Self.replies[0], rewritten] }),
            (.replyDeleted("p", "c1"), changed(Self.post) { $0.replies = [Self.replies[1]] }),
            (.replyDeleted("q", "c1"), Self.post), (.replyDeleted("p", "c9"), Self.post),
            (
                .profileEdited(profile),
                changed(Self.post) {
                    $0.author = Self.renamed
                    $0.replies[0].author = Self.renamed
                }
            ),
            (.profileEdited(LinkProfile(id: "x", nick: "x")), Self.post), (.deleted("p"), Self.post),
            (.followed(Self.me, by: Self.other, isFollowing: true), Self.post),
        ]
        for (change, expected) in all { #expect(changed(Self.post) { change.patch(&$0) } == expected, "\(change)") }
    }

    @Test("A profile takes exactly the changes that concern it") func profiles() {
        let third = LinkUser(id: "x", nick: "x")
        let profile = LinkProfile(
            id: "me", nick: "나", picture: "a.png", email: "a@b.kr", phone: "010", birthday: "1999-01-31",
            posts: ["p1", "p"], followers: [Self.other, third], following: [third, Self.other])
        let written = LinkPost(id: "p9", author: Self.me)
        let bare = LinkProfile(id: "me", nick: "새 나")
        let whole = LinkProfile(id: "me", nick: "n", picture: "n.png", email: "e", phone: "p", birthday: "b")
        let again = LinkUser(id: "u", nick: "또", picture: "u.png")
        let all: [(LinkChange, LinkProfile)] = [
            (.posted(written), changed(profile) { $0.posts = ["p9", "p1", "p"] }), (.posted(Self.post), profile),
            (.posted(LinkPost(id: "p9", author: Self.other)), profile), (.deleted("p1"), changed(profile) { $0.posts = ["p"] }),
            (.deleted("p9"), profile), (.followed(Self.me, by: Self.other, isFollowing: true), profile),
            (.followed(Self.me, by: Self.other, isFollowing: false), changed(profile) { $0.followers = [third] }),
            (.followed(Self.other, by: Self.me, isFollowing: false), changed(profile) { $0.following = [third] }),
            (.followed(again, by: Self.me, isFollowing: true), profile),
            (
                .followed(Self.me, by: Self.renamed, isFollowing: true),
                changed(profile) {
                    ($0.followers, $0.following) = ($0.followers + [Self.renamed], $0.following + [Self.me])
                }
            ),
            (.followed(Self.other, by: third, isFollowing: true), profile),
            (.profileEdited(bare), changed(profile) { ($0.nick, $0.picture) = ("새 나", nil) }),
            (
                .profileEdited(whole),
                changed(profile) {
                    ($0.nick, $0.picture, $0.email, $0.phone, $0.birthday) = ("n", "n.png", "e", "p", "b")
                }
            ),
            (
                .profileEdited(LinkProfile(id: "u", nick: "또", picture: "u.png", email: "e")),
                changed(profile) { ($0.followers, $0.following) = ([again, third], [third, again]) }
            ),
            (.edited(written), profile), (.reloaded(written), profile),
            (.liked("p", by: "me", isLiked: true, post: nil), profile),
            (.replied("p", Self.replies[0]), profile), (.replyDeleted("p", "c1"), profile),
        ]
        for (change, expected) in all { #expect(changed(profile) { change.patch(&$0) } == expected, "\(change)") }
    }
}
