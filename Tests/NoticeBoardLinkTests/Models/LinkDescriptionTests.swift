import Foundation
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

/// Descriptions and dumps may be logged, so they must contain only kinds, numbers and IDs.
@Suite("Descriptions of Link values", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkDescriptionTests {
    private static let word = "비밀"
    private static let user = LinkUser(id: "u1", nick: word)
    private static let reply = LinkReply(id: "c1", content: word, author: user)
    private static let post = LinkPost(id: "p1", author: user, title: word, content: word)
    private static let builder = LinkRowBuilder(me: "u1", now: Date())

    private func check(_ value: Any, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect("\(value)" == expected, sourceLocation: sourceLocation)
        #expect(String(reflecting: value) == expected, sourceLocation: sourceLocation)
        var dumped = ""
        dump(value, to: &dumped)
        #expect(!dumped.contains(Self.word), sourceLocation: sourceLocation)
    }

    @Test("A change describes itself without its content") func changes() {
        check(LinkChange.posted(Self.post), "LinkChange(…)")
        check(LinkChange.followed(Self.user, by: LinkUser(id: "u2", nick: Self.word), isFollowing: false), "LinkChange(…)")
    }

    @Test("Hidden content, reports and rows describe themselves without texts") func others() {
        let hidden = LinkHideList.Content(
            blocked: [Self.user], muted: [Self.user, Self.user], posts: ["a", "b", "c"], replies: [])
        check(hidden, "HiddenContent(…)")
        check(
            LinkReport(subject: .post(Self.post), reporter: "u2", reason: .spam, note: Self.word, time: Date()),
            "LinkReport(…)")
        check(LinkPostRow(post: Self.post, builder: Self.builder), "LinkPostRow(p1)")
        check(LinkReplyRow(reply: Self.reply, builder: Self.builder), "LinkReplyRow(c1)")
    }

    @Test("Sign-in and sign-up describe themselves without the entered text") func entered() {
        var signUp = LinkSignUp.State()
        signUp.texts[.email] = Self.word
        check(signUp, "State(…)")
        check(LinkSignIn.State(), "State(…)")
        let details = SignInDetails(email: Self.word, password: Self.word)
        #expect("\(details)" == "SignInDetails(…)")
        var dumped = ""
        dump(details, to: &dumped)
        #expect(!dumped.contains(Self.word))
    }
}
