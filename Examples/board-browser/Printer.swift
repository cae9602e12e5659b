import ExampleSupport
import Foundation
import NoticeBoardKit

/// Lines for a terminal.
///
/// Everything that came from the server goes through `visible` on its way.
struct Printer {
    let terminal: Terminal

    func boards(_ boards: [Board]) {
        terminal.line(terminal.heading("Boards (\(boards.count))"))
        for board in boards { terminal.line("  \(board.id)  \(board.name.visible)\(board.hasNewPosts ? "  new" : "")") }
    }

    func page(_ page: Page<Post>, of board: Board) {
        terminal.line()
        terminal.line(terminal.heading("\(board.name.visible): \(page.items.count) of \(page.total ?? page.items.count) posts"))
        for post in page.items { row(post, title: post.title.visible, writer: name(of: post).visible) }
        warnOfSkipped(page)
    }

    func results(_ page: Page<Post>, keyword: String, target: SearchTarget, on board: Board) {
        terminal.line()
        let count = "\(page.items.count) of \(page.total ?? page.items.count) hits"
        terminal.line(terminal.heading("\(board.name.visible): \(count) for \(keyword.visible) in \(target.rawValue)"))
        let highlighter = Highlighter(keyword)
        for post in page.items {
            let marks = PostMarks(of: post, highlighter, target: target)
            row(post, title: marked(post.title, marks.title), writer: marked(name(of: post), marks.writer))
            if !marks.contents.isEmpty { terminal.line("       \(marked(post.contents, marks.contents))") }
        }
        warnOfSkipped(page)
    }

    private func row(_ post: Post, title: String, writer: String) {
        let badge = [.notice: "[공지] ", .reply: "[Re] "][post.type] ?? ""
        let shownTitle = post.type == .reply && title.hasPrefix("[Re] ") ? String(title.dropFirst(5)) : title
        let details = [date(of: post), "\(post.viewCount) views"].filter { !$0.isEmpty }.joined(separator: " · ")
        terminal.line("  \(badge)\(shownTitle)  — \(writer) \(terminal.faint("· " + details))")
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

    private func name(of post: Post) -> String { post.isAnonymous ? "익명" : post.writer?.name ?? "" }

    /// `yy-MM-dd` as a reader in Korea has it, whatever this machine's calendar and time zone are.
    private func date(of post: Post) -> String {
        guard let date = post.createdAt, let korea = TimeZone(secondsFromGMT: 9 * 3600) else { return "" }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = korea
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return [(parts.year ?? 0) % 100, parts.month ?? 0, parts.day ?? 0].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(
            separator: "-")
    }

    private func warnOfSkipped(_ page: Page<Post>) {
        guard !page.skipped.isEmpty else { return }
        terminal.complain("board-browser: \(page.skipped.count) posts could not be read and were left out.")
    }
}
