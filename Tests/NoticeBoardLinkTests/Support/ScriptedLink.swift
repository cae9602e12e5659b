import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardPaging

/// A service that logs its calls and answers with values set by a test.
final class ScriptedLink: LinkService {
    struct Answers: Sendable {
        var posts: [LinkPost] = []
        var post = LinkPost(id: "p0", author: ScriptedLink.me)
        var reply = LinkReply(id: "c0", content: "", author: ScriptedLink.me)
        var profile = LinkProfile(id: "me", nick: "나")
        /// Errors by the first word of the logged call.
        var failures: [String: any Error] = [:]
    }

    static let me = LinkUser(id: "me", nick: "나")
    let answers = Locked(Answers())
    let log: Locked<[String]>

    init(_ log: Locked<[String]> = Locked([])) { self.log = log }

    var lines: [String] { log.withLock { $0 } }

    private func asked<Value: Sendable>(_ line: String, _ answer: (Answers) -> Value) throws -> Value {
        log.withLock { $0.append(line) }
        let answers = answers.withLock { $0 }
        if let failure = answers.failures[String(line.prefix { $0 != " " })] { throw failure }
        return answer(answers)
    }
    private func asked(_ line: String) throws { try asked(line) { _ in } }
    private func shown(_ position: PagePosition?) -> String {
        if case .cursor(let text)? = position { text } else { "first" }
    }
    private func shown(_ form: LinkPostForm) -> String {
        let texts = [form.title, form.content, form.content1].map { $0 ?? "-" }
        form.progress?.report(HTTPProgress.Update(sent: 1, toSend: 4))
        return (texts + form.files.map { (try? $0.prepared()) == $0 ? "prepared \($0.kind)" : "\($0.kind)" }).joined(
            separator: " ")
    }

    func publish(_ form: LinkPostForm) async throws -> LinkPost { try asked("publish \(shown(form))") { $0.post } }
    func postPage(of source: LinkPostSource, at position: PagePosition?, limit: Int) async throws -> Page<LinkPost> {
        let call =
            switch source {
            case .timeline: "page"
            case .hashtag(let tag): "tagged \(tag)"
            case .liked: "liked"
            case .user(let user): "postsOf \(user)"
            }
        return try asked("\(call) \(shown(position)) \(limit)") { Page(items: $0.posts) }
    }
    func post(_ id: LinkPost.ID) async throws -> LinkPost { try asked("post \(id)") { $0.post } }
    func edit(_ id: LinkPost.ID, _ form: LinkPostForm) async throws -> LinkPost {
        try asked("edit \(id) \(shown(form))") { $0.post }
    }
    func deletePost(_ id: LinkPost.ID) async throws { try asked("deletePost \(id)") }
    func reply(_ content: String, to post: LinkPost.ID) async throws -> LinkReply {
        try asked("comment \(content) on \(post)") { $0.reply }
    }
    func editReply(_ id: LinkReply.ID, on post: LinkPost.ID, to content: String) async throws -> LinkReply {
        try asked("editReply \(id) on \(post) to \(content)") { $0.reply }
    }
    func deleteReply(_ id: LinkReply.ID, on post: LinkPost.ID) async throws { try asked("deleteReply \(id) on \(post)") }
    func toggleLike(_ post: LinkPost.ID) async throws -> Bool { try asked("toggleLike \(post)") { _ in true } }
    func follow(_ user: LinkUser.ID) async throws -> Bool { try asked("follow \(user)") { _ in true } }
    func unfollow(_ user: LinkUser.ID) async throws -> Bool { try asked("unfollow \(user)") { _ in false } }
    func myProfile() async throws -> LinkProfile { try asked("myProfile") { $0.profile } }
    func editProfile(_ form: LinkProfileForm) async throws -> LinkProfile {
        let file = form.picture.map { (try? $0.prepared()) == $0 ? "prepared \($0.kind)" : "\($0.kind)" } ?? "-"
        return try asked("editProfile \(form.nick ?? "-") \(file)") { $0.profile }
    }
    func profile(of user: LinkUser.ID) async throws -> LinkProfile { try asked("profile \(user)") { $0.profile } }
    func picture(at path: String) async throws -> Data { try asked("picture \(path)") { _ in Data() } }
}
