import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import Testing

@testable import NoticeBoardKit

@Suite("Row limits", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ScreenEdgesTests {
    private func format(today: Bool = false) -> PostDateFormat {
        PostDateFormat(
            timeZone: NSTimeZone(forSecondsFromGMT: 0) as TimeZone, language: .english, showsTimeToday: today)
    }

    @Test(
        "Formats dates from year 0 to 9999",
        arguments: [
            (-62_167_219_200, "00-01-01", "00:00"), (-62_167_219_201, "", ""), (-62_167_219_200.1, "", ""),
            (253_402_300_799.9, "99-12-31", "23:59"),
            (253_402_300_800, "", ""), (0, "70-01-01", "00:00"), (-1, "69-12-31", "23:59"), (59, "70-01-01", "00:00"),
            (60, "70-01-01", "00:01"),
            (3_599, "70-01-01", "00:59"), (3_600, "70-01-01", "01:00"), (35_999, "70-01-01", "09:59"),
            (36_000, "70-01-01", "10:00"),
            (86_399.9, "70-01-01", "23:59"), (86_400, "70-01-02", "00:00"),
        ])
    func moments(seconds: Double, date: String, time: String) {
        let moment = Date(timeIntervalSince1970: seconds)
        #expect(format().text(moment, now: moment) == date)
        #expect(format(today: true).text(moment, now: moment) == time)
        #expect(format(today: true).text(moment, now: moment + 86_400) == date)
    }

    @Test("Counts new posts of a board by the device's marks, or else by the server's flag") func boardRows() {
        var log = PostReadLog()
        log[1] = PostReadLog.Entry(list: 1, lastTime: 5)
        func marks(_ seen: Set<Int>, isOpened: Bool) -> PostMarks.State {
            var state = PostMarks.State(log: log, seen: [1: seen])
            state.visited = isOpened ? [1] : []
            return state
        }
        let (new, old) = (Board(id: 1, name: "가", hasNewPosts: true), Board(id: 1, name: "가", isFavorite: true))
        let rows: [(BoardRow, count: Int, isNew: Bool, spoken: String)] = [
            (BoardRow(new, in: .korean), 0, true, "가, 새 글 있음"), (BoardRow(old, in: .korean), 0, false, "가, 즐겨찾기"),
            (BoardRow(new, marks: marks([], isOpened: false), in: .english), 0, true, "가, new posts"),
            (BoardRow(new, marks: marks([], isOpened: true), in: .english), 0, false, "가"),
            (BoardRow(old, marks: marks([5, 6], isOpened: true), in: .english), 1, true, "가, 1 new, favorite"),
            (BoardRow(old, marks: marks([6, 7], isOpened: true), in: .korean), 2, true, "가, 새 글 2개, 즐겨찾기"),
            (BoardRow(new, marks: marks([5], isOpened: true), in: .korean), 0, false, "가"),
        ]
        for (number, row) in rows.enumerated() {
            #expect(row.0.newCount == row.count, "row \(number)")
            #expect(row.0.hasNewPosts == row.isNew, "row \(number)")
            #expect(row.0.spoken == row.spoken, "row \(number)")
        }
        let capable = BoardRow(Board(id: 1, name: "", isManageable: true))
        #expect(!capable.isFavorite)
        #expect(!capable.isSelected)
        #expect(rows[1].0.isFavorite)
    }

    @Test("Shows a row as new or read by the list's marks, or else by the server's flag") func reading() {
        var log = PostReadLog()
        log[1] = PostReadLog.Entry(list: 1, lastTime: 5, read: [3, 8])
        let reading = PostReading(log, board: 1)
        for (id, isNewThere, isRead, isNew) in [
            (3, true, true, false), (4, true, false, true), (4, false, false, false), (6, false, false, true),
            (8, false, true, false),
            (8, true, true, false),
        ] {
            let row = PostRow(
                Post(id: id, title: "a", isNew: isNewThere),
                builder: PostRowBuilder(style: PostRowStyle(language: .english), reading: reading))
            #expect(row.isRead == isRead, "\(id)")
            #expect(row.isNew == isNew, "\(id)")
            #expect(
                row.spoken
                    == [isNew ? "New" : nil, isRead ? "Read" : nil, "a", "0 views"].compactMap(\.self).joined(separator: ", "))
        }
        let plain = PostRow(
            Post(id: 3, title: "a", type: .reply, attachmentCount: 1, isNew: true), style: PostRowStyle(language: .english))
        #expect(plain.isNew)
        #expect(!plain.isRead)
        #expect(plain.spoken == "Reply, New, a, 0 views, 1 attachment")
        #expect(PostReading(log).board == nil)
        #expect(!PostReading(log).isRead(Post(id: 3, title: "")))
    }

    @Test("Cuts a snippet at the style's length, or at eighty characters around a hit") func snippets() {
        let post = Post(id: 1, title: "a", contents: String(repeating: "가", count: 200))
        func text(_ length: Int, _ keyword: String? = nil) -> String {
            PostRow(
                post, style: PostRowStyle(language: .korean, snippetLength: length),
                highlighting: keyword.map { SearchHighlighting(Highlighter($0)) }
            )
            .snippet.text
        }
        #expect([-1, 0, 1, 2].map { text($0) } == ["", "", "…", "가…"])
        #expect(text(200).count == 200)
        #expect(text(199).hasSuffix("…"))
        #expect(text(1, "없다") == "…")
        #expect(text(.max).count == 200)
        #expect(text(.max, "가").count == 200)
        let found = text(0, "가")
        #expect(found == text(80, "가"))
        #expect(found != text(79, "가"))
        #expect(found != text(81, "가"))
        #expect(found.hasSuffix("…"))
    }
}
