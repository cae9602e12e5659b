public import NoticeBoardBase

extension Remedy.Input {
    /// The board.
    public static let board = Self("board", korean: "게시판")
}

extension NoticeBoardError.Code {
    /// A search was asked for and no board is chosen to search on.
    public static let noBoardSelected = Self(
        "noBoardSelected", korean: "검색할 게시판을 먼저 선택해주세요.", english: "Choose a board to search first.")
}
