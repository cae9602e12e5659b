import NoticeBoardScreens
import NoticeBoardSearch

/// The highlighted searches whose results a screen holds, by query.
@MainActor final class SearchHighlights {
    private struct Reference { weak var search: HighlightedSearch? }

    /// The number of characters for a match in the contents of a row, in searches to come.
    var matchLength: Int
    private var references: [SearchQuery: Reference] = [:]

    init(matchLength: Int) { self.matchLength = matchLength }

    /// The highlighted search of a query, as long as the screen holds its results.
    subscript(query: SearchQuery?) -> HighlightedSearch? { query.flatMap { references[$0]?.search } }

    /// Creates the highlighted search of a query; the caller holds it.
    func begin(_ query: SearchQuery, _ rules: SearchHighlighting) -> HighlightedSearch {
        let search = HighlightedSearch(rules, matchLength: matchLength)
        references = references.filter { $0.value.search != nil }
        references[query] = Reference(search: search)
        return search
    }
}
