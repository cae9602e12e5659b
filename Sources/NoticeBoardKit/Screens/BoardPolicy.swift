/// Which board is open while nobody has chosen one.
public enum BoardPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// The first of the menu.
    case first
    /// None, until one is chosen.
    case none

    /// The board that is open once `boards` are known, where `open` was before.
    ///
    /// A board that is still there stays open, with its new name if it has one; for one that is gone the policy decides.
    public func choice(keeping open: Board?, among boards: [Board]) -> Board? {
        if let open, let same = boards.first(where: { $0.id == open.id }) { return same }
        return self == .first ? boards.first : nil
    }
}
