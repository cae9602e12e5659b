import Foundation
import NoticeBoardPaging
import NoticeBoardSearch

/// Which posts a list hides: those with certain words in their titles, by certain writers, of certain kinds, or that were read.
///
/// ```swift
/// list.filter.words = ["광고", "spoiler"]
/// list.filter.hidesRead = true
/// show(list.state.feed.hidden[.word])            // how many are hidden for a word
/// list.showHidden([.word])                       // shows them for now
/// ```
public struct PostFilter: Sendable, Hashable {
    /// Words whose posts are hidden, found as a search finds them.
    public var words: [String] = []
    /// Names of writers whose posts are hidden.
    public var writers: Set<String> = []
    /// Kinds of posts that are hidden.
    public var types: Set<PostType> = []
    /// Whether posts that were read are hidden.
    ///
    /// A post that is read meanwhile stays until the list is opened or refreshed.
    public var hidesRead = false

    /// Creates a filter that hides nothing.
    public init() {}

    /// Returns what a feed asks of each post, with what `rules` hide besides; `nil` if nothing is hidden.
    func rule(reading: PostReading?, besides rules: FeedRules<Post>.Filter?) -> FeedRules<Post>.Filter? {
        guard self != PostFilter() else { return rules }
        let words = Highlighter(terms: words)
        let reading = hidesRead ? reading : nil
        return { [writers, types] post in
            if words.isMatch(in: post.title) { return .word }
            if let writer = post.writer, writers.contains(writer.name) { return .author }
            if types.contains(post.type) { return .kind }
            return reading?.isRead(post) == true ? .read : rules?(post)
        }
    }
}
