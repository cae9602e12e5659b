public import Foundation
import NoticeBoardSearch

/// A post's contents as blocks that an app draws with its own views: paragraphs, headings, lists, quotes, code, rows of tables
/// and pictures.
///
/// Made from plain text or HTML by ``init(_:limit:baseURL:)``. Nothing in the HTML is run, loaded or followed, however broken or
/// hostile it is, and the time is linear in the length.
///
/// ```swift
/// ForEach(Array(PostBody(post.contents).blocks.enumerated()), id: \.offset) { BlockView(block: $0.element) }
/// ```
///
/// Highlight a search in a block's text: `highlighter.ranges(in: block.text)`.
public struct PostBody: Sendable, Hashable {
    /// The blocks, from top to bottom.
    public let blocks: [Block]
    /// Whether the contents were cut: at the limit of blocks that was given, or at a million bytes of text.
    public let isCut: Bool

    /// Creates a body from blocks, for a preview or a test.
    public init(blocks: [Block], isCut: Bool = false) { (self.blocks, self.isCut) = (blocks, isCut) }

    /// A block, drawn on lines of its own.
    public struct Block: Sendable, Hashable {
        /// The kind of block.
        public let kind: Kind
        /// The text without white space at its ends; its lines are separated by a line feed.
        ///
        /// Code keeps the indentation of its first line. For a picture, its alternative text.
        public let text: String
        /// The links in ``text``, from left to right; the link of a picture covers its whole text, even an empty one.
        public let links: [Link]
        /// The number of quotations around the block.
        public let quotes: Int
        /// The number of lists around the block.
        public let lists: Int

        /// Creates a block.
        public init(_ kind: Kind, _ text: String = "", links: [Link] = [], quotes: Int = 0, lists: Int = 0) {
            self.kind = kind
            self.text = text
            self.links = links
            self.quotes = quotes
            self.lists = lists
        }

        /// The kind of a block.
        public enum Kind: Sendable, Hashable {
            /// A paragraph.
            case paragraph
            /// A heading, of level 1 to 6.
            case heading(level: Int)
            /// The first block of a list item, with its number in a numbered list; further paragraphs of the item follow as
            /// ``paragraph``.
            case item(number: Int?)
            /// Code, with its white space.
            case code
            /// A row of a table, with the range of each cell in the text.
            case row(cells: [Range<String.Index>])
            /// A horizontal line.
            case rule
            /// A picture, which the app may load.
            case picture(URL)
        }
    }

    /// A link in the text of a block.
    public struct Link: Sendable, Hashable {
        /// The range of the link.
        public let range: Range<String.Index>
        /// The address: http, https or mailto.
        public let url: URL

        /// Creates a link.
        public init(_ range: Range<String.Index>, _ url: URL) { (self.range, self.url) = (range, url) }
    }
}
