import NoticeBoardSearch

/// The definition of a snippet in whole characters, without regard to speed.
///
/// The library finds the matches.
struct ReferenceSnippet {
    /// The text with one space between words.
    private(set) var flat: [Character] = []
    /// The start of each word in characters, in `flat` (`here`) and in the original (`there`).
    private var words: [(here: Int, there: Int, count: Int)] = []

    init(_ text: String) {
        let original = Array(text)
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

    /// Converts a position in the original to a position in `flat`.
    ///
    /// White space maps to the end of the word before it.
    func here(_ place: Int) -> Int {
        guard let word = words.last(where: { $0.there <= place }) else { return 0 }
        return word.here + min(place - word.there, word.count)
    }

    /// Returns the first run of matches that fits into `length` with the most terms, then the most matches.
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

    /// Returns the window around the core: centered if there is enough text, and cut between words if possible.
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

    /// Describes a snippet: the shown text with brackets around each marked letter.
    func look(_ highlighter: Highlighter, _ text: String, _ length: Int) -> String {
        func place(_ index: String.Index) -> Int { text.distance(from: text.startIndex, to: index) }
        func moved(_ range: Range<String.Index>) -> Range<Int> { here(place(range.lowerBound))..<here(place(range.upperBound)) }
        let matches = highlighter.terms.enumerated().filter { !highlighter.terms[..<$0.offset].contains($0.element) }
            .flatMap { term, keyword in Highlighter(keyword).ranges(in: text).map { (range: moved($0), term: term) } }
            .filter { !$0.range.isEmpty }.sorted { ($0.range.lowerBound, $0.term) < ($1.range.lowerBound, $1.term) }
        let window = window(core(matches, max(0, length)), max(0, length))
        var marked: Set<Int> = []
        for range in highlighter.ranges(in: text) { marked.formUnion(moved(range)) }
        var shown = window.lowerBound > 0 ? "…" : ""
        for index in window { shown += marked.contains(index) ? "[\(flat[index])]" : String(flat[index]) }
        if window.upperBound < flat.count { shown += "…" }
        return shown
    }

    /// Describes a snippet of the library in the same way.
    static func look(_ snippet: Highlighter.Snippet) -> String {
        var shown = ""
        for index in snippet.text.indices {
            let isMarked = snippet.ranges.contains { $0.contains(index) }
            shown += isMarked ? "[\(snippet.text[index])]" : String(snippet.text[index])
        }
        return shown
    }
}
