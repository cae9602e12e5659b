import NoticeBoardKit
import NoticeBoardSamples
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@Suite("Samples for previews", .serialized, .onOwnThread, .timeLimit(.minutes(2))) struct SamplesTests {
    private func hasText(_ display: FeedDisplay, _ empty: String?) -> Bool {
        switch display {
        case .placeholder, .items: true
        case .empty: empty?.isEmpty == false
        case .failure(let error): !error.text(in: .korean).isEmpty
        }
    }

    private func kind(_ display: FeedDisplay) -> String { String("\(display)".prefix { $0.isLetter }) }

    @Test("Covers every display state of each screen with a text") func ways() {
        let all: Set = ["placeholder", "items", "empty", "failure"]
        #expect(Set(Samples.lists.map { kind($0.state.display) }) == all)
        #expect(Set(Samples.menus.map { kind($0.state.display) }) == all)
        #expect(Set(Samples.searches.map { kind($0.state.display) }) == all)
        #expect(Set(Samples.pages.map { kind($0.state.display) }) == all)
        #expect(Samples.lists.allSatisfy { hasText($0.state.display, $0.state.emptyText) })
        #expect(Samples.menus.allSatisfy { hasText($0.state.display, $0.state.emptyText) })
        #expect(Samples.searches.allSatisfy { hasText($0.state.display, $0.state.emptyText) })
        #expect(Samples.pages.allSatisfy { hasText($0.state.display, $0.state.emptyText) })
    }

    @Test("Gives each sample its own name") func names() {
        for names in [Samples.lists.map(\.id), Samples.menus.map(\.id), Samples.searches.map(\.id), Samples.pages.map(\.id)] {
            #expect(Set(names).count == names.count)
        }
    }

    @Test("Provides rows with a title, a spoken text and correct snippet highlights") func rows() {
        let rows = Samples.lists.flatMap { Array($0.state.rows) } + Samples.searches.flatMap { Array($0.state.hits) }
        #expect(rows.count > 40)
        for row in rows {
            #expect(!row.title.isEmpty)
            #expect(!row.spoken.isEmpty)
            #expect(row.snippet.ranges.allSatisfy { row.snippet.text[$0] == "메일" })
            #expect(!row.spoken.contains("김민수") || !row.isAnonymous)
        }
    }

    @Test("Shows hostile contents without links and with bounded blocks", arguments: Samples.hostileContents.map(\.name))
    func hostile(name: String) throws {
        let contents = try #require(Samples.hostileContents.first { $0.name == name }).state
        let content = PostContent(contents, highlighting: Highlighter("메일"))
        #expect(content.hits.isEmpty == ["one word without an end", "nothing to see", "marks without an end"].contains(name))
        for block in content.body.blocks {
            #expect(block.links.isEmpty)
            #expect(block.text.utf8.count <= 20_000)
        }
    }
}
