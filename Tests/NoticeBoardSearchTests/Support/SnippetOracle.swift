import NoticeBoardSearch

/// A snippet by its definition: slow, in whole characters, and by no code of the library but that which finds matches.
struct SnippetOracle {
    /// What stands there, with a space between words.
    private(set) var flat: [Character] = []
    /// Where each word begins, in characters: here and in the original.
    private var words: [(here: Int, there: Int, count: Int)] = []
    private let original: [Character]

    init(_ text: String) {
        original = Array(text)
        var there = 0
        for piece in original.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
            if !piece.isEmpty {
                if !flat.isEmpty { flat.append(" ") }
                words.append((flat.count, there, piece.count))
                flat += piece
            }
            there += piece.count + 1
        }
    }

    /// Where a place of the original stands here: what is no word stands where the word before it ends.
    func here(_ place: Int) -> Int {
        guard let word = words.last(where: { $0.there <= place }) else { return 0 }
        return word.here + min(place - word.there, word.count)
    }

    /// Where a place from here stands in the original.
    func there(_ place: Int) -> Int {
        guard let word = words.last(where: { $0.here <= place }) else { return 0 }
        return word.there + place - word.here
    }

    /// The first run of matches with the most terms, then the most matches, that fits into `length`.
    func core(_ matches: [(range: Range<Int>, term: Int)], _ length: Int) -> Range<Int> {
        guard let first = matches.first, length > 0 else { return 0..<0 }
        var (best, terms, count) = (first.range, 0, 0)
        for start in matches.indices {
            let run = matches[start...].prefix { $0.range.upperBound <= matches[start].range.lowerBound + length }
            let found = Set(run.map(\.term)).count
            guard found > terms || (found == terms && run.count > count) else { continue }
            (terms, count) = (found, run.count)
            best = matches[start].range.lowerBound..<(run.map(\.range.upperBound).max() ?? 0)
        }
        return best
    }

    /// What is shown around it, as evenly as there is text, and between words where that is possible.
    func window(_ core: Range<Int>, _ length: Int) -> Range<Int> {
        if core.count > length { return core.lowerBound..<core.lowerBound + length }
        var start = max(0, core.lowerBound - (length - core.count) / 2)
        var end = min(flat.count, start + length)
        if end == flat.count { start = max(0, end - length) }
        if start > 0, flat[start - 1] != " ", let space = (start..<core.lowerBound).first(where: { flat[$0] == " " }) {
            start = space + 1
        }
        if end < flat.count, flat[end] != " ", let space = (core.upperBound..<end).last(where: { flat[$0] == " " }) {
            end = space
        }
        return start..<end
    }

    /// The whole of it in words: what is shown, with brackets around each marked letter, and where it stands.
    func look(_ highlighter: Highlighter, _ text: String, _ length: Int) -> String {
        func place(_ index: String.Index) -> Int { text.distance(from: text.startIndex, to: index) }
        func moved(_ range: Range<String.Index>) -> Range<Int> { here(place(range.lowerBound))..<here(place(range.upperBound)) }
        let alone = Highlighter(terms: highlighter.terms, merge: .none)
        let matches = alone.matches(in: text).map { (range: moved($0.range), term: $0.term) }.filter { !$0.range.isEmpty }
        let window = window(core(matches, max(0, length)), max(0, length))
        var marked: Set<Int> = []
        for range in highlighter.ranges(in: text) { marked.formUnion(moved(range)) }
        var shown = window.lowerBound > 0 ? "…" : ""
        for index in window { shown += marked.contains(index) ? "[\(flat[index])]" : String(flat[index]) }
        if window.upperBound < flat.count { shown += "…" }
        let source = there(window.lowerBound)..<there(window.upperBound)
        return "\(shown) \(String(original[source]).debugDescription) \(String(original[..<source.lowerBound]).utf8.count)"
    }

    /// The same of what the library gives.
    static func look(_ snippet: Highlighter.Snippet, _ text: String) -> String {
        var shown = ""
        for index in snippet.text.indices {
            let isMarked = snippet.ranges.contains { $0.contains(index) }
            shown += isMarked ? "[\(snippet.text[index])]" : String(snippet.text[index])
        }
        return "\(shown) \(String(text[snippet.source]).debugDescription) \(snippet.utf8Offset)"
    }
}
