import NoticeBoardKit
import TerminalSupport

/// What a post says as lines of a width: made once, and drawn from whatever line is at the top.
package struct PostLayout: Sendable {
    package private(set) var lines: [StyledLine] = []
    /// The line of the hit that the reader stands at.
    package private(set) var lineOfHit: Int?

    /// Nobody scrolls further, and a window is not kept waiting for what nobody sees.
    private static let mostLines = 5_000

    package init(_ page: PostPage.State, width: Int) {
        guard let row = page.row else { return }
        let words = Words(page.language)
        head(row, page, words, width: width)
        guard let content = page.content else { return }
        var before: PostBody.Block?
        for (index, block) in content.body.blocks.enumerated() where lines.count < Self.mostLines {
            if let before, !(before.isClose && block.isClose) { lines.append(StyledLine()) }
            let marks = content.highlights(of: index)
            let isHere = page.currentHit?.block == index
            draw(
                block, marks.map { Wrapping.Mark($0, isHere && page.currentHit?.range == $0 ? Look.hit : Look.marked) }, words,
                width: width)
            before = block
        }
        if let text = page.cutText { lines += [StyledLine()] + Wrapping.lines(of: text, width: width, Look.faint) }
    }

    private mutating func head(_ row: PostRow, _ page: PostPage.State, _ words: Words, width: Int) {
        let badge = row.badgeText.map { "[\($0)] " } ?? ""
        let title = badge + row.title
        let marks = row.titleHighlights.compactMap { range -> Wrapping.Mark? in
            // The badge moves the places of the title.
            let offset = { (place: String.Index) in
                title.utf8.index(
                    title.startIndex, offsetBy: badge.utf8.count + row.title.utf8.distance(from: row.title.startIndex, to: place))
            }
            return Wrapping.Mark(offset(range.lowerBound)..<offset(range.upperBound), Look.marked)
        }
        lines += Wrapping(title, width: width, Look.bold, marks: marks, limit: 6).lines
        var details = Look.text(row.writer, marked: row.writerHighlights)
        for text in [row.date, words.views(row.viewCount), page.attachmentText ?? ""] where !text.isEmpty {
            details.append((details.columns > 0 ? " · " : "") + text, Look.faint)
        }
        lines += [details, StyledLine(String(repeating: "─", count: width), Look.faint)]
    }

    private mutating func draw(_ block: PostBody.Block, _ marks: [Wrapping.Mark], _ words: Words, width: Int) {
        let lead =
            StyledLine(String(repeating: "│ ", count: min(block.quotes, 4)), Look.faint)
            + StyledLine(String(repeating: "  ", count: min(block.lists, 6)))
        var (sign, style) = ("", Style.plain)
        switch block.kind {
        case .rule:
            lines.append(StyledLine(String(repeating: "─", count: width), Look.faint))
            return
        case .row(let cells): return row(block, cells, marks, width: width)
        case .picture(let url):
            return lines += Wrapping.lines(
                of: "[\(block.text.isEmpty ? words.picture : block.text)] \(url.absoluteString)", width: width, Look.faint)
        case .heading: style = Look.heading
        case .item(let number): sign = number.map { "\($0). " } ?? "• "
        case .code: style = Look.badge
        case .paragraph: break
        }
        let room = max(width - lead.columns - sign.columns, 2)
        let wrapping = Wrapping(block.text, width: room, style, marks: marks)
        if let hit = marks.first(where: { $0.style == Look.hit }) {
            lineOfHit = lines.count + wrapping.line(of: hit.range.lowerBound)
        }
        for (index, line) in wrapping.lines.enumerated() {
            lines.append(lead + StyledLine(index == 0 ? sign : String(repeating: " ", count: sign.columns), Look.faint) + line)
        }
        for link in block.links where block.text[link.range] != link.url.absoluteString[...] {
            lines += Wrapping.lines(of: "→ \(link.url.absoluteString)", width: room, Look.faint).map { lead + $0 }
        }
    }

    private mutating func row(_ block: PostBody.Block, _ cells: [Range<String.Index>], _ marks: [Wrapping.Mark], width: Int) {
        var line = StyledLine()
        if marks.contains(where: { $0.style == Look.hit }) { lineOfHit = lines.count }
        for cell in cells {
            if line.columns > 0 { line.append(" │ ", Look.faint) }
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
    /// Whether no line is left free between it and another like it.
    fileprivate var isClose: Bool {
        switch kind {
        case .item, .row: true
        default: false
        }
    }
}
