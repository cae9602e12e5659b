import NoticeBoardKit
import TerminalSupport

/// Renders the screens as plain lines in columns, for a pipe, a file or a simple terminal.
///
/// The title is the last column, because its length varies most. Hits are enclosed in «».
package struct PlainPages {
    let language: Language
    /// The maximum width of a line, or `nil` for no limit.
    let columns: Int?
    private var words: Words { Words(language) }

    package init(language: Language, columns: Int?) { (self.language, self.columns) = (language, columns) }

    package func lines(of menu: BoardMenu.State) -> [String] {
        let rows = menu.rows
        let names = rows.map { $0.name.visible }
        let width = names.map(\.columns).max() ?? 0
        let head = "\(words.boards) (\(rows.count))"
        return cut(
            [head]
                + zip(rows, names).map { row, name in
                    let marks = [row.isFavorite ? "★" : nil, row.hasNewPosts ? "●" : nil].compactMap(\.self)
                    let start = "\(row.isSelected ? "›" : " ") \(String(row.id).aligned(right: 6))  "
                    return marks.isEmpty ? start + name : start + name.padded(to: width) + "  " + marks.joined(separator: " ")
                } + [menu.emptyText.map { "  \($0)" }].compactMap(\.self))
    }

    package func lines(of list: PostList.State) -> [String] {
        let head = "\(list.title.visible): \(words.posts(list.feed.items.count, of: list.feed.total))"
        return cut([head] + table(list.rows) + [list.emptyText.map { "  \($0)" }].compactMap(\.self))
    }

    package func lines(of history: [SearchHistoryEntry]) -> [String] {
        cut(["\(words.recent) (\(history.count))"] + history.map { "  \($0.target.label(in: language)) : \($0.keyword.visible)" })
    }

    package func lines(ofHits search: PostSearch.State) -> [String] {
        let count = words.hits(search.results.items.count, of: search.results.total)
        let head = "\(search.title?.visible ?? ""): \(count)"
        return cut([head] + table(search.hits) + [search.emptyText.map { "  \($0)" }].compactMap(\.self))
    }

    /// Returns the progress of loading a list, with a percentage if the total is known.
    package func progress(_ feed: FeedState<Post>) -> String {
        let count = words.posts(feed.progress.loaded, of: feed.progress.total)
        return feed.progress.fraction.map { "\(Int($0 * 100))% · \(count)" } ?? count
    }

    private func table(_ rows: FeedRows<PostRowBuilder>) -> [String] {
        let (dates, views) = (rows.map(\.date), rows.map { words.views($0.viewCount) })
        let (dateWidth, viewWidth) = (dates.map(\.columns).max() ?? 0, views.map(\.columns).max() ?? 0)
        let writers = rows.map { marked($0.writer, $0.writerHighlights) }
        // In a window, a long name must not take the room of the title.
        let writerWidth = min(writers.map(\.columns).max() ?? 0, columns == nil ? .max : 12)
        return rows.indices.flatMap { index -> [String] in
            let row = rows[index]
            var parts = [dates[index].padded(to: dateWidth)]
            if columns.map({ $0 >= 60 }) ?? true { parts.append(views[index].aligned(right: viewWidth)) }
            if columns.map({ $0 >= 40 }) ?? true { parts.append(writers[index].padded(to: writerWidth)) }
            parts.append((row.badgeText.map { "[\($0)] " } ?? "") + marked(row.title, row.titleHighlights))
            let line = "  " + parts.joined(separator: "  ")
            let snippet = row.snippet
            guard !snippet.ranges.isEmpty else { return [line] }
            let (start, end) = (snippet.isCutAtStart ? "… " : "", snippet.isCutAtEnd ? " …" : "")
            return [line, "      " + start + marked(snippet.text, snippet.ranges) + end]
        }
    }

    private func marked(_ text: String, _ ranges: [Range<String.Index>]) -> String {
        var (line, end) = ("", text.startIndex)
        for range in ranges where range.lowerBound >= end {
            line += text[end..<range.lowerBound].visible + "«" + text[range].visible + "»"
            end = range.upperBound
        }
        return line + text[end...].visible
    }

    private func cut(_ lines: [String]) -> [String] {
        guard let columns else { return lines }
        return lines.map { $0.columns <= columns ? $0 : $0.prefix(columns: max(columns - 1, 0)) + "…" }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        if columns <= width { return self + String(repeating: " ", count: width - columns) }
        let start = prefix(columns: width - 1)
        return start + "…" + String(repeating: " ", count: width - 1 - start.columns)
    }

    fileprivate func aligned(right width: Int) -> String { String(repeating: " ", count: max(width - columns, 0)) + self }
}
