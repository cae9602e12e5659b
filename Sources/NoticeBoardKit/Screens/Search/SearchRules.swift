public import NoticeBoardPaging
public import NoticeBoardSearch

/// How a search screen behaves.
public struct SearchRules: Sendable {
    /// Whether what is typed is searched without being asked for, and at what pace; nothing means that it is not.
    ///
    /// Such a search is not recorded: only one that somebody chose or submitted is.
    public var searchesWhileTyping: SearchPace?
    /// The fields that are searched until others are chosen.
    public var target = SearchTarget.all
    /// The targets that are offered for what is typed, in this order.
    public var targets = SearchTarget.wellKnown
    /// How many earlier searches are listed at most; how many are kept is for the history's own rules to say.
    public var historyLimit = Int.max
    /// How many earlier searches stand above the targets at most.
    public var suggestions = 5
    /// In which order hits are shown; where it is the server's, that of ``feed`` stands.
    public var order = PostOrder.server
    /// How many hits are asked for at a time.
    public var pageSize = 30
    /// Whether all hits are loaded, page after page, whoever began the search.
    public var loadsAll = false
    /// How the list of hits behaves.
    public var feed = FeedRules<Post>()
    /// The options for marking hits; suggestions use them too, but always ignore case.
    public var marking: Highlighter.Options = []

    /// The usual rules: four targets, nothing is searched before it is chosen.
    public init() {}
}
