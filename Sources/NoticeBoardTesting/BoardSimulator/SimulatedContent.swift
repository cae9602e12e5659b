/// What kind of boards and posts a seed makes.
public enum SimulatedContent: Sendable, Hashable, CaseIterable {
    /// What a company's boards hold: Korean and English, notices, replies, anonymous writers.
    case everyday
    /// All of that, and what tries a client: text in parts (NFD), kinds of posts that nobody knows, empty, endless and hostile
    /// titles, HTML in the contents, dates far away, posts that cannot be read.
    case everything
}
