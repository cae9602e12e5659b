import NoticeBoardBase
import NoticeBoardSearch

extension Highlighter {
    /// Returns one line of the contents at the richest place near the first match, or `nil` without a match.
    func snippet(ofContents contents: String, length: Int) -> Snippet? {
        let length = min(length, 1_000_000)
        let text = PlainText.line(of: contents)
        guard let hit = firstRange(in: text) else { return nil }
        // One character more than a snippet can show before the match, so that it shows that the text is cut there.
        let start = text.index(hit.lowerBound, offsetBy: -length - 1, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(hit.lowerBound, offsetBy: 2 * length, limitedBy: text.endIndex) ?? text.endIndex
        let window = String(text[start..<max(end, hit.upperBound)])
        return snippet(of: window, length: length, isCut: max(end, hit.upperBound) < text.endIndex)
    }
}
