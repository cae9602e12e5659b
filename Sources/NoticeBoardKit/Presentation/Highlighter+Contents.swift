import NoticeBoardSearch

extension Highlighter {
    /// Contents in one line, around the first that is found in them; nothing where that is nothing.
    ///
    /// Whoever scrolls waits for it: they are read only so far as the hit and what stands around it need.
    func snippet(ofContents contents: String, length: Int) -> Snippet? {
        let length = min(length, 1_000_000)
        // Scalars: enough for a hit near the beginning.
        var reach = max(256, 3 * length)
        while true {
            let (text, isWhole) = PlainText.beginning(of: contents, scalars: reach)
            if let window = window(in: text, length: length, isWhole: isWhole) { return snippet(of: window, length: length) }
            if isWhole { return nil }
            reach = reach > .max / 8 ? .max : reach * 8
        }
    }

    /// What a good window around the first hit is cut from; nothing where there is no hit, or more of the text is needed.
    private func window(in text: String, length: Int, isWhole: Bool) -> String? {
        guard let hit = firstRange(in: text) else { return nil }
        let start = text.index(hit.lowerBound, offsetBy: -length, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(hit.lowerBound, offsetBy: 2 * length, limitedBy: text.endIndex) ?? text.endIndex
        // What was read may end within the hit, or within a character.
        guard isWhole || end < text.endIndex && hit.upperBound < text.endIndex else { return nil }
        return String(text[start..<max(end, hit.upperBound)])
    }
}
