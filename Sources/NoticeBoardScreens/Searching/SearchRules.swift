public import NoticeBoardPaging
public import NoticeBoardSearch

/// The rules of a search screen.
public struct SearchRules<Item: Sendable>: Sendable {
    /// The delay after the last keystroke before the text is searched, in seconds; `nil` searches only on submit.
    ///
    /// Texts of one or two characters wait 0.2 s longer. A text that ends in an unfinished Korean syllable is not searched until
    /// it is submitted. Searches while typing are not recorded.
    public var typingDelay: Double?
    /// The fields to search in until others are chosen.
    public var target = SearchTarget.all
    /// The suggested targets, in order; none for a service that searches all fields at once.
    public var targets = SearchTarget.wellKnown
    /// The maximum number of listed earlier searches; the history's own policy limits the stored ones.
    public var historyLimit = Int.max
    /// The maximum number of suggested earlier searches.
    public var suggestionLimit = 5
    /// The rules of the list of results.
    public var feed = FeedRules<Item>()
    /// The options for highlighting matches; suggestions use them too, but always ignore case.
    public var highlighting: Highlighter.Options = []

    /// Creates rules with four targets and without a search while typing.
    public init() {}
}
