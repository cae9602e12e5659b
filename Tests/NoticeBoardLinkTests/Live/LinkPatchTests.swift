import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

/// Each change beside the whole value that it makes of a post, of a profile and of a list.
@Suite("What a change does, exactly", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkPatchTests {
    private static let (me, other) = (LinkUser(id: "me", nick: "나"), LinkUser(id: "u", nick: "남"))
    private static let renamed = LinkUser(id: "me", nick: "새 나", picture: "n.png")
    private static let comments = [
        LinkComment(id: "c1", content: "1", creator: me), LinkComment(id: "c2", content: "2", creator: other),
    ]
    private static let post = LinkPost(
        id: "p", creator: me, likes: ["u"], images: ["a"], hashtags: ["봄"], comments: comments, productID: "app", title: "t",
        content: "c", content1: "1", content2: "2", content3: "3", content4: "4", content5: "5")
    private static let edit = LinkPost(
        id: "p", creator: renamed, likes: ["x"], images: ["b"], hashtags: ["여름"], comments: [], productID: "x", title: "T",
        content: "C", content1: "I", content2: "II", content3: "III", content4: "IV", content5: "V")

    private func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
        var value = value
        change(&value)
        return value
    }

    @Test("A post") func posts() {
        let new = LinkComment(id: "c3", content: "3", creator: Self.me)
        let rewritten = LinkComment(id: "c2", content: "neu", creator: Self.other)
        let other = LinkPost(id: "q", creator: Self.other)
        let edited = LinkPost(
            id: "p", creator: Self.renamed, likes: ["u"], images: ["b"], hashtags: ["여름"], comments: Self.comments,
            productID: "app", title: "T", content: "C", content1: "I", content2: "II", content3: "III", content4: "IV",
            content5: "V")
        let profile = LinkProfile(id: "me", nick: "새 나", picture: "n.png", email: "e")
        let all: [(LinkChange, LinkPost)] = [
            (.posted(Self.edit), Self.edit), (.reloaded(Self.edit), Self.edit), (.posted(other), Self.post),
            (.reloaded(other), Self.post),
            (.edited(Self.edit), edited), (.edited(other), Self.post),
            (.liked("p", by: "me", true, post: other), changed(Self.post) { $0.likes = ["u", "me"] }),
            (.liked("p", by: "u", true, post: nil), Self.post),
            (.liked("p", by: "u", false, post: nil), changed(Self.post) { $0.likes = [] }),
            (.liked("p", by: "me", false, post: nil), Self.post), (.liked("q", by: "me", true, post: nil), Self.post),
            (.replied("p", new), changed(Self.post) { $0.comments = [new] + Self.comments }), (.replied("q", new), Self.post),
            (.replied("p", rewritten), changed(Self.post) { $0.comments = [Self.comments[0], rewritten] }),
            (.replyDeleted("p", "c1"), changed(Self.post) { $0.comments = [Self.comments[1]] }),
            (.replyDeleted("q", "c1"), Self.post), (.replyDeleted("p", "c9"), Self.post),
            (
                .profileEdited(profile),
                changed(Self.post) {
                    $0.creator = Self.renamed
                    $0.comments[0].creator = Self.renamed
                }
            ),
            (.profileEdited(LinkProfile(id: "x", nick: "x")), Self.post), (.deleted("p"), Self.post),
            (.followed(Self.me, by: Self.other, true), Self.post),
        ]
        for (change, expected) in all { #expect(changed(Self.post) { change.patch(&$0) } == expected, "\(change)") }
        #expect(Self.post.names("me") && Self.post.names("u") && !Self.post.names("x"))
    }

    @Test("A profile") func profiles() {
        let third = LinkUser(id: "x", nick: "x")
        let profile = LinkProfile(
            id: "me", nick: "나", picture: "a.png", email: "a@b.kr", phone: "010", birthday: LinkBirthday("1999-01-31"),
            posts: ["p1", "p"], followers: [Self.other, third], following: [third, Self.other])
        let written = LinkPost(id: "p9", creator: Self.me)
        let bare = LinkProfile(id: "me", nick: "새 나")
        let whole = LinkProfile(id: "me", nick: "n", picture: "n.png", email: "e", phone: "p", birthday: LinkBirthday("b"))
        let again = LinkUser(id: "u", nick: "또", picture: "u.png")
        let all: [(LinkChange, LinkProfile)] = [
            (.posted(written), changed(profile) { $0.posts = ["p9", "p1", "p"] }), (.posted(Self.post), profile),
            (.posted(LinkPost(id: "p9", creator: Self.other)), profile), (.deleted("p1"), changed(profile) { $0.posts = ["p"] }),
            (.deleted("p9"), profile), (.followed(Self.me, by: Self.other, true), profile),
            (.followed(Self.me, by: Self.other, false), changed(profile) { $0.followers = [third] }),
            (.followed(Self.other, by: Self.me, false), changed(profile) { $0.following = [third] }),
            (.followed(again, by: Self.me, true), profile),
            (
                .followed(Self.me, by: Self.renamed, true),
                changed(profile) {
                    ($0.followers, $0.following) = ($0.followers + [Self.renamed], $0.following + [Self.me])
                }
            ),
            (.followed(Self.other, by: third, true), profile),
            (.profileEdited(bare), changed(profile) { ($0.nick, $0.picture) = ("새 나", nil) }),
            (
                .profileEdited(whole),
                changed(profile) {
                    ($0.nick, $0.picture, $0.email, $0.phone, $0.birthday) = ("n", "n.png", "e", "p", LinkBirthday("b"))
                }
            ),
            (
                .profileEdited(LinkProfile(id: "u", nick: "또", picture: "u.png", email: "e")),
                changed(profile) { ($0.followers, $0.following) = ([again, third], [third, again]) }
            ),
            (.edited(written), profile), (.reloaded(written), profile), (.liked("p", by: "me", true, post: nil), profile),
            (.replied("p", Self.comments[0]), profile), (.replyDeleted("p", "c1"), profile),
        ]
        for (change, expected) in all { #expect(changed(profile) { change.patch(&$0) } == expected, "\(change)") }
    }

    /// What an edit does to a list that shows the post, in words.
    private func shown(_ edits: [FeedEdit<LinkPost>], _ change: LinkChange) -> [String] {
        edits.map { edit in
            switch edit {
            case .insert(let post): return "insert \(post.id) \(post.likes.joined())"
            case .remove(let id): return "remove \(id)"
            case .patchAll: return "patch all"
            case .patch(let id, let patch):
                let isSame = changed(Self.post, patch) == changed(Self.post) { change.patch(&$0) }
                return "patch \(id)\(isSame ? "" : " otherwise")"
            }
        }
    }

    @Test("A list, by what it shows") func lists() {
        let mine = LinkPost(id: "m", creator: Self.me, likes: ["me"], hashtags: ["봄"])
        let theirs = LinkPost(id: "p", creator: Self.other, likes: [], hashtags: [])
        let liked = LinkPost(id: "n", creator: Self.other, likes: [])
        let changes: [(LinkChange, timeline: [String], tagged: [String], liked: [String], user: [String])] = [
            (.posted(mine), ["insert m me"], ["insert m me"], ["insert m me"], []),
            (.posted(theirs), ["insert p "], [], [], ["insert p "]),
            (.edited(mine), ["patch m"], ["insert m me"], ["patch m"], ["patch m"]),
            (.edited(theirs), ["patch p"], ["remove p"], ["patch p"], ["patch p"]),
            (.edited(Self.post), ["patch p"], ["patch p"], ["patch p"], ["patch p"]),
            (.reloaded(theirs), ["patch p"], ["patch p"], ["patch p"], ["patch p"]),
            (.deleted("x"), ["remove x"], ["remove x"], ["remove x"], ["remove x"]),
            (.liked("n", by: "me", true, post: liked), ["patch n"], ["patch n"], ["insert n me"], ["patch n"]),
            (.liked("n", by: "me", true, post: nil), ["patch n"], ["patch n"], ["patch n"], ["patch n"]),
            (.liked("p", by: "me", true, post: liked), ["patch p"], ["patch p"], ["patch p"], ["patch p"]),
            (.liked("p", by: "me", false, post: liked), ["patch p"], ["patch p"], ["patch p"], ["patch p"]),
            (.liked("n", by: "u", true, post: liked), ["patch n"], ["patch n"], ["patch n"], ["patch n"]),
            (.replied("p", Self.comments[0]), ["patch p"], ["patch p"], ["patch p"], ["patch p"]),
            (.replyDeleted("p", "c1"), ["patch p"], ["patch p"], ["patch p"], ["patch p"]),
            (.profileEdited(LinkProfile(id: "u", nick: "")), ["patch p"], ["patch p"], ["patch p"], ["patch p"]),
            (.profileEdited(LinkProfile(id: "x", nick: "")), [], [], [], []),
            (.followed(Self.me, by: Self.other, true), [], [], [], []),
        ]
        let items = FeedItems([Self.post, LinkPost(id: "o", creator: Self.me)])
        for (change, timeline, tagged, liked, user) in changes {
            let sources: [(LinkPostSource, [String])] = [
                (.timeline, timeline), (.hashtag("#봄"), tagged), (.hashtag("봄"), tagged), (.liked, liked), (.user("u"), user),
            ]
            for (source, expected) in sources {
                let edits = LinkListScope(source, me: "me").edits(change, in: items)
                #expect(shown(edits, change) == expected, "\(change) in \(source)")
            }
        }
        #expect(LinkListScope(.hashtag("봄날"), me: "me").edits(.posted(mine), in: items).isEmpty)
    }

    @Test("In the list of liked posts one that is unliked leaves at once by the one rule, and with a refresh by the other")
    func unliked() {
        let items = FeedItems([
            Self.post, LinkPost(id: "o", creator: Self.me, likes: ["me"]), LinkPost(id: "n", creator: Self.me),
        ])
        let change = LinkChange.liked("p", by: "me", false, post: nil)
        for (rule, expected) in [(LinkUnlikedRule.staysUntilRefreshed, ["patch p"]), (.leavesAtOnce, ["remove p"])] {
            let scope = LinkListScope(.liked, me: "me", unliked: rule)
            #expect(shown(scope.edits(change, in: items), change) == expected)
            #expect(shown(scope.edits(.liked("q", by: "me", true, post: nil), in: items), change) == ["patch q"])
            #expect(shown(scope.leftovers(in: items, [:]), change) == ["remove p", "remove n"])
            #expect(shown(scope.leftovers(in: items, ["p": true, "n": false, "o": false]), change) == ["remove n"])
        }
        let timeline = LinkListScope(.timeline, me: "me", unliked: .leavesAtOnce)
        #expect(
            shown(timeline.edits(change, in: items), change) == ["patch p"]
                && LinkListScope(.liked, me: "me").unliked == .staysUntilRefreshed)
        #expect(LinkListScope(.user("u"), me: "me").owner == "u" && timeline.owner == nil)
    }

    @Test("Each list asks for its own pages") func pages() async throws {
        let service = ScriptedLink()
        let all: [(LinkPostSource, String)] = [
            (.timeline, "page c 7"), (.hashtag("#봄"), "tagged #봄 c 7"), (.liked, "liked c 7"), (.user("u"), "postsOf u c 7"),
        ]
        for (source, line) in all {
            _ = try await LinkListScope(source, me: "me").page(at: .cursor("c"), limit: 7, of: service)
            #expect(service.lines.last == line)
        }
        #expect(service.lines.count == 4)
    }

    @Test("What is known of oneself is the newest that was seen; of posts and accounts what a wish is about") func known() {
        let known = SeenItems("me")
        #expect(
            known.me == LinkUser(id: "me", nick: "") && known.account("u") == LinkUser(id: "u", nick: "")
                && known.post("p") == nil)
        known.note(Self.other)
        known.note(Self.post)
        #expect(known.me == Self.me && known.account("u") == Self.other && known.post("p") == Self.post)
        known.note(Self.renamed)
        known.note(LinkPost(id: "q", creator: Self.other))
        #expect(known.me == Self.renamed && known.account("me") == LinkUser(id: "me", nick: ""))
        known.take(.replyDeleted("p", "c1"))
        #expect(known.post("p")?.comments == [Self.comments[1]] && known.me == Self.renamed)
        known.take(.posted(LinkPost(id: "r", creator: Self.me)))
        known.take(.posted(LinkPost(id: "s", creator: Self.other)))
        #expect(known.me == Self.me && known.post("r") == nil)
        known.take(.profileEdited(LinkProfile(id: "u", nick: "또")))
        #expect(known.me == Self.me && known.post("q")?.creator.nick == "또")
        known.take(.profileEdited(LinkProfile(id: "me", nick: "새 나", picture: "n.png")))
        #expect(known.me == Self.renamed)
        known.keepPosts(["q": false])
        known.keepAccounts(["v": true])
        #expect(known.post("p") == nil && known.post("q") != nil && known.account("u").nick.isEmpty)
        known.note(Self.other)
        known.keepAccounts(["u": false])
        #expect(known.account("u") == Self.other)
        known.forget()
        #expect(known.me == LinkUser(id: "me", nick: "") && known.post("q") == nil && known.account("u").nick.isEmpty)
    }

    @Test("A wish asks once, or looks, and tells what it is about") @MainActor func wishes() async throws {
        let (service, changes) = (ScriptedLink(), ChangeBus<LinkChange>())
        let (known, writes) = (SeenItems("me"), WriteQueue(changes))
        var (received, failed) = ([] as [LinkChange], [] as [String])
        let listening = changes.observe { received.append($0) }
        defer { withExtendedLifetime(listening) {} }
        known.note(Self.post)
        known.note(Self.other)
        let likes = OptimisticUpdates<LinkPost.ID, LinkChange>.likes(of: "me", writes, service, known) {
            failed.append("\($0) \($1.code)")
        }
        let follows = OptimisticUpdates<LinkUser.ID, LinkChange>.follows(of: "me", writes, service, known) {
            failed.append("\($0) \($1.code)")
        }
        likes.want(true, "p", confirmed: false)
        await likes.firstState { $0.isEmpty }
        service.answers.withLock { $0.failures["toggleLike"] = NoticeBoardError(.timedOut) }
        likes.want(false, "p", confirmed: true)
        await likes.firstState { $0.isEmpty }
        service.answers.withLock { $0.failures["toggleLike"] = NoticeBoardError(.forbidden) }
        likes.want(true, "p", confirmed: false)
        await likes.firstState { $0.isEmpty }
        #expect(received == [true, false].map { .liked("p", by: "me", $0, post: Self.post) } && failed == ["p forbidden"])
        #expect(service.lines == ["toggleLike p", "toggleLike p", "post p", "toggleLike p"])
        (received, failed) = ([], [])
        let asked = service.lines.count
        service.answers.withLock { $0.profile = LinkProfile(id: "me", nick: "이름", followers: [Self.me]) }
        follows.want(true, "u", confirmed: false)
        await follows.firstState { $0.isEmpty }
        follows.want(false, "u", confirmed: true)
        await follows.firstState { $0.isEmpty }
        service.answers.withLock { $0.failures["follow"] = NoticeBoardError(.alreadyFollowing) }
        follows.want(true, "u", confirmed: false)
        await follows.firstState { $0.isEmpty }
        #expect(received == [true, false, true].map { .followed(Self.other, by: Self.me, $0) } && failed.isEmpty)
        #expect(service.lines.dropFirst(asked) == ["follow u", "unfollow u", "follow u"])
        service.answers.withLock {
            $0.failures = ["follow": NoticeBoardError(.timedOut), "profile": NoticeBoardError(.notFound)]
        }
        follows.want(true, "u", confirmed: false)
        await follows.firstState { $0.isEmpty }
        #expect(service.lines.suffix(2) == ["follow u", "profile u"] && failed == ["u notFound"])
    }

    @Test("Who follows without a name is asked for it once; where that fails, without one") @MainActor func nameless() async {
        let (service, changes) = (ScriptedLink(), ChangeBus<LinkChange>())
        let (known, writes) = (SeenItems("me"), WriteQueue(changes))
        var received: [LinkChange] = []
        let listening = changes.observe { received.append($0) }
        defer { withExtendedLifetime(listening) {} }
        let follows = OptimisticUpdates<LinkUser.ID, LinkChange>.follows(of: "me", writes, service, known) { _, _ in }
        let nobody = (LinkUser(id: "u", nick: ""), LinkUser(id: "me", nick: ""))
        service.answers.withLock { $0.failures["myProfile"] = NoticeBoardError(.timedOut) }
        follows.want(true, "u", confirmed: false)
        await follows.firstState { $0.isEmpty }
        service.answers.withLock { ($0.failures, $0.profile) = ([:], LinkProfile(id: "me", nick: "이름")) }
        for value in [false, true] {
            follows.want(value, "u", confirmed: !value)
            await follows.firstState { $0.isEmpty }
        }
        let named = LinkUser(id: "me", nick: "이름")
        #expect(received == [.followed(nobody.0, by: nobody.1, true)] + [false, true].map { .followed(nobody.0, by: named, $0) })
        #expect(service.lines == ["follow u", "myProfile", "unfollow u", "myProfile", "follow u"])
    }
}
