import Foundation

/// A block of a ``PostBody`` that is being built; its ranges are byte offsets in UTF-8.
struct BodyPart {
    var kind: PostBody.Block.Kind
    var text: [UInt8] = []
    /// The cells of a row.
    var cells: [Range<Int>] = []
    var links: [(range: Range<Int>, url: URL)] = []
    var quotes = 0
    var lists = 0
    /// Whether the part ended because a block began or ended, and not a cell.
    var endsBlock = false
    var beginsBlock = false

    var isPicture: Bool { if case .picture = kind { true } else { false } }

    var block: PostBody.Block {
        let words = String(decoding: text, as: UTF8.self)
        let range = { (range: Range<Int>) in
            words.utf8.index(
                words.startIndex, offsetBy: range.lowerBound)..<words.utf8.index(words.startIndex, offsetBy: range.upperBound)
        }
        return PostBody.Block(
            cells.isEmpty ? kind : .row(cells: cells.map(range)), words,
            links: links.map { PostBody.Link(range($0.range), $0.url) }, quotes: quotes, lists: lists)
    }

    /// Returns a row made of the parts of its cells; a cell keeps its line breaks.
    static func row(_ cells: [ArraySlice<BodyPart>]) -> BodyPart? {
        guard let first = cells.first(where: { !$0.isEmpty })?.first else { return nil }
        var row = BodyPart(kind: .row(cells: []), quotes: first.quotes, lists: first.lists)
        var last: BodyPart?
        for cell in cells {
            var start: Int?
            for part in cell {
                if let last { row.text.append(last.endsBlock || part.beginsBlock ? 0x0A : 0x20) }
                last = part
                let offset = row.text.count
                start = start ?? offset
                row.text += part.text
                row.links += part.links.map { ($0.range.lowerBound + offset..<$0.range.upperBound + offset, $0.url) }
            }
            row.cells.append((start ?? row.text.count)..<row.text.count)
        }
        return row
    }
}
