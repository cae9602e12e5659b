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
    /// Whether the reader marked it as a favourite.
    public let isFavorite: Bool
    /// Whether the reader may write posts there; `false` when the server does not say.
    public let isWritable: Bool
    /// The row as it is spoken to a person who does not see it; that it is selected is for the system to say.
    public let spoken: String

    /// The row of `board`.
    public init(_ board: Board, isSelected: Bool = false, in language: Language = .preferred) {
        id = board.id
        name = board.name
        self.isSelected = isSelected
        hasNewPosts = board.hasNewPosts
        isFavorite = board.isFavorite
        isWritable = board.capability?.isWritable ?? false

        let isKorean = language == .korean
        let marks = [
            board.hasNewPosts ? (isKorean ? "새 글 있음" : "new posts") : nil,
            board.isFavorite ? (isKorean ? "즐겨찾기" : "favorite") : nil,
        ]
        spoken = ([board.name] + marks.compactMap(\.self)).joined(separator: ", ")
    }
}
