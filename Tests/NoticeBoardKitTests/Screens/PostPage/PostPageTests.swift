import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@MainActor @Suite("The page of a post", .inTurn, .timeLimit(.minutes(1))) struct PostPageTests {
    private let zone = NSTimeZone(forSecondsFromGMT: 0) as TimeZone

    @Test("A post that stands in no list is opened, read and marked, and its hits are gone through both ways") func alone() async
    {
        let marks = ReadMarks()
        let page = PostPage(selection: BoardSelection(), marks: marks)
        let post = Post(id: 7, title: "글", boardID: 1, contents: "<p>메일</p><p>메일</p><p>메일</p>")
        page.open(post, marking: PostMarking(Highlighter("메일")))
        await page.state { $0.display == .items }
        #expect(page.state.post == post && !page.state.hasPrevious && !page.state.hasNext && page.state.place == nil)
        #expect(marks.state.isRead(post) && page.state.hitText == "1/3")
        page.previousHit()
        #expect(page.state.hitText == "3/3")
        page.nextHit()
        #expect(page.state.hitText == "1/3")
    }

    @Test("A page is drawn in another style, and anew as it looks now") func restyled() async {
        let now = ManualClock(now: 86_400 * 19_000)
        func style(_ language: Language) -> PostRowStyle {
            PostRowStyle(
                language: language,
                date: PostDateFormat(timeZone: zone, language: language, showsTimeToday: true, namesYesterday: true))
        }
        let page = PostPage(
            selection: BoardSelection(), style: style(.english), now: { Date(timeIntervalSince1970: now.now) })
        page.open(Post(id: 7, title: "Post", createdAt: Date(timeIntervalSince1970: now.now)))
        #expect(page.state.row?.date == "00:00")
        now.advance(by: 86_400)
        page.restyle()
        #expect(page.state.row?.date == "Yesterday")
        page.restyle(style(.korean))
        #expect(page.state.row?.date == "어제")
        page.restyle()
        #expect(page.state.row?.date == "어제")
    }
}
