import Foundation

/// Finds where a keyword stands in a text, without regard to case.
///
/// A match is a run of whole characters whose folded form equals the folded form of the keyword, so composed and
/// decomposed spellings are the same, and nothing that a reader sees as one character is ever cut in two.
///
/// ```swift
/// Highlighter("hello").ranges(in: "Hello WORLD hello")    // two ranges
/// ```
public struct Highlighter: Sendable, Hashable {
    private let keyword: [Unicode.Scalar]

    /// A highlighter for `keyword`, taken as it is: nothing is trimmed.
    ///
    /// An empty keyword matches nothing.
    public init(_ keyword: String) { self.keyword = Self.fold(keyword) }

    /// Every match in `text`: leftmost first, the shortest at one start, not overlapping.
    public func ranges(in text: String) -> [Range<String.Index>] {
        guard !keyword.isEmpty else { return [] }
        var found: [Range<String.Index>] = []
        var start = text.startIndex
        while start < text.endIndex {
            if let end = endOfMatch(in: text, from: start) {
                found.append(start..<end)
                start = end
            } else {
                start = text.index(after: start)
            }
        }
        return found
    }

    private func endOfMatch(in text: String, from start: String.Index) -> String.Index? {
        var rest = keyword[...]
        var position = start
        while position < text.endIndex {
            let folded = Self.fold(String(text[position]))
            guard rest.starts(with: folded) else { return nil }
            rest = rest.dropFirst(folded.count)
            position = text.index(after: position)
            if rest.isEmpty { return position }
        }
        return nil
    }

    /// NFD(CaseFold(NFD(x))).
    ///
    /// `lower(upper(lower(c)))` equals full case folding for every assigned scalar but U+0131.
    private static func fold(_ text: String) -> [Unicode.Scalar] {
        let folded = text.decomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
            scalar == "\u{131}" ? "\u{131}" : lower(upper(lower(String(scalar))))
        }
        return Array(folded.joined().decomposedStringWithCanonicalMapping.unicodeScalars)
    }

    private static func lower(_ text: String) -> String { text.unicodeScalars.map(\.properties.lowercaseMapping).joined() }
    private static func upper(_ text: String) -> String { text.unicodeScalars.map(\.properties.uppercaseMapping).joined() }
}
