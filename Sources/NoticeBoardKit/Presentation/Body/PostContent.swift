public import Foundation
public import NoticeBoardSearch

/// The contents of a post, ready to be drawn: blocks, and the hits of a search in them.
///
/// Nothing in hostile contents is run, loaded or followed. Creating one takes time linear in the length of the contents: do it
/// off the main actor.
///
/// ```swift
/// let content = PostContent(post.contents, highlighting: highlighter)
/// for (index, block) in content.body.blocks.enumerated() { draw(block, content.highlights(of: index)) }
/// ```
public struct PostContent: Sendable, Equatable {
    /// A match of a search in a block.
    public struct Hit: Sendable, Hashable {
        /// The index of the block.
        public let block: Int
        /// The range in the block's text.
        public let range: Range<String.Index>

        /// Creates a hit, for a preview or a test.
        public init(block: Int, range: Range<String.Index>) { (self.block, self.range) = (block, range) }
    }

    /// The maximum number of hits.
    static let mostHits = 10_000

    /// The contents as the server has them.
    public let source: String
    /// The blocks, to be drawn by an app's own views.
    public let body: PostBody
    /// The hits from top to bottom, at most 10,000.
    public let hits: [Hit]

    /// Reads `contents` and finds the matches of `highlighter`; relative addresses lead from `baseURL`.
    public init(_ contents: String, highlighting highlighter: Highlighter? = nil, baseURL: URL? = nil) {
        source = contents
        body = PostBody(contents, baseURL: baseURL)
        hits = highlighter.map { [body] in Self.hits(of: $0, in: body) } ?? []
    }

    /// Reads contents like ``init(_:highlighting:baseURL:)``, and stops soon after the current task is cancelled.
    ///
    /// Throws `CancellationError`.
    init(cancellable contents: String, highlighting highlighter: Highlighter?, baseURL: URL?) throws {
        source = contents
        body = PostBody(contents, baseURL: baseURL, isCancellable: true)
        hits = highlighter.map { [body] in Self.hits(of: $0, in: body, stopping: { Task.isCancelled }) } ?? []
        try Task.checkCancellation()
    }

    private static func hits(
        of highlighter: Highlighter, in body: PostBody, stopping: () -> Bool = { false }
    ) -> [Hit] {
        var hits: [Hit] = []
        for (index, block) in body.blocks.enumerated() {
            if hits.count >= mostHits || stopping() { break }
            hits += highlighter.ranges(in: block.text, limit: mostHits - hits.count).map { Hit(block: index, range: $0) }
        }
        return hits
    }

    /// Whether there is nothing to see.
    public var isEmpty: Bool { body.blocks.isEmpty }

    /// Returns the hits in a block.
    public func highlights(of block: Int) -> [Range<String.Index>] {
        hits[count { $0.block < block }..<count { $0.block <= block }].map(\.range)
    }

    /// Returns the number of hits at the beginning that match: hits are in the order of their blocks.
    private func count(while matches: (Hit) -> Bool) -> Int {
        var low = 0
        var high = hits.count
        while low < high {
            let middle = (low + high) / 2
            if matches(hits[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The contents as plain text, line by line.
    public var text: String { PlainText.text(of: source) }
}
