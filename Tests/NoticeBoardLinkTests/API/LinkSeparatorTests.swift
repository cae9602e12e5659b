import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

/// Input checks compare scalars or bytes: a combining mark or a joiner after a separator, or U+0600 before it, forms another
/// `Character`.
@Suite("Link input with combining marks", .inTurn, .timeLimit(.minutes(1))) struct LinkSeparatorTests {
    private static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{338}"]
    private static let before = "\u{600}"

    @Test("Combining marks do not hide a forbidden path component", arguments: marks) func paths(mark: String) {
        for path in [
            "a/../\(mark)b", "a\(Self.before)/../b", "a/./\(mark)b", "a//\(mark)b", "a\\\(mark)b", "a/%2e\(mark)/b",
            "a/%\(mark)/%2F",
            "a/x%2E%2e\(mark)", "http:\(mark)//host/a", "HTTPS:\(mark)/a", "a/b%2f\(mark)",
        ] {
            let error = #expect(throws: NoticeBoardError.self, "\(path)") { try path.checkedPath() }
            #expect(error?.code == .pathInvalid, "\(path)")
        }
        for path in ["a/\(mark)b", "a\(Self.before)/b.png", "%\(mark)2e", "a/..\(mark)", "http\(mark):a"] {
            #expect(throws: Never.self, "\(path)") { try path.checkedPath() }
        }
    }

    @Test("Combining marks do not hide the separators of an email address", arguments: marks) func emails(mark: String) {
        let check = LinkCheck.email
        #expect(check.problem(with: "a@\(mark)host") == .emailInvalid)
        #expect(check.problem(with: "a@b@\(mark)host.kr") == .emailInvalid)
        #expect(check.problem(with: "a@host..\(mark)kr") == .emailInvalid)
        #expect(check.problem(with: "a\(Self.before)@host.kr") == nil)
        #expect(check.problem(with: "a@host.kr") == nil)
    }

    @Test("Reads a birthday's digits despite combining marks", arguments: marks) func birthdays(mark: String) {
        let expected = DateComponents(year: 1999, month: 1, day: 31)
        #expect(LinkCheck.day(in: "1999-\(mark)01-\(mark)31") == expected)
        #expect(LinkCheck.day(in: "1999\(mark)-01-31") == expected)
        #expect(LinkCheck.day(in: "1999\(Self.before)-01-31") == expected)
    }

    @Test("Recognizes the # of a hashtag before a combining mark", arguments: marks) func hashtags(mark: String) {
        #expect("#\(mark)a".withoutHash.hasSameBytes(as: "\(mark)a"))
        #expect("a#".withoutHash == "a#")
    }
}
