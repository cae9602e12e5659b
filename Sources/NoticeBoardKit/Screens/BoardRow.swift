public import NoticeBoardBase

/// A row of a board menu: everything to draw and nothing to compute.
public struct BoardRow: Sendable, Hashable, Identifiable {
    /// The board's number.
    public let id: Board.ID
    /// The board's name.
    public let name: String
    /// Whether the board is open.
    public let isSelected: Bool
    /// Whether it has posts that are new to the reader.
    public let hasNewPosts: Bool
    /// How many of them are known: of those that came since last time, what was seen in a list and not read.
    public let newCount: Int
    /// Whether the reader marked it as a favourite.
    public let isFavorite: Bool
    /// Whether the reader may write posts there; `false` when the server does not say.
    public let isWritable: Bool
    /// The row as it is spoken to a person who does not see it; that it is selected is for the system to say.
    public let spoken: String

    /// The row of `board`; `looks` tells how often it had been looked at on this device when the server said what is new there.
    public init(
        _ board: Board, isSelected: Bool = false, marks: ReadMarks.State? = nil, looks: Int = 0,
        in language: Language = .preferred
    ) {
        id = board.id
        name = board.name
        self.isSelected = isSelected
        newCount = marks?.newCount(on: board.id) ?? 0
        // What the server says of new posts is believed until somebody looks.
        hasNewPosts = newCount > 0 || board.hasNewPosts && marks?.looks[board.id] ?? 0 <= looks
        isFavorite = board.isFavorite
        isWritable = board.capability?.isWritable ?? false

        var marks: [String] = []
        if newCount > 0 {
            marks.append(language.text("board.new", [newCount], korean: "새 글 \(newCount)개", english: "\(newCount) new"))
        } else if hasNewPosts {
            marks.append(language.text("board.hasNew", korean: "새 글 있음", english: "new posts"))
        }
        if board.isFavorite { marks.append(language.text("board.favorite", korean: "즐겨찾기", english: "favorite")) }
        spoken = ([board.name] + marks).joined(separator: ", ")
    }
}
