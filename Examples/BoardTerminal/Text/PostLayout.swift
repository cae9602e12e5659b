import NoticeBoardKit
import TerminalSupport

/// A post laid out as lines for one width.
package struct PostLayout: Sendable {
    package private(set) var lines: [StyledLine] = []
    /// The index of the line with the current hit.
    package private(set) var lineOfHit: Int?

    /// The maximum number of lines, so that a huge post doesn't delay the drawing.
    private static let maximumLines = 5_000

    package init(_ page: PostPage.State, width: Int) {
        guard let row = page.row else { return }
        let words = Words(page.language)
        appendHead(row, page, words, width: width)
        guard let content = page.content else { return }
        var before: PostBody.Block?
        for (index, block) in content.body.blocks.enumerated() where lines.count < Self.maximumLines {
            if let before, !(before.isCompact && block.isCompact) { lines.append(StyledLine()) }
            let marks = content.highlights(of: index)
            let hasCurrentHit = page.currentHit?.block == index
            appendBlock(
                block, marks.map { Wrapping.Mark($0, hasCurrentHit && page.currentHit?.range == $0 ? Theme.hit : Theme.marked) },
                words,
                width: width)
            before = block
        }
        if let text = page.cutText { lines += [StyledLine()] + Wrapping.lines(of: text, width: width, Theme.faint) }
    }

    private mutating func appendHead(_ row: PostRow, _ page: PostPage.State, _ words: Words, width: Int) {
        let badge = row.badgeText.map { "[\($0)] " } ?? ""
        let title = badge + row.title
        let marks = row.titleHighlights.compactMap { range -> Wrapping.Mark? in
            // The badge in front of the title shifts the ranges of its hits.
            let offset = { (index: String.Index) in
                title.utf8.index(
                    title.startIndex, offsetBy: badge.utf8.count + row.title.utf8.distance(from: row.title.startIndex, to: index))
            }
            return Wrapping.Mark(offset(range.lowerBound)..<offset(range.upperBound), Theme.marked)
        }
        lines += Wrapping(title, width: width, Theme.bold, marks: marks, limit: 6).lines
        var details = Theme.text(row.writer, marked: row.writerHighlights)
        for text in [row.date, words.views(row.viewCount), page.attachmentText ?? ""] where !text.isEmpty {
            details.append((details.columns > 0 ? " · " : "") + text, Theme.faint)
        }
        lines += [details, StyledLine(String(repeating: "─", count: width), Theme.faint)]
    }

    private mutating func appendBlock(_ block: PostBody.Block, _ marks: [Wrapping.Mark], _ words: Words, width: Int) {
        let lead =
            StyledLine(String(repeating: "│ ", count: min(block.quotes, 4)), Theme.faint)
            + StyledLine(String(repeating: "  ", count: min(block.lists, 6)))
        var (sign, style) = ("", Style.plain)
        switch block.kind {
        case .rule:
            lines.append(StyledLine(String(repeating: "─", count: width), Theme.faint))
            return
        case .row(let cells): return appendRow(block, cells, marks, width: width)
        case .picture(let url):
            return lines += Wrapping.lines(
                of: "[\(block.text.isEmpty ? words.picture : block.text)] \(url.absoluteString)", width: width, Theme.faint)
        case .heading: style = Theme.heading
        case .item(let number): sign = number.map { "\($0). " } ?? "• "
        case .code: style = Theme.badge
        case .paragraph: break
        }
        let room = max(width - lead.columns - sign.columns, 2)
        let wrapping = Wrapping(block.text, width: room, style, marks: marks)
        if let hit = marks.first(where: { $0.style == Theme.hit }) {
            lineOfHit = lines.count + wrapping.lineNumber(of: hit.range.lowerBound)
        }
        for (index, line) in wrapping.lines.enumerated() {
            lines.append(lead + StyledLine(index == 0 ? sign : String(repeating: " ", count: sign.columns), Theme.faint) + line)
        }
        for link in block.links where block.text[link.range] != link.url.absoluteString[...] {
            lines += Wrapping.lines(of: "→ \(link.url.absoluteString)", width: room, Theme.faint).map { lead + $0 }
        }
    }

    private mutating func appendRow(_ block: PostBody.Block, _ cells: [Range<String.Index>], _ marks: [Wrapping.Mark], width: Int)
    {
        var line = StyledLine()
        if marks.contains(where: { $0.style == Theme.hit }) { lineOfHit = lines.count }
        for cell in cells {
            if line.columns > 0 { line.append(" │ ", Theme.faint) }
            var at = cell.lowerBound
            for mark in marks where mark.range.lowerBound >= at && mark.range.upperBound <= cell.upperBound {
                line.append(block.text[at..<mark.range.lowerBound])
                line.append(block.text[mark.range], mark.style)
                at = mark.range.upperBound
            }
            line.append(block.text[at..<cell.upperBound])
        }
        lines.append(line.cut(to: width))
    }
}

extension PostBody.Block {
    /// Whether it is drawn without an empty line to a neighbor of the same kind.
    fileprivate var isCompact: Bool {
        switch kind {
        case .item, .row: true
        default: false
        }
    }
}
