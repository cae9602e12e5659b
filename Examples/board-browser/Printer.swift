import ExampleSupport
import Foundation
import NoticeBoardKit

/// The screens as lines for a terminal.
///
/// Everything that came from the server, or was typed, goes through `visible` on its way.
struct Printer {
    /// Contents are not shown, but for the place where a search found something in them.
    static let style = PostRowStyle(language: .korean)

    let terminal: Terminal

    func show(_ menu: BoardMenu.State?) throws {
        guard let menu else { throw CancellationError() }
        if let failure = menu.boards.failure { throw failure }
        terminal.line(terminal.heading("Boards (\(menu.rows.count))"))
        for row in menu.rows {
            terminal.line("\(row.isSelected ? "›" : " ") \(row.id)  \(row.name.visible)\(row.hasNewPosts ? "  new" : "")")
        }
        if menu.skipped > 0 { terminal.complain("board-browser: \(menu.skipped) boards could not be read and were left out.") }
    }

    func show(_ list: PostList.State?) throws {
        guard let list else { throw CancellationError() }
        if let failure = list.feed.failure { throw failure }
        terminal.line()
        terminal.line(terminal.heading("\(list.title.visible): \(count(list.feed)) posts"))
        for row in list.rows { show(row) }
        finish(list.feed, emptyText: list.emptyText)
    }

    func show(_ search: SearchScreen.State?) throws {
        guard let search else { throw CancellationError() }
        if let failure = search.refusal ?? search.results.failure { throw failure }
        terminal.line()
        terminal.line(terminal.heading("Recent searches (\(search.history.count))"))
        for row in search.history { terminal.line("  \(row.label) : \(row.keyword.visible)") }
        if let failure = search.historyFailure {
            terminal.complain("board-browser: Searches cannot be remembered. \(failure.text(in: .english))")
        }
        terminal.line()
        terminal.line(terminal.heading("\(search.title?.text.visible ?? ""): \(count(search.results)) hits"))
        for row in search.hits { show(row) }
        finish(search.results, emptyText: search.emptyText)
    }

    private func count(_ feed: FeedState<Post>) -> String {
        "\(feed.progress.loaded) of \(feed.progress.total ?? feed.progress.loaded)"
    }

    private func show(_ row: PostRow) {
        let marks = row.marks
        let badge = row.badgeText.map { "[\($0)] " } ?? ""
        let details = [row.date, "\(row.viewCount) views"].filter { !$0.isEmpty }.joined(separator: " · ")
        let (title, writer) = (marked(row.title, marks.title), marked(row.writer, marks.writer))
        terminal.line("  \(badge)\(title)  — \(writer) \(terminal.faint("· " + details))")
        guard !marks.contents.isEmpty else { return }
        let snippet = row.snippet
        let (start, end) = (snippet.isCutAtStart ? "… " : "", snippet.isCutAtEnd ? " …" : "")
        terminal.line("       \(start)\(marked(snippet.text, snippet.ranges))\(end)")
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

    private func finish(_ feed: FeedState<Post>, emptyText: String?) {
        if let emptyText { terminal.line("  \(emptyText)") }
        if feed.skipped > 0 { terminal.complain("board-browser: \(feed.skipped) posts could not be read and were left out.") }
    }
}
