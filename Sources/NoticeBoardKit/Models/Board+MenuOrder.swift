extension Board {
    /// Whether a board stands before another in a menu: by the order number, and those without one last.
    ///
    /// Boards that are equal in this stay as the server has them.
    static func precedesInMenu(_ board: Board, _ other: Board) -> Bool { (board.order ?? .max) < (other.order ?? .max) }
}
