import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch

nonisolated struct Song: Identifiable, Equatable, Sendable {
    let id: Int
    var title = ""
}

/// An app on the main actor with a search field.
@main struct SearchField {
    static func main() async {
        let search = SearchScreen<Song>(history: InMemorySearchHistory()) { query, _ in
            Page(items: [Song(id: 1, title: query.keyword)])
        }
        search.begin()
        search.setText("one")
        search.submit()
        await search.firstState { $0.display == .items }
        print("SearchField:", search.state.results.items.map(\.title))
    }
}
