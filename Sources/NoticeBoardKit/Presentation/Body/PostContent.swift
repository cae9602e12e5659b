public import Foundation
public import NoticeBoardSearch

/// What a post says, ready to be drawn: its pieces, and where in them a search found something.
///
/// Nothing in it is run, loaded or followed, however hostile the contents; making one takes time linear in their length, so that a
/// screen makes it outside of the main actor.
///
/// ```swift
/// let content = PostContent(post.contents, marking: highlighter)
/// for (index, block) in content.body.blocks.enumerated() { draw(block, content.highlights(of: index)) }
/// ```
public struct PostContent: Sendable {
    /// A place where a search found something.
    public struct Hit: Sendable, Hashable {
        /// The index of the piece.
        public let block: Int
        /// Where in the text of the piece.
        public let range: Range<String.Index>

        /// A place in a piece.
        public init(block: Int, range: Range<String.Index>) { (self.block, self.range) = (block, range) }
    }

    /// So many hits are marked at most: nobody steps through more.
    static let mostHits = 10_000
    /// So many pieces are read at most.
    static let mostBlocks = 5_000

    /// In one object, so that a state that holds it is compared at once.
    private final class Parts: Sendable {
        let source: String
        let baseURL: URL?
        let highlighter: Highlighter?
        let body: PostBody
        let hits: [Hit]

        init(_ source: String, _ baseURL: URL?, _ highlighter: Highlighter?, _ body: PostBody, _ hits: [Hit]) {
            (self.source, self.baseURL) = (source, baseURL)
            (self.highlighter, self.body, self.hits) = (highlighter, body, hits)
        }
    }

    private let parts: Parts

    /// Reads `contents`, and finds what `highlighter` looks for; relative addresses lead from `baseURL`.
    public init(_ contents: String, marking highlighter: Highlighter? = nil, baseURL: URL? = nil) {
        let body = PostBody(contents, limit: Self.mostBlocks, baseURL: baseURL)
        parts = Parts(contents, baseURL, highlighter, body, highlighter.map { Self.hits(of: $0, in: body) } ?? [])
    }

    private static func hits(of highlighter: Highlighter, in body: PostBody) -> [Hit] {
        var hits: [Hit] = []
        for (index, block) in body.blocks.enumerated() where hits.count < mostHits {
            hits += highlighter.ranges(in: block.text, limit: mostHits - hits.count).map { Hit(block: index, range: $0) }
        }
        return hits
    }

    /// The contents as the server has them.
    public var source: String { parts.source }
    /// The pieces, to be drawn by an app's own views.
    public var body: PostBody { parts.body }
    /// Where the search found something, from top to bottom; of very many the first.
    public var hits: [Hit] { parts.hits }
    /// Whether there is nothing to see.
    public var isEmpty: Bool { body.blocks.isEmpty }

    /// Where a search found something in a piece.
    public func highlights(of block: Int) -> [Range<String.Index>] {
        // Hits stand in order.
        let start = hits.partitioningIndex { $0.block >= block }
        return hits[start...].prefix { $0.block == block }.map(\.range)
    }

    /// The contents as plain text, line by line; see ``PlainText``.
    public var text: String { PlainText.text(of: source) }
}

extension PostContent: Equatable {
    /// Whether both say the same, with the same hits.
    public static func == (left: Self, right: Self) -> Bool {
        left.parts === right.parts
            || left.parts.source == right.parts.source && left.parts.baseURL == right.parts.baseURL
                && left.parts.highlighter == right.parts.highlighter
    }
}

extension Array {
    /// The first index from which on `isBehind` holds; it holds for all behind one for which it does.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
