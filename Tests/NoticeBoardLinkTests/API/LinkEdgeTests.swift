import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@Suite("Limits of Link requests", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkEdgeTests {
    /// Returns the error of a check, or `nil` if it passes.
    private func refusal(_ work: () throws -> Void) -> NoticeBoardError? {
        do { try work() } catch { return error as? NoticeBoardError ?? NoticeBoardError(.external) }
        return nil
    }

    @Test("An ID has 1 to 200 bytes, of letters, digits, - and _") func ids() throws {
        let wrong = NoticeBoardError(.idInvalid, "An ID has letters, digits, - and _, and at least one of them.")
        for (count, isOne) in [(0, false), (1, true), (199, true), (200, true), (201, false)] {
            let id = String(repeating: "a", count: count)
            #expect(refusal { _ = try id.checked() } == (isOne ? nil : wrong), "\(count)")
            #expect((!isOne || (try? id.checked()) == id), "\(count)")
        }
        for good in ["a", "z", "A", "Z", "0", "9", "-", "_", "aZ0-9_"] { #expect(refusal { _ = try good.checked() } == nil) }
        for bad in ["`", "{", "@", "[", "/", ":", ".", ",", "^", "é", "a b", "a\n", "한"] {
            #expect(refusal { _ = try bad.checked() } == wrong, "\(bad)")
        }
    }

    @Test("Rejects an invalid limit or position") func pages() throws {
        for (limit, isOne) in [(-1, false), (0, false), (1, true), (100, true), (101, false)] {
            let wrong = NoticeBoardError(
                .invalidInput, "The limit is \(limit); the service takes 1 to 100.", remedy: .fixInput(.limit))
            #expect(refusal { _ = try (nil as PagePosition?).cursor(limit: limit) } == (isOne ? nil : wrong))
        }
        #expect(try (nil as PagePosition?).cursor(limit: 5) == nil)
        #expect(try PagePosition?.some(.cursor("c")).cursor(limit: 5) == "c")
        #expect(try PagePosition?.some(.cursor("00")).cursor(limit: 5) == "00")
        let wrong = NoticeBoardError(
            .invalidInput, "The Link service pages by the cursor of a page.", remedy: .fixInput(.position))
        for position in [.cursor(""), .cursor("0"), .offset(3)] as [PagePosition?] {
            #expect(refusal { _ = try position.cursor(limit: 5) } == wrong)
        }
    }

    @Test("Validates picture paths, replies and tokens") func texts() throws {
        let wrong = NoticeBoardError(.pathInvalid, "A picture has a relative path that leads nowhere up.")
        for good in ["a", "a/b.png", "a/...", "한 글", "a/.b", "httpx:a", "a%20b", "a:b"] {
            #expect((try? good.checkedPath()) == good, "\(good)")
        }
        for bad in [
            "", "/", "/a", "a/", "a//b", ".", "..", "a/.", "a/..", "a\\b", "a%2eb", "a%2Eb", "a%2fb", "a%2Fb", "a\u{7F}", "\u{0}",
            "http:a", "https:a",
        ] { #expect(refusal { _ = try bad.checkedPath() } == wrong, "\(bad)") }
        let empty = NoticeBoardError(.replyEmpty, "A reply holds something that can be seen.")
        for text in ["", " ", "\n\t", "\u{200B}", "\u{FE0F}", "\u{0}", "\u{85}"] {
            #expect(text.isBlank)
            #expect(refusal { _ = try text.checkedReply() } == empty)
        }
        for text in ["a", " a ", "\u{200B}.\n"] {
            #expect(!text.isBlank)
            #expect(refusal { _ = try text.checkedReply() } == nil)
        }
        #expect("a~!".isToken)
        #expect(!"".isToken)
        #expect(!"a b".isToken)
        #expect(!"\u{7F}".isToken)
        #expect(!"é".isToken)
        #expect(!"\u{1F}".isToken)
    }

    @Test("An input error names the field without its value") func demands() {
        let all: [(LinkCheck, String, NoticeBoardError.Code, String)] = [
            (.email, "a", .emailWithoutAt, "The e-mail address was not sent: emailWithoutAt."),
            (.password, "a", .passwordTooShort, "The password was not sent: passwordTooShort."),
            (.nick, "a", .nickLength, "The nickname was not sent: nickLength."),
            (.phone, "a", .phoneCharacters, "The phone number was not sent: phoneCharacters."),
            (.birthday, "a", .birthdayUnreadable, "The birthday was not sent: birthdayUnreadable."),
        ]
        for (check, text, code, detail) in all {
            #expect(refusal { try check.demand(text) } == NoticeBoardError(code, detail))
        }
        for (count, problem) in [(10, nil), (11, nil), (12, .phoneTooLong)] as [(Int, NoticeBoardError.Code?)] {
            #expect(LinkCheck.phone.problem(with: String(repeating: "0", count: count)) == problem)
        }
        for (count, problem) in [(1, .nickLength), (2, nil), (20, nil), (21, .nickLength)] as [(Int, NoticeBoardError.Code?)] {
            #expect(LinkCheck.nick.problem(with: String(repeating: "a", count: count)) == problem)
        }
        for text in ["/", ":"] { #expect(LinkCheck.phone.problem(with: text) == .phoneCharacters) }
        for text in ["azAZ09_", "가힣", "ㄱㅣ"] { #expect(LinkCheck.nick.problem(with: text) == nil) }
        for text in ["``", "{{", "@@", "[[", "//", "::", "㄰㄰", "ㅤㅤ"] {
            #expect(LinkCheck.nick.problem(with: text) == .nickCharacters)
        }
    }

    @Test("Birthdays are valid days of the calendar") func birthdays() {
        func date(_ year: Int, _ month: Int, _ day: Int) -> DateComponents? {
            LinkCheck.day(in: String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)-\(month)-\(day)")
        }
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for (month, days) in lengths.enumerated() {
            for (day, isOne) in [(0, false), (1, true), (days, true), (days + 1, false)] {
                #expect((date(2023, month + 1, day) != nil) == isOne, "\(month + 1)-\(day)")
            }
        }
        for (year, isLeap) in [
            (2024, true), (2023, false), (2022, false), (1900, false), (2000, true), (2100, false), (400, true), (4, true),
        ] {
            #expect((date(year, 2, 29) != nil) == isLeap, "\(year)")
        }
        for (year, month, isOne) in [
            (0, 1, false), (1, 1, true), (9_999, 12, true), (10_000, 1, false), (2000, 0, false), (2000, 13, false),
        ] {
            #expect((date(year, month, 1) != nil) == isOne, "\(year)-\(month)")
        }
        for (text, isOne) in [
            ("20110203", true), ("2011-2-3", true), ("2011-02-03", true), ("x2011y2z3", true), ("2011023", false),
            ("201102033", false),
            ("2011-002-3", false), ("2011-2-003", false), ("201-2-3", false), ("20111-2-3", false), ("2011-2", false),
            ("201102 03", false),
            ("2011-2-3-4", false), ("", false),
        ] {
            let day = LinkCheck.day(in: text)
            #expect(day == (isOne ? DateComponents(year: 2011, month: 2, day: 3) : nil), "\(text)")
        }
    }

    @Test("A form is valid only if it has content and every field passes its check") func forms() {
        let nothing = NoticeBoardError(.nothingToChange, "The form of the profile names no field.")
        #expect(
            refusal { _ = try LinkProfileForm().ready(cleaning: false) } == nothing)
        for form in [
            LinkProfileForm(nick: "새싹"), LinkProfileForm(phone: ""), LinkProfileForm(birthday: ""),
            LinkProfileForm(picture: LinkCall.picture),
        ] { #expect(refusal { _ = try form.ready(cleaning: false) } == nil) }
        let posts: [LinkPostForm] = [
            .init(title: "a"), .init(content: "a"), .init(content1: "a"), .init(content2: "a"), .init(content3: "a"),
            .init(content4: "a"), .init(content5: "a"), .init(files: [LinkCall.picture]),
        ]
        for (number, form) in posts.enumerated() {
            #expect(form.problem == nil, "\(number)")
            #expect(refusal { _ = try form.ready(cleaning: false, isNew: true) } == nil, "\(number)")
            #expect(refusal { _ = try form.ready(cleaning: false, isNew: false) } == nil, "\(number)")
        }
        let blank = LinkPostForm(title: "", content: " ")
        #expect(blank.problem == .postEmpty)
        #expect(refusal { _ = try blank.ready(cleaning: false, isNew: false) } == nil)
        #expect(
            refusal { _ = try blank.ready(cleaning: false, isNew: true) }
                == NoticeBoardError(.postEmpty, "A post has a text or a file."))
        let files = Array(repeating: LinkCall.picture, count: 6)
        let many = NoticeBoardError(.tooManyFiles, "The post has 6 files; the service takes 5.")
        #expect(refusal { _ = try LinkPostForm(files: files).ready(cleaning: false, isNew: true) } == many)
        #expect(
            "\(LinkPostForm(files: files)) \(LinkProfileForm()) \(LinkCall.registration)"
                == "LinkPostForm(…) LinkProfileForm(…) LinkRegistration(…)")
        let (email, password, nick) = ("a@b.kr", "123456", "새싹")
        for (form, code) in [
            (LinkRegistration(email: "", password: password, nick: nick), .emailMissing),
            (LinkRegistration(email: email, password: "", nick: nick), .passwordTooShort),
            (LinkRegistration(email: email, password: password, nick: ""), .nickLength),
            (LinkRegistration(email: email, password: password, nick: nick, phone: "a"), .phoneCharacters),
            (LinkRegistration(email: email, password: password, nick: nick, birthday: "a"), .birthdayUnreadable),
            (LinkRegistration(email: email, password: password, nick: nick), nil),
            (LinkRegistration(email: email, password: password, nick: nick, phone: "", birthday: ""), nil),
        ] as [(LinkRegistration, NoticeBoardError.Code?)] {
            #expect(refusal { try form.check() }?.code == code)
        }
    }

    @Test(
        "A retried deletion succeeds on 410 if the first attempt may have arrived",
        arguments: [(500, true), (503, true), (408, false)])
    func gone(status: Int, mayHaveWorked: Bool) async throws {
        let stub = StubTransport().on(.delete, "post/p1", .status(HTTPStatus(rawValue: status)), .status(410))
        var configuration = LinkSample.configuration(try #require(URL(string: "http://127.0.0.1")))
        configuration.http.retry = RetryPolicy(attempts: 3, firstWait: 0)
        let client = LinkClient(configuration, authorization: AccessToken.raw("t"), transport: stub)
        var failure: NoticeBoardError?
        do { try await client.deletePost("p1") } catch { failure = error as? NoticeBoardError }
        #expect(stub.requests.count == 2)
        #expect(failure?.code == (mayHaveWorked ? nil : .postGone))
    }

    @Test("A retried deletion fails on any status other than 410") func notGone() async throws {
        for last in [400, 409, 444] {
            let stub = StubTransport().on(
                .delete, "post/p1", .failure(NoticeBoardError(.connectionLost)), .status(HTTPStatus(rawValue: last)))
            var configuration = LinkSample.configuration(try #require(URL(string: "http://127.0.0.1")))
            configuration.http.retry = RetryPolicy(attempts: 3, firstWait: 0)
            let client = LinkClient(configuration, authorization: AccessToken.raw("t"), transport: stub)
            let error = await #expect(throws: NoticeBoardError.self) { try await client.deletePost("p1") }
            #expect(error?.status == last)
        }
    }
}
