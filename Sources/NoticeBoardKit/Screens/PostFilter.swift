import Foundation
import NoticeBoardPaging
import NoticeBoardSearch

/// The posts that a list hides: by words in the title, by writer, by kind, or because they were read.
///
/// ```swift
/// list.filter.words = ["광고", "spoiler"]
/// list.filter.hidesRead = true
/// show(list.state.feed.hidden[.word])            // how many are hidden for a word
/// list.showHidden([.word])                       // shows them for now
/// ```
public struct PostFilter: Sendable, Hashable {
    /// Hides posts with one of these words in the title, by the rules of a search.
    public var words: [String] = []
    /// Hides posts by writers with these names.
    public var writers: Set<String> = []
    /// Hides posts of these kinds.
    public var types: Set<PostType> = []
    /// Whether read posts are hidden.
    ///
    /// A post that is read while the list is open stays until the list is opened again or refreshed.
    public var hidesRead = false

    /// Creates a filter that hides nothing.
    public init() {}

    /// Returns the filter for a feed, combined with the filter of its rules; `nil` if nothing is hidden.
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
