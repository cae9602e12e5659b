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

/// When a search that runs while somebody types is sent: after a pause that tells that the word may be whole.
public struct SearchPace: Sendable, Hashable {
    /// How many seconds to wait when little is typed: most words are still growing then.
    public var shortWait: Double
    /// How many characters count as little.
    public var shortLength: Int
    /// How many seconds to wait when more is typed.
    public var wait: Double

    /// A pace: half a second up to two characters, then 0.3 s.
    public init(shortWait: Double = 0.5, shortLength: Int = 2, wait: Double = 0.3) {
        (self.shortWait, self.shortLength, self.wait) = (shortWait, shortLength, wait)
    }

    /// How long to wait before `keyword` is sent; nothing when it is not worth sending, since its last letter is a consonant
    /// or a vowel alone: `공ㅈ` is on the way to 공지.
    func wait(for keyword: String) -> Double? {
        guard let last = keyword.last, !last.isLoneJamo else { return nil }
        return keyword.count <= shortLength ? shortWait : wait
    }
}

extension Character {
    /// Whether this is a Korean letter that is no syllable yet.
    fileprivate var isLoneJamo: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xFFA0...0xFFDC: true
            default: false
            }
        }
    }
}

/// What is searched, where, and on which board.
///
/// The keyword is a secret to logs: no description shows it.
public struct SearchQuery: Sendable, Hashable {
    /// The board that is searched.
    public let board: Board.ID
    /// What is searched, composed and without outer white space, and in which fields.
    public let key: SearchHistoryEntry.Key

    /// A search; nothing where the keyword is blank.
    public init?(_ keyword: String, target: SearchTarget, in board: Board.ID) {
        key = SearchHistoryEntry.Key(keyword, target: target)
        self.board = board
        if key.keyword.isEmpty { return nil }
    }

    /// What is searched.
    public var keyword: String { key.keyword }
    /// The fields that are searched.
    public var target: SearchTarget { key.target }
}
