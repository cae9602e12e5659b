/// What becomes of the matches of several terms that meet.
///
/// Written `Highlighter.Merge`.
public enum HighlighterMerge: Sendable, Hashable, CaseIterable {
    /// Matches that share a character become one. The default.
    case overlapping
    /// Matches that share a character or stand side by side become one: for a coloured area.
    case touching
    /// Every match of every term stays, in order, and keeps its term.
    case none
}
