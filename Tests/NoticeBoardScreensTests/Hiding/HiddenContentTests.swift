import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@Suite("Hidden content", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HiddenContentTests {
    private let content = HiddenContent<Person, Int>(blocked: [Person(id: "b")], muted: [Person(id: "m")], items: [7])

    @Test("A blocked person's items are hidden everywhere") func blocked() {
        #expect(content.reason(forItem: 1, by: "b") == .blocked)
        #expect(content.reason(forItem: 1, by: "b", on: "b") == .blocked)
    }

    @Test("A muted person's items are shown on their own page alone") func muted() {
        #expect(content.reason(forItem: 1, by: "m") == .author)
        #expect(content.reason(forItem: 1, by: "m", on: "m") == nil)
        #expect(content.reason(forItem: 1, by: "m", on: "b") == .author)
    }

    @Test("An item that was hidden is hidden everywhere") func item() {
        #expect(content.reason(forItem: 7, by: "x", on: "x") == .reported)
        #expect(content.reason(forItem: 8, by: "x") == nil)
    }

    @Test("A filter asks the app's own filter for items that are not hidden") func besides() {
        let filter: FeedRules<Topic>.Filter = content.filter(
            author: { $0.author.id }, id: { $0.id }, besides: { $0.title == "ad" ? .word : nil })
        #expect(filter(Topic(id: 1, title: "ad", author: Person(id: "b"))) == .blocked)
        #expect(filter(Topic(id: 1, title: "ad")) == .word)
        #expect(filter(Topic(id: 7, title: "ad")) == .reported)
        #expect(filter(Topic(id: 1)) == nil)
    }

    @Test("A description names nobody") func description() { #expect("\(content)" == "HiddenContent(…)") }
}
