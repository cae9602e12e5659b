import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@Suite("A draft's form", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DraftFormTests {
    private static let me = LinkUser(id: "me", nick: "나")
    private static let post = LinkPost(
        id: "p", author: me, pictures: ["a", "b"], title: "t", content: "c", content1: "1", content2: "2", content3: "3",
        content4: "4", content5: "5")

    private func form(_ target: LinkDraftTarget, _ change: (inout LinkDraftForm) -> Void) -> LinkDraftForm {
        var form = LinkDraftForm(target)
        change(&form)
        return form
    }

    @Test(
        "Hashtags that the text does not contain are appended, each once",
        arguments: [
            ("글", [], "글"), ("글", ["봄"], "글\n#봄"), ("글", ["#봄", "봄", "여름"], "글\n#봄 #여름"), ("글 #봄", ["봄"], "글 #봄"),
            ("글 #봄", ["여름", "봄"], "글 #봄\n#여름"), ("", ["봄"], "#봄"), (" ", ["봄"], "#봄"), ("글", ["", "#"], "글"),
            ("글 #봄날", ["봄"], "글 #봄날\n#봄"), ("글", ["봄".decomposedStringWithCanonicalMapping, "봄"], "글\n#봄"),
        ] as [(String, [String], String)])
    func text(content: String, hashtags: [String], text: String) {
        let form = form(.post) { ($0.content, $0.hashtags) = (content, hashtags) }
        #expect(form.text == text)
        #expect(Array(form.text.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("A hashtag is one word") func hashtags() {
        let all = [
            ("봄", true), ("#봄", true), ("##봄", false), ("a b", false), ("a\tb", false), ("", false), ("#", false),
            ("\u{200B}", false),
        ]
        for (tag, isGood) in all { #expect(form(.post) { $0.hashtags = [tag] }.hasGoodHashtags == isGood, "\(tag)") }
        #expect(form(.post) { $0.hashtags = ["봄", "a b"] }.hasGoodHashtags == false)
        #expect(LinkDraftForm(.post).hasGoodHashtags)
    }

    private func draft(_ target: LinkDraftTarget, files: Int = 0) -> LinkDraft {
        let files = (0..<files).map { OutboxFile(name: "d-\($0).png", kind: "png", bytes: $0) }
        return LinkDraft(id: "d", draft: LinkDraftForm(target), files: files)
    }

    @Test("An edit says how many files it replaces") func files() {
        let one = LinkPost(id: "p", author: Self.me, pictures: ["a"])
        let all: [(LinkDraft, String?, String?)] = [
            (draft(.edit(Self.post)), nil, nil), (draft(.post, files: 2), nil, nil),
            (draft(.edit(LinkPost(id: "p", author: Self.me)), files: 1), nil, nil),
            (
                draft(.edit(one), files: 2), "첨부한 파일이 게시글의 기존 파일 1개를 모두 대신합니다.",
                "The attached files replace the file of the post."
            ),
            (
                draft(.edit(Self.post), files: 1), "첨부한 파일이 게시글의 기존 파일 2개를 모두 대신합니다.",
                "The attached files replace all 2 files of the post."
            ),
        ]
        for (draft, korean, english) in all {
            #expect(draft.notice(in: .korean) == korean)
            #expect(draft.notice(in: .english) == english)
        }
        let targets: [(LinkDraftTarget, String)] = [(.post, "post"), (.edit(Self.post), "edit"), (.reply(on: "p"), "reply")]
        for (target, name) in targets {
            #expect("\(target)" == name)
            #expect("\(LinkDraftForm(target))" == "LinkDraftForm(…)")
        }
    }
}
