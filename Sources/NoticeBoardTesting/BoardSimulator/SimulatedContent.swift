/// The kind of content that is generated from a seed.
public enum SimulatedContent: Sendable, Hashable, CaseIterable {
    /// Content of a company's boards: Korean and English, notices, replies, anonymous writers.
    case everyday
    /// Everyday content and hard cases: decomposed text (NFD), unknown kinds of posts, empty, very long and hostile titles, HTML,
    /// extreme dates, posts that can't be decoded.
    case everything
}
