import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@Suite("Draft matching, forms and validation", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct DraftMatchTests {
    private static let me = LinkUser(id: "me", nick: "나")
    private static let other = LinkUser(id: "other", nick: "남")
    private let texts: [WritableKeyPath<LinkDraftForm, String?>] = [
        \.content1, \.content2, \.content3, \.content4, \.content5,
    ]
    private let fields: [WritableKeyPath<LinkPost, String?>] = [
        \.title, \.content, \.content1, \.content2, \.content3, \.content4, \.content5,
    ]
    private let sent: [WritableKeyPath<LinkPostForm, String?>] = [
        \.title, \.content, \.content1, \.content2, \.content3, \.content4, \.content5,
    ]

    private func draft(
        _ target: LinkDraftTarget, files: Int = 0, _ change: (inout LinkDraftForm) -> Void = { _ in }
    ) -> LinkDraft {
        var form = LinkDraftForm(target)
        change(&form)
        let files = (0..<files).map { OutboxFile(name: "d-\($0).png", kind: "png", bytes: 7 + $0) }
        return LinkDraft(id: "d", draft: form, files: files)
    }

    private func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
        var value = value
        change(&value)
        return value
    }

    private func fill(_ form: inout LinkDraftForm, _ mark: String) {
        (form.title, form.content) = ("t" + mark, "c" + mark)
        for (number, text) in texts.enumerated() { form[keyPath: text] = "\(number)" + mark }
    }

    private static func post(_ mark: String, pictures: [String] = []) -> LinkPost {
        LinkPost(
            id: "p", author: me, pictures: pictures, title: "t" + mark, content: "c" + mark, content1: "0" + mark,
            content2: "1" + mark, content3: "2" + mark, content4: "3" + mark, content5: "4" + mark)
    }

    @Test("A draft with a file of an unknown kind is not sent without it") func unknownKind() async {
        let service = ScriptedLink()
        let sender = LinkSender(service: service, user: "me", uploads: UploadedPictures())
        let file = OutboxFile(name: "d-0.heic", kind: "heic", bytes: 7)
        let parcel = OutboxParcel(
            draft: LinkDraftForm(.post), files: [.init(file: file, url: ScratchFolder.url("unknown kind"))], key: "k")
        let error = await #expect(throws: NoticeBoardError.self) { try await sender.send(parcel) }
        #expect(error?.code == .fileKindUnknown)
        #expect(service.lines.isEmpty)
    }

    @Test("A new post matches its draft if all fields, the author and the number of files are equal") func newPost() {
        let full = draft(.post, files: 2) { fill(&$0, "x") }
        let post = Self.post("x", pictures: ["a", "b"])
        #expect(full.became(post, by: "me"))
        #expect(!full.became(post, by: "other"))
        for field in fields {
            for value in ["y", nil] { #expect(!full.became(changed(post) { $0[keyPath: field] = value }, by: "me"), "\(field)") }
        }
        #expect(!full.became(changed(post) { $0.pictures = ["a"] }, by: "me"))
        #expect(!full.became(changed(post) { $0.author = Self.other }, by: "me"))
    }

    @Test("Fields that a draft omits may have any value, except the title and the text") func sparePost() {
        let titled = draft(.post) { $0.title = "t" }
        let written = draft(.post) { $0.content = "c" }
        func post(_ title: String?, _ content: String?) -> LinkPost {
            LinkPost(id: "p", author: Self.me, title: title, content: content, content1: "1", content5: "5")
        }
        for empty in [nil, ""] as [String?] {
            #expect(titled.became(post("t", empty), by: "me"))
            #expect(written.became(post(empty, "c"), by: "me"))
            #expect(!titled.became(post(empty, "t"), by: "me"))
            #expect(!written.became(post("c", empty), by: "me"))
        }
        #expect(!titled.became(post("t", "c"), by: "me"))
        #expect(!written.became(post("t", "c"), by: "me"))
        // An emptied field counts as missing.
        #expect(draft(.post) { ($0.title, $0.content3) = ("t", "") }.became(post("t", nil), by: "me"))
    }

    @Test("An edit matches by its changed fields and replaced files") func edit() {
        let before = Self.post("x", pictures: ["a", "b"])
        let fresh = LinkPost(id: "p", author: Self.me, pictures: ["a", "b"])
        for (number, text) in texts.enumerated() {
            let edit = draft(.edit(before)) { $0[keyPath: text] = "new" }
            let after = changed(fresh) { $0[keyPath: fields[number + 2]] = "new" }
            #expect(edit.became(after, by: "me"))
            #expect(!edit.became(fresh, by: "me"))
            #expect(!edit.became(before, by: "me"))
            #expect(!edit.became(after, by: "other"))
        }
        #expect(draft(.edit(before)) { $0.title = "new" }.became(changed(fresh) { $0.title = "new" }, by: "me"))
        #expect(draft(.edit(before)) { $0.content = "" }.became(changed(fresh) { $0.content = "" }, by: "me"))
        #expect(draft(.edit(before)) { $0.content = "" }.became(fresh, by: "me"))
        #expect(!draft(.edit(before)) { $0.content = "" }.became(before, by: "me"))
        let pictured = draft(.edit(before), files: 2)
        for (images, isIt) in [(["c", "d"], true), (["a", "b"], false), (["c"], false)] {
            #expect(pictured.became(changed(fresh) { $0.pictures = images }, by: "me") == isIt, "\(images)")
        }
        #expect(draft(.edit(before)).became(changed(fresh) { $0.pictures = [] }, by: "me"))
    }

    @Test("A reply matches a new reply with the same author and text") func replies() {
        func written(_ id: String, _ content: String, _ author: LinkUser = Self.me) -> LinkReply {
            LinkReply(id: id, content: content, author: author)
        }
        let reply = draft(.reply(on: "p")) { $0.content = "답" }
        #expect(reply.became(written("c2", "답"), by: "me"))
        for strange in [written("c2", "또"), written("c2", "답", Self.other)] {
            #expect(!reply.became(strange, by: "me"))
        }
    }

    @Test("Sends only the filled fields of a new post and the changed fields of an edit") func postForm() {
        let (files, progress) = ([LinkFile(unchecked: PictureSample.rgb, kind: .png)], HTTPProgress({ _ in }))
        let full = draft(.post) { fill(&$0, "x") }
        var expected = LinkPostForm(
            title: "tx", content: "cx", content1: "0x", content2: "1x", content3: "2x", content4: "3x", content5: "4x")
        #expect(full.form.postForm([]) == expected)
        (expected.files, expected.progress) = (files, progress)
        #expect(full.form.postForm(files, progress: progress) == expected)
        #expect(draft(.post).form.postForm([]) == LinkPostForm())
        #expect(draft(.reply(on: "p")).form.postForm([]) == LinkPostForm())
        let (before, bare) = (Self.post("x"), LinkPost(id: "p", author: Self.me))
        #expect(draft(.edit(before)).form.postForm(files, progress: progress) == LinkPostForm(files: files, progress: progress))
        for (number, text) in texts.enumerated() {
            let place = sent[number + 2]
            for (post, new, sent) in [(before, "n", "n"), (before, "", ""), (before, nil, ""), (bare, "n", "n"), (bare, "", nil)]
                as [(LinkPost, String?, String?)]
            {
                let form = draft(.edit(post)) { $0[keyPath: text] = new }.form.postForm([])
                #expect(form == changed(LinkPostForm()) { $0[keyPath: place] = sent }, "\(number)")
            }
        }
        #expect(draft(.edit(before)) { $0.title = "" }.form.postForm([]) == LinkPostForm(title: ""))
        #expect(draft(.edit(before)) { $0.content = "n" }.form.postForm([]) == LinkPostForm(content: "n"))
        #expect(draft(.edit(bare)).form.postForm([]) == LinkPostForm())
    }

    @Test("Reports why a draft of each kind cannot be sent") func problems() {
        let post = Self.post("x", pictures: ["a"])
        let text = LinkPost(id: "p", author: Self.me, content: "글")
        // A market app stores the place and the price in a post.
        let priced = LinkPost(id: "p", author: Self.me, content1: "서울", content2: "5,000원")
        let placed = LinkPost(id: "p", author: Self.me, title: "t", content1: "서울")
        let blank: (inout LinkDraftForm) -> Void = { ($0.title, $0.content) = (" ", "\n") }
        let all: [(LinkDraft, NoticeBoardError.Code?)] = [
            (draft(.post), .postEmpty), (draft(.post) { $0.title = "t" }, nil), (draft(.post, files: 1), nil),
            (draft(.post, files: 5), nil), (draft(.post, files: 6), .tooManyFiles),
            (draft(.post) { $0.hashtags = ["a b"] }, .hashtagInvalid), (draft(.post) { $0.hashtags = ["봄"] }, nil),
            (draft(.edit(post)), .nothingToChange), (draft(.edit(post), files: 1), nil),
            (draft(.edit(post)) { $0.content2 = "y" }, nil), (draft(.edit(post)) { $0.hashtags = ["#"] }, .hashtagInvalid),
            (draft(.edit(post), blank), nil), (draft(.edit(text), blank), .postEmpty), (draft(.edit(text), files: 1, blank), nil),
            (draft(.edit(text)) { ($0.content, $0.content1) = ("", "1") }, nil), (draft(.edit(text)) { $0.title = "t" }, nil),
            (draft(.edit(text)) { ($0.title, $0.content) = ("t", "") }, nil), (draft(.edit(text), files: 6), .tooManyFiles),
            (draft(.edit(priced)) { $0.content2 = "4,000원" }, nil), (draft(.edit(priced)) { $0.content1 = "" }, nil),
            (draft(.edit(priced)) { ($0.content1, $0.content2) = (nil, " ") }, .postEmpty), (draft(.edit(placed), blank), nil),
            (draft(.edit(placed)) { ($0.title, $0.content1) = ("", "") }, .postEmpty),
            (draft(.edit(LinkPost(id: "p", author: Self.me, content5: "x"))) { $0.content5 = "" }, .postEmpty),
            (draft(.edit(text)) { ($0.content, $0.content1) = ("", "") }, .postEmpty),
            (draft(.reply(on: "p")), .replyEmpty), (draft(.reply(on: "p")) { $0.content = "a" }, nil),
            (draft(.reply(on: "p"), files: 1) { $0.content = "a" }, .replyWithFiles),
        ]
        for (number, (draft, problem)) in all.enumerated() { #expect(draft.problem == problem, "case \(number)") }
    }
}

extension LinkDraft {
    fileprivate func became(_ post: LinkPost, by user: LinkUser.ID) -> Bool { form.became(post, by: user, files: files.count) }
    fileprivate func became(_ reply: LinkReply, by user: LinkUser.ID) -> Bool { form.became(reply, by: user) }
}
