/// What the screen of a search shows.
public enum SearchMode: Sendable, Hashable {
    /// The earlier searches, while no text is typed.
    case history
    /// The targets to search the typed text in, and earlier searches that match it.
    case suggestions
    /// The results.
    case results
}
