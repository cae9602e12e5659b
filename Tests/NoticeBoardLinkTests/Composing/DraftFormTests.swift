import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@Suite("A draft's form and its file", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DraftFormTests {
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
        var draft = LinkDraft(id: "d", target: target)
        draft.files = (0..<files).map { LinkDraft.File(name: "d-\($0).png", kind: .png, bytes: $0) }
        return draft
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
        let targets: [(LinkDraftTarget, String, Int)] = [
            (.post, "post", 5), (.edit(Self.post), "edit", 5), (.reply(on: "p"), "reply", 0),
        ]
        for (target, name, most) in targets {
            let draft = draft(target)
            #expect(draft.mostFiles == most)
            #expect("\(target)" == name)
            #expect("\(draft) \(draft.form)" == "LinkDraft(…) LinkDraftForm(…)")
        }
    }

    private static let statuses: [(LinkDraft.Status, isOpen: Bool, isOutgoing: Bool)] = [
        (.writing, true, false), (.waiting, true, true), (.sending, false, true), (.unsure, false, true), (.asking, true, false),
        (.refused(NoticeBoardError(.postGone)), true, false),
    ]

    @Test("A draft's file has the documented form") func stored()
        throws
    {
        var draft = draft(.reply(on: "p1"), files: 1)
        (draft.form.content, draft.form.hashtags) = ("글", ["봄"])
        (draft.status, draft.turn) = (.waiting, 3)
        (draft.idsBefore, draft.afterSearch) = (["c1"], .edit)
        let text =
            #"{"draft":{"files":[{"bytes":0,"kind":"png","name":"d-0.png"}],"form":{"content":"글","hashtags":["봄"],"title":""},"#
            + #""id":"d","isTakenBack":true,"known":["c1"],"status":"waiting","#
            + #""target":{"reply":{"on":"p1"}},"turn":3},"format":1}"#
        #expect(String(decoding: try StoredDraft.data(of: draft), as: UTF8.self) == text)
        for (status, _, _) in Self.statuses {
            draft.status = status
            var expected = draft
            if status == .sending { expected.status = .unsure }
            if case .refused(let error) = status {
                expected.status = .refused(NoticeBoardError(error.code, remedy: Remedy.noAction))
            }
            #expect(try StoredDraft.draft(in: StoredDraft.data(of: draft), id: "d") == expected, "\(status)")
        }
        for target in [.post, .edit(Self.post)] as [LinkDraftTarget] {
            let draft = self.draft(target, files: 2)
            #expect(try StoredDraft.draft(in: StoredDraft.data(of: draft), id: "d") == draft)
        }
        draft.status = .refused(NoticeBoardError(.postGone, "the detail"))
        let read = try StoredDraft.draft(in: StoredDraft.data(of: draft), id: "d").status
        guard case .refused(let error) = read else { Issue.record("it is \(read)"); return }
        #expect(
            [error.code.rawValue, error.detail, error.code.text(in: .korean), error.code.text(in: .english)] == [
                "postGone", "the detail", "삭제되었거나 없는 게시글입니다.", "The post was deleted or does not exist.",
            ])
    }

    @Test("Rejects a draft file that is damaged or too new")
    func refused() throws {
        let whole = String(decoding: try StoredDraft.data(of: draft(.post)), as: UTF8.self)
        let all: [(String, String, NoticeBoardError.Code, String)] = [
            (#""id":"d""#, #""id":"e""#, .storeDamaged, "The file of a draft is damaged."),
            (#""status":"writing""#, #""status":"flying""#, .storeDamaged, "The file of a draft is damaged."),
            (#""status":"writing""#, #""status":"refused""#, .storeDamaged, "The file of a draft is damaged."),
            (#""turn":0"#, #""turn":"0""#, .storeDamaged, "The file of a draft is damaged."),
            (#""format":1"#, #""format":2"#, .storeTooNew, "A draft: format 2."),
        ]
        for (old, new, code, detail) in all {
            #expect(whole.contains(old))
            let data = Data(whole.replacingOccurrences(of: old, with: new).utf8)
            let error = #expect(throws: NoticeBoardError.self) { try StoredDraft.draft(in: data, id: "d") }
            #expect(error?.code == code, "\(new)")
            #expect(error?.detail == detail, "\(new)")
        }
    }
}
