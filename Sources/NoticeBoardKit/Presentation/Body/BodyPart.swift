import Foundation

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
