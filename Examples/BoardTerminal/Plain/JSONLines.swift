import Foundation
import NoticeBoardKit

/// The screens as lines for programs: one JSON object a line, whose `kind` tells what it is.
///
/// What steers a terminal, breaks a line or turns its direction is escaped, so that a line is a line wherever it is shown.
package enum JSONLines {
    private struct BoardLine: Encodable {
        var kind = "board"
        let id: Int
        let name: String
        let isOpen, hasNewPosts, isFavorite: Bool
    }

    private struct PostLine: Encodable {
        let kind: String
        let post: Post
        let marks: Marks?
    }

    /// Where something was found, as pairs of a start and an end in Unicode scalars.
    private struct Marks: Encodable {
        let title, writer, contents: [[Int]]
        /// The part of the contents that `contents` tells places of.
        let snippet: String
    }

    private struct SearchLine: Encodable {
        var kind = "search"
        let keyword, target: String
    }

    package static func lines(of menu: BoardMenu.State) -> [String] {
        menu.rows.map { row in
            line(
                BoardLine(
                    id: row.id, name: row.name, isOpen: row.isSelected, hasNewPosts: row.hasNewPosts, isFavorite: row.isFavorite))
        }
    }

    package static func lines(of list: PostList.State) -> [String] {
        list.feed.items.map { line(PostLine(kind: "post", post: $0, marks: nil)) }
    }

    package static func lines(of history: [SearchHistoryEntry]) -> [String] {
        history.map { line(SearchLine(keyword: $0.keyword, target: $0.target.rawValue)) }
    }

    package static func lines(ofHits search: SearchScreen.State) -> [String] {
        search.hits.map { row in
            let snippet = row.snippet
            let marks = Marks(
                title: places(row.titleHighlights, in: row.title), writer: places(row.writerHighlights, in: row.writer),
                contents: places(snippet.ranges, in: snippet.text), snippet: snippet.text)
            return line(PostLine(kind: "hit", post: row.post, marks: marks))
        }
    }

    private static func places(_ ranges: [Range<String.Index>], in text: String) -> [[Int]] {
        let scalars = text.unicodeScalars
        return ranges.map { range in
            [range.lowerBound, range.upperBound].map { scalars.distance(from: scalars.startIndex, to: $0) }
        }
    }

    private static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing in these can fail to be written.
        return (try? encoder.encode(value)).map { escaped(String(decoding: $0, as: UTF8.self)) } ?? "{}"
    }

    /// JSON leaves all but the oldest control characters as they are.
    private static func escaped(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                for unit in String(scalar).utf16 { text += String(format: "\\u%04x", Int(unit)) }
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
