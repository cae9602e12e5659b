import NoticeBoardBase
import NoticeBoardSearch

extension Highlighter {
    /// Returns one line of the contents around the first match, or `nil` without a match.
    ///
    /// Rows are made while a user scrolls, so the contents are read only as far as the match and its surroundings need.
    func snippet(ofContents contents: String, length: Int) -> Snippet? {
        let length = min(length, 1_000_000)
        return ByteView.read(contents) { bytes in
            var reader = HTMLReader(bytes)
            var writer = TextWriter(isLine: true)
            // In bytes; enough for a match near the beginning.
            writer.limit = max(1_024, 12 * length)
            while true {
                let isWhole = reader.read(into: &writer)
                let snippet = snippet(atFirstMatchIn: writer.string, length: length, isWhole: isWhole)
                if isWhole || snippet != nil { return snippet }
                writer.limit *= 8
            }
        }
    }

    /// Returns the richest place near the first match, or `nil` without a match or if more text is needed.
    private func snippet(atFirstMatchIn text: String, length: Int, isWhole: Bool) -> Snippet? {
        guard let hit = firstRange(in: text) else { return nil }
        // One character more than a snippet can show before the match, so that it shows that the text is cut there.
        let start = text.index(hit.lowerBound, offsetBy: -length - 1, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(hit.lowerBound, offsetBy: 2 * length, limitedBy: text.endIndex) ?? text.endIndex
        // The text read so far can end within the match or within a character.
        guard isWhole || end < text.endIndex && hit.upperBound < text.endIndex else { return nil }
        let window = String(text[start..<max(end, hit.upperBound)])
        return snippet(of: window, length: length, isCut: max(end, hit.upperBound) < text.endIndex)
    }
}
