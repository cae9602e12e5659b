import ExampleSupport
import Foundation
import NoticeBoardKit

/// Lines for a terminal.
///
/// Everything that came from the server goes through `visible` on its way.
struct Printer {
    let terminal: Terminal
    private let style = PostRowStyle(language: .korean)

    func boards(_ boards: [Board]) {
        terminal.line(terminal.heading("Boards (\(boards.count))"))
        for board in boards { terminal.line("  \(board.id)  \(board.name.visible)\(board.hasNewPosts ? "  new" : "")") }
    }

    func page(_ page: Page<Post>, of board: Board) {
        terminal.line()
        terminal.line(terminal.heading("\(board.name.visible): \(page.items.count) of \(page.total ?? page.items.count) posts"))
        for post in page.items {
            let row = PostRow(post, style: style)
            show(row, title: row.title.visible, writer: row.writer.visible)
        }
        warnOfSkipped(page)
    }

    func results(_ page: Page<Post>, keyword: String, target: SearchTarget, on board: Board) {
        terminal.line()
        let count = "\(page.items.count) of \(page.total ?? page.items.count) hits"
        terminal.line(terminal.heading("\(board.name.visible): \(count) for \(keyword.visible) in \(target.rawValue)"))
        let highlighter = Highlighter(keyword)
        for post in page.items {
            var style = style
            style.snippetLength = .max
            let row = PostRow(post, style: style)
            let marks = PostMarks(of: row, highlighter, target: target)
            show(row, title: marked(row.title, marks.title), writer: marked(row.writer, marks.writer))
            if !marks.contents.isEmpty { terminal.line("       \(marked(row.snippet, marks.contents))") }
        }
        if page.items.isEmpty { terminal.line("  \(EmptyText.noResults.text(in: .korean))") }
        warnOfSkipped(page)
    }

    private func show(_ row: PostRow, title: String, writer: String) {
        let badge = row.badgeText.map { "[\($0)] " } ?? ""
        let details = [row.date, "\(row.viewCount) views"].filter { !$0.isEmpty }.joined(separator: " · ")
        terminal.line("  \(badge)\(title)  — \(writer) \(terminal.faint("· " + details))")
    }

    private func marked(_ text: String, _ ranges: [Range<String.Index>]) -> String {
        var line = ""
        var end = text.startIndex
        for range in ranges {
            line += text[end..<range.lowerBound].visible + terminal.marked(text[range].visible)
            end = range.upperBound
        }
        return line + text[end...].visible
    }

    private func warnOfSkipped(_ page: Page<Post>) {
        guard !page.skipped.isEmpty else { return }
        terminal.complain("board-browser: \(page.skipped.count) posts could not be read and were left out.")
    }
}
