import Foundation
import NoticeBoardKit
import Testing

@Suite("PostList.Machine", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostListMachineTests {
    private let news = Board(id: 1, name: "News")
    private let talk = Board(id: 2, name: "Talk")
    private let midnight = Date(timeIntervalSince1970: 19_675 * 86_400)

    private func page(_ ids: ClosedRange<Int>, next: Int? = nil, total: Int? = nil) -> Page<Post> {
        Page(
            items: ids.map {
                Post(id: $0, title: "\($0)", boardID: $0 / 100, createdAt: midnight.addingTimeInterval(Double(-$0)))
            },
            next: next.map(PagePosition.offset), total: total)
    }

    private func bench(_ order: PostOrder = .server, _ builder: PostRowBuilder? = nil) -> PostListBench {
        let plain = PostRowBuilder(style: PostRowStyle(language: .korean), now: midnight)
        return PostListBench(PostList.Machine(order: order, builder: builder ?? plain))
    }

    /// Returns a row builder with dates that change at the next midnight.
    private func builder(at seconds: Double = 0, _ language: Language = .korean, showsTimeToday: Bool = false) -> PostRowBuilder {
        let date = PostDateFormat(
            timeZone: NSTimeZone(forSecondsFromGMT: 0) as TimeZone, language: language, showsTimeToday: showsTimeToday,
            namesYesterday: true)
        return PostRowBuilder(style: PostRowStyle(language: language, date: date), now: midnight + seconds)
    }

    private enum Step {
        case event(PostList.Machine.Event)
        case answer(Int, Page<Post>)
    }

    /// Runs the steps and checks the effects and the state after each.
    private func run(_ table: [(step: Step, wanted: [String], shown: String)]) {
        var bench = bench()
        for (number, row) in table.enumerated() {
            let wanted =
                switch row.step {
                case .event(let event): bench.handle(event)
                case .answer(let load, let page): bench.answer(load, with: page)
                }
            #expect(wanted == row.wanted, "step \(number)")
            #expect(bench.state.summary == row.shown, "step \(number)")
        }
    }

    @Test("Keeps the list when the open board is selected again") func sameBoard() {
        let renamed = Board(id: 1, name: "Old news")
        run([
            (.event(.feed(.request(.refresh))), [], ": placeholder []"),
            (.event(.selected(.open(news))), ["load 1 from 0", "wait"], "News: placeholder []"),
            (.event(.selected(.open(renamed))), [], "Old news: placeholder []"),
            (.answer(0, page(101...102, next: 2, total: 4)), ["cancel refresh"], "Old news: items [101, 102]"),
            (.event(.selected(.open(news))), [], "News: items [101, 102]"),
            (.event(.feed(.request(.older))), ["load 1 from 2", "wait"], "News: items [101, 102]"),
            (.event(.feed(.request(.reset))), ["cancel older"], "News: placeholder []"),
            (.answer(1, page(103...104)), [], "News: placeholder []"),
            (.event(.selected(.open(talk))), [], "Talk: placeholder []"),
            (.event(.feed(.request(.open))), ["load 2 from 0", "wait"], "Talk: placeholder []"),
        ])
    }

    @Test("Uses the order of the rules if the screen has the server's order", arguments: PostOrder.allCases)
    func ownOrder(order: PostOrder) {
        var rules = FeedRules<Post>()
        rules.order = { $0.id > $1.id }
        var bench = PostListBench(PostList.Machine(order: order, builder: builder(), rules: rules))
        bench.handle(.selected(.open(news)))
        bench.handle(.feed(.request(.open)))
        bench.answer(0, with: page(101...103))
        #expect(bench.state.rows.ids == (order == .server ? [103, 102, 101] : [101, 102, 103]))
    }

    @Test("Changes only the rows for another language or day") func looking() {
        var bench = bench(.noticesFirst, builder())
        bench.handle(.selected(.open(news)))
        bench.handle(.feed(.request(.open)))
        bench.answer(0, with: page(101...115, next: 15, total: 30))
        bench.handle(.feed(.request(.scrolled(107))))
        bench.handle(.feed(.request(.rowAppeared(115))))
        #expect(bench.state.rows[0].date == "어제")
        let before = bench.state
        #expect(bench.handle(.looked(builder(at: 3600))).isEmpty)
        #expect(bench.state == before)
        bench.handle(.looked(builder(.english)))
        #expect(bench.state.rows[0].date == "Yesterday")
        #expect(bench.state.searchPlaceholder == "Search in News")
        #expect(bench.machine.anchor == 107)
        #expect(bench.state.feed.older.isLoading)
        #expect(bench.underWay.count == 1)
        #expect(bench.state.feed == before.feed)
        #expect(bench.state != before)
        bench.handle(.looked(builder(at: 86_400, .english)))
        bench.answer(1, with: page(116...130, total: 30))
        #expect(bench.state.rows.map(\.date) == Array(repeating: "23-11-13", count: 30))
        #expect(bench.state.rows.ids == Array(101...130))
    }

    @Test("Loads another board of a closed list only after it opens") func outOfSight() {
        run([
            (.event(.selected(.open(news))), [], "News: placeholder []"),
            (.event(.feed(.request(.open))), ["load 1 from 0", "wait"], "News: placeholder []"),
            (.answer(0, page(101...102)), ["cancel refresh"], "News: items [101, 102]"),
            (.event(.feed(.request(.close))), [], "News: items [101, 102]"),
            (.event(.selected(.open(talk))), [], "Talk: placeholder []"),
            (.event(.feed(.request(.open))), ["load 2 from 0", "wait"], "Talk: placeholder []"),
        ])
    }

    @Test("Shows empty texts in the language of the style") func texts() {
        var bench = bench()
        #expect(bench.state.emptyText == nil)
        #expect(bench.state.searchPlaceholder == nil)
        #expect(bench.state.title.isEmpty)
        bench.handle(.selected(.nothing))
        #expect(bench.state.emptyText == "게시판을 먼저 선택해주세요.")
        bench.handle(.selected(.open(news)))
        bench.handle(.feed(.request(.open)))
        bench.answer(0, with: Page(items: []))
        #expect(bench.state.emptyText == "등록된 게시글이 없습니다.")
        #expect(bench.state.searchPlaceholder == "News에서 검색")
        bench.handle(.looked(PostRowBuilder(style: PostRowStyle(language: .english))))
        #expect(bench.state.emptyText == "There are no posts.")
    }
}
