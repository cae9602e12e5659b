import Foundation
import NoticeBoardLink
import Testing

@Suite("Input checks while typing", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkCheckTests {
    @Test(
        "Checks email addresses",
        arguments: [
            ("a@b.kr", nil), ("first.last+tag@mail.example.com", nil), ("이름@예시.한국", nil), ("", .emailMissing),
            ("a", .emailWithoutAt),
            ("a.b.kr", .emailWithoutAt), ("a@", .emailInvalid), ("@b.kr", .emailInvalid), ("a@b", .emailInvalid),
            ("a@@b.kr", .emailInvalid), ("a@b@c.kr", .emailInvalid), ("a@b..kr", .emailInvalid), ("a@.kr", .emailInvalid),
            ("a@b.", .emailInvalid), ("a b@c.kr", .emailInvalid), ("a@b.kr ", nil), (" a@b.kr\n", nil), (" ", .emailMissing),
            ("a\u{200B}@b.kr", .emailInvalid), ("a,b@c.kr", .emailInvalid),
        ] as [(String, NoticeBoardError.Code?)])
    func email(text: String, problem: NoticeBoardError.Code?) { #expect(LinkCheck.email.problem(with: text) == problem) }

    @Test(
        "Checks passwords by their number of visible characters",
        arguments: [
            ("123456", nil), ("비밀번호입니", nil), ("12345", .passwordTooShort), ("", .passwordTooShort), ("👩‍👧👩‍👧", .passwordTooShort),
        ]
            as [(String, NoticeBoardError.Code?)])
    func password(text: String, problem: NoticeBoardError.Code?) { #expect(LinkCheck.password.problem(with: text) == problem) }

    @Test(
        "Checks nicknames, including decomposed Hangul",
        arguments: [
            ("ab", nil), ("새싹", nil), ("_1", nil), ("ㅋㅋ", nil), (String(repeating: "가", count: 20), nil),
            ("\u{1106}\u{1166}\u{110B}\u{1175}\u{11AF}", nil), ("", .nickLength), ("가", .nickLength),
            (String(repeating: "a", count: 21), .nickLength), ("a b", .nickCharacters), ("a-b", .nickCharacters),
            ("é1", .nickCharacters), ("漢字", .nickCharacters), ("a🎉", .nickCharacters), ("a\n", .nickCharacters),
            ("１２", .nickCharacters),
        ] as [(String, NoticeBoardError.Code?)])
    func nick(text: String, problem: NoticeBoardError.Code?) { #expect(LinkCheck.nick.problem(with: text) == problem) }

    @Test(
        "Checks optional phone numbers",
        arguments: [
            ("", nil), ("01012345678", nil), ("1", nil), ("010123456789", .phoneTooLong), ("010-1234", .phoneCharacters),
            ("+8210", .phoneCharacters), ("０１０", .phoneCharacters), (" 010", .phoneCharacters),
        ] as [(String, NoticeBoardError.Code?)])
    func phone(text: String, problem: NoticeBoardError.Code?) { #expect(LinkCheck.phone.problem(with: text) == problem) }

    @Test("Checks birthdays against today in the user's time zone") func birthday() throws {
        // 2026-03-01T16:00:00Z is March 2 in Seoul.
        let now = Date(timeIntervalSince1970: 1_772_380_800)
        let seoul = LinkCheck.birthday(today: { now }, timeZone: try #require(TimeZone(identifier: "Asia/Seoul")))
        let honolulu = LinkCheck.birthday(today: { now }, timeZone: try #require(TimeZone(identifier: "Pacific/Honolulu")))
        #expect(seoul.problem(with: "2026-03-02") == nil)
        #expect(seoul.problem(with: "2026-03-03") == .birthdayInFuture)
        #expect(honolulu.problem(with: "2026-03-02") == .birthdayInFuture)
        for text in ["1999-01-31", "19990131", "1999. 1. 31.", "1999년 1월 31일", "2000-02-29", "2024-02-29"] {
            #expect(seoul.problem(with: text) == nil, "\(text)")
        }
        for text in [
            "", "봄", "1999", "1999-13-01", "1999-02-29", "1900-02-29", "2023-02-29", "99-01-31", "31-01-1999", "1999-1-31-2",
            "0000-01-01",
        ] {
            #expect(seoul.problem(with: text) == .birthdayUnreadable, "\(text)")
        }
    }

    @Test("Each check names the field that it refuses") func fields() {
        let inputs: [Remedy.Input] = [.email, .password, .nick, .phone, .birthday]
        let checks: [LinkCheck] = [.email, .password, .nick, .phone, .birthday]
        #expect(checks.map(\.input) == inputs)
        #expect(LinkPostForm().problem == .postEmpty)
        #expect(LinkPostForm(content: "a").problem == nil)
        #expect(LinkPostForm(files: [LinkCall.picture]).problem == nil)
        for (count, problem) in [(5, nil), (6, .tooManyFiles)] as [(Int, NoticeBoardError.Code?)] {
            #expect(LinkPostForm(content: "a", files: Array(repeating: LinkCall.picture, count: count)).problem == problem)
        }
    }
}
