public import NoticeBoardSearch

/// What a search is doing.
public enum SearchActivity: Sendable, Hashable {
    /// No search is running: the app shows its list as without a search.
    case inactive
    /// No text is typed: the earlier searches.
    case history
    /// The text was not searched yet: the targets to search in, and earlier searches that match.
    case suggestions
    /// The user submitted a search that waits until a place is open.
    case waiting(SearchHistoryEntry.Key)
    /// The results of a query, which are shown or loading.
    case results(SearchQuery)
}
