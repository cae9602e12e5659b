import Foundation
import NoticeBoardKit

/// Renders the screens as JSON Lines: one object per line, with a `kind`.
///
/// Control characters, line separators and bidirectional controls are escaped, so that a terminal shows each object as one line.
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

    /// The ranges of the hits, as pairs of start and end offsets in Unicode scalars.
    private struct Marks: Encodable {
        let title, writer, contents: [[Int]]
        /// The part of the post's contents to which the ranges in `contents` refer.
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

    package static func lines(ofHits search: PostSearch.State) -> [String] {
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
        // Encoding can't fail: the values hold only strings, numbers, Booleans and dates.
        return (try? encoder.encode(value)).map { escaped(String(decoding: $0, as: UTF8.self)) } ?? "{}"
    }

    /// Escapes the characters that `JSONEncoder` leaves unescaped, such as C1 controls and bidirectional controls.
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
