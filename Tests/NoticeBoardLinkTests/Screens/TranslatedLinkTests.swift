import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardLink

/// Checks that no text of the Link service bypasses the app's translation.
@Suite("Translated texts of the Link service", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TranslatedLinkTests {
    /// Translates every phrase to its key and numbers in brackets.
    private let marked = Language("x-marked") { phrase in
        "[\(([phrase.key] + phrase.numbers.map(String.init)).joined(separator: " "))]"
    }

    @Test(
        "Every age has a key",
        arguments: [
            (1.0, "[age.now]"), (60, "[age.minutes 1]"), (7_200, "[age.hours 2]"), (86_400, "[age.days 1]"),
            (86_400 * 60, "[age.months 2]"), (86_400 * 800, "[age.years 2]"),
        ] as [(Double, String)])
    func age(seconds: Double, text: String) {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(LinkAge.text(of: now.addingTimeInterval(-seconds), at: now, in: marked) == text)
    }

    @Test("Counts have keys") func counts() {
        #expect(LinkCounts.text(replies: 2, likes: 3, in: marked) == "[counts.repliesAndLikes 2 3]")
        #expect(LinkCounts.text(followers: 7, in: marked) == "[counts.followers 7]")
    }

    @Test("Every reason of a report has a key") func reasons() {
        let all = LinkReport.Reason.allCases
        #expect(all.map { $0.text(in: marked) } == all.map { "[report.\($0.rawValue)]" })
    }

    @Test("Every status of a draft that was handed in has a key") func drafts() {
        let all: [(LinkDraft.Status, String?)] = [
            (.writing, nil), (.waiting, "[draft.waiting]"), (.sending, "[draft.sending]"), (.unsure, "[draft.unsure]"),
            (.asking, "[draft.asking]"), (.refused(NoticeBoardError(.postGone)), "[error.postGone]"),
        ]
        for (status, text) in all {
            let draft = LinkDraft(id: "1", draft: LinkDraftForm(.post), status: status)
            #expect(draft.statusText(in: marked) == text)
        }
    }

    @Test("A spoken user row is translated") func user() {
        let user = LinkUser(id: "1", nick: "N")
        #expect(LinkUserRow(user: user, isMe: true).spoken(in: marked) == "N, [user.me]")
        #expect(LinkUserRow(user: user, isFollowed: true).spoken(in: marked) == "N, [user.followed]")
        #expect(LinkUserRow(user: user, isFollowed: false).spoken(in: marked) == "N, [user.notFollowed]")
    }
}
