public import NoticeBoardBase
import NoticeBoardScreens

/// A row of a board menu, ready to draw.
public struct BoardRow: Sendable, Hashable, Identifiable {
    /// The board's ID.
    public let id: Board.ID
    /// The board's name.
    public let name: String
    /// Whether the board is open.
    public let isSelected: Bool
    /// Whether it has posts that are new to the user.
    public let hasNewPosts: Bool
    /// How many unread posts since the last visit were seen in a list.
    public let newCount: Int
    /// How many comments came to posts of the board that lists showed, since the user read them.
    public let newCommentCount: Int
    /// Whether the user marked it as a favorite.
    public let isFavorite: Bool
    /// The row for VoiceOver; the system adds that it is selected.
    public let spoken: String

    /// Creates the row of a board.
    public init(
        _ board: Board, isSelected: Bool = false, marks: PostMarks.State? = nil, in language: Language = .preferred
    ) {
        id = board.id
        name = board.name
        self.isSelected = isSelected
        newCount = marks?.newCount(in: board.id) ?? 0
        newCommentCount = marks?.newReplies(in: board.id) ?? 0
        // The server's flag holds until the board is opened here.
        hasNewPosts = newCount > 0 || board.hasNewPosts && marks?.visited.contains(board.id) != true
        isFavorite = board.isFavorite

        var marks: [String] = []
        if newCount > 0 {
            marks.append(language.text("board.new", [newCount], korean: "새 글 \(newCount)개", english: "\(newCount) new"))
        } else if hasNewPosts {
            marks.append(language.text("board.hasNew", korean: "새 글 있음", english: "new posts"))
        }
        if let comments = language.newComments(newCommentCount) { marks.append(comments) }
        if board.isFavorite { marks.append(language.text("board.favorite", korean: "즐겨찾기", english: "favorite")) }
        spoken = ([board.name] + marks).joined(separator: ", ")
    }
}
