public import NoticeBoardPaging
import NoticeBoardScreens
public import NoticeBoardSearch

/// The rules of the search of a board.
public struct PostSearchRules: Sendable {
    /// The delay after the last keystroke before the text is searched, in seconds; `nil` searches only on submit.
    ///
    /// Texts of one or two characters wait 0.2 s longer. A text that ends in an unfinished Korean syllable is not searched until
    /// it is submitted. Searches while typing are not recorded.
    public var typingDelay: Double?
    /// The fields to search in until others are chosen.
    public var target = SearchTarget.all
    /// The suggested targets, in order.
    public var targets = SearchTarget.wellKnown
    /// The maximum number of listed earlier searches; the history's own policy limits the stored ones.
    public var historyLimit = Int.max
    /// The maximum number of suggested earlier searches.
    public var suggestionLimit = 5
    /// Sort order of the results; `.server` keeps the order of ``feed``.
    public var order = PostOrder.server
    /// The number of results in a request.
    public var pageSize = 30
    /// The rules of the list of results.
    public var feed = FeedRules<Post>()
    /// The options for highlighting matches; suggestions use them too, but always ignore case.
    public var highlighting: Highlighter.Options = []

    /// Creates rules with four targets and without a search while typing.
    public init() {}

    /// The rules of the search screen below.
    var ofScreen: SearchRules<Post> {
        var rules = SearchRules<Post>()
        rules.typingDelay = typingDelay
        rules.target = target
        rules.targets = targets
        rules.historyLimit = historyLimit
        rules.suggestionLimit = suggestionLimit
        rules.feed = feed
        rules.feed.sort(in: order)
        rules.highlighting = highlighting
        return rules
    }
}
