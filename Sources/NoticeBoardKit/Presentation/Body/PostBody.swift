public import Foundation

/// A post's contents in pieces that an app draws with views of its own: paragraphs, headings, lists, quotes, code, rows of tables,
/// links and pictures.
///
/// Made from plain text or from whatever HTML a server sends, however broken or hostile: nothing in it is run, loaded or followed,
/// and the time is linear in its length.
///
/// ```swift
/// ForEach(Array(PostBody(post.contents).blocks.enumerated()), id: \.offset) { BlockView(block: $0.element) }
/// ```
///
/// Marks of a search stand in a block's text like in any other: `highlighter.ranges(in: block.text)`.
public struct PostBody: Sendable, Hashable {
    /// The pieces, from top to bottom.
    public let blocks: [Block]
    /// Whether there were more of them than were wanted.
    public let isCut: Bool

    /// Pieces that were made by hand.
    public init(blocks: [Block], isCut: Bool = false) {
        self.blocks = blocks
        self.isCut = isCut
    }
}

extension PostBody {
    /// One piece, drawn on lines of its own.
    public struct Block: Sendable, Hashable {
        /// What it is.
        public let kind: Kind
        /// What it says, without white space around it; lines end with a line feed.
        ///
        /// Of a picture, what stands for it.
        public let text: String
        /// The links in ``text``, from left to right; that of a picture has all of its text, even an empty one.
        public let links: [Link]
        /// How many quotations it stands in.
        public let quotes: Int
        /// How many lists it stands in.
        public let lists: Int

        /// A piece.
        public init(_ kind: Kind, _ text: String = "", links: [Link] = [], quotes: Int = 0, lists: Int = 0) {
            self.kind = kind
            self.text = text
            self.links = links
            self.quotes = quotes
            self.lists = lists
        }
    }

    /// What a piece is.
    public enum Kind: Sendable, Hashable {
        /// Text.
        case paragraph
        /// A heading, of level 1 to 6.
        case heading(level: Int)
        /// The beginning of an item of a list, with its number where the list counts.
        case item(number: Int?)
        /// Text whose white space is as it was written.
        case code
        /// A row of a table: where each cell stands in the text.
        case row(cells: [Range<String.Index>])
        /// A line across.
        case rule
        /// A picture, which the app may load; nothing has been.
        case picture(URL)
    }

    /// Where a part of a text leads.
    public struct Link: Sendable, Hashable {
        /// The part.
        public let range: Range<String.Index>
        /// An address of http, https or mailto; others are no links.
        public let url: URL

        /// A link.
        public init(_ range: Range<String.Index>, _ url: URL) {
            self.range = range
            self.url = url
        }
    }
}

/// A block of a ``PostBody`` while it is made: its ranges are places in UTF-8.
struct BodyPart {
    enum Kind {
        case text(PostBody.Kind)
        case row(cells: [Range<Int>])
    }

    var kind: Kind
    var text: [UInt8] = []
    var links: [(range: Range<Int>, url: URL)] = []
    var quotes = 0
    var lists = 0
    /// Whether the part ended because a block began or ended, and not a cell.
    var endsBlock = false
    var beginsBlock = false

    var isPicture: Bool { if case .text(.picture) = kind { true } else { false } }
    var isParagraph: Bool { if case .text(.paragraph) = kind { true } else { false } }

    var block: PostBody.Block {
        let words = String(decoding: text, as: UTF8.self)
        let range = { (range: Range<Int>) in
            words.utf8.index(
                words.startIndex, offsetBy: range.lowerBound)..<words.utf8.index(words.startIndex, offsetBy: range.upperBound)
        }
        let kind: PostBody.Kind =
            switch self.kind {
            case .text(let kind): kind
            case .row(let cells): .row(cells: cells.map(range))
            }
        return PostBody.Block(
            kind, words, links: links.map { PostBody.Link(range($0.range), $0.url) }, quotes: quotes, lists: lists)
    }
}

extension BodyPart {
    /// Returns the row that the parts of several cells make; a cell of several lines keeps them.
    static func row(_ cells: [ArraySlice<BodyPart>]) -> BodyPart? {
        guard let first = cells.first(where: { !$0.isEmpty })?.first else { return nil }
        var row = BodyPart(kind: .row(cells: []), quotes: first.quotes, lists: first.lists)
        var ranges: [Range<Int>] = []
        var last: BodyPart?
        for cell in cells {
            var start: Int?
            for part in cell {
                if let last { row.text.append(last.endsBlock || part.beginsBlock ? 0x0A : 0x20) }
                last = part
                let place = row.text.count
                start = start ?? place
                row.text += part.text
                row.links += part.links.map { ($0.range.lowerBound + place..<$0.range.upperBound + place, $0.url) }
            }
            ranges.append((start ?? row.text.count)..<row.text.count)
        }
        row.kind = .row(cells: ranges)
        return row
    }
}
