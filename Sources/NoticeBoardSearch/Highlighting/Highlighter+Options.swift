extension Highlighter {
    /// What counts as the same, and what does not.
    public typealias Options = HighlighterOptions
    /// What becomes of the matches of several terms that meet.
    public typealias Merge = HighlighterMerge
}
