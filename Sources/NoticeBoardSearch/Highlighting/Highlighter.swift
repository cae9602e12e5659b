public import Foundation
public import NoticeBoardBase

/// Finds where keywords occur in a text, ignoring case.
///
/// A match is a run of whole characters whose folded form equals the folded form of the keyword. Composed and decomposed
/// spellings are the same, and no character is cut in two. Matches are found leftmost first, the shortest at each start, and
/// do not overlap. Overlapping matches of several keywords are merged.
///
/// ```swift
/// import NoticeBoardSearch
///
/// let ranges = Highlighter("hello").ranges(in: "Hello WORLD hello")    // two ranges
/// ```
///
/// Creating a highlighter prepares its keywords: create one per search and use it for every text, from any thread.
public struct Highlighter: Sendable, Hashable, Redacted {
    /// The keywords as they were passed.
    public let terms: [String]
    /// The options for comparing.
    public let options: Options
    /// The keywords that can be found, without duplicates of an earlier one.
    let keywords: [Keyword]
    /// The pattern of the only keyword, so that a text without it is rejected without retaining the keyword.
    let onlyPattern: BytePattern?

    /// Creates a highlighter for one keyword, white space included; an empty keyword matches nothing.
    public init(_ keyword: String, options: Options = []) { self.init(terms: [keyword], options: options) }

    /// Creates a highlighter for several keywords, each used as it is.
    public init(terms: some Sequence<String>, options: Options = []) {
        self.terms = Array(terms)
        self.options = options
        var spellings: Set<[UInt32]> = []
        keywords = self.terms.map { term in
            Keyword(term, options.folding, matchesTyping: options.contains(.hangulTyping))
        }.filter { !$0.folded.isEmpty && spellings.insert($0.folded).inserted }
        onlyPattern = keywords.count == 1 ? keywords[0].pattern : nil
    }

    /// Creates a highlighter for the words of a user's input, split at white space.
    public init(userInput: String, options: Options = []) {
        let words = userInput.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        self.init(terms: words.map(String.init), options: options)
    }

    /// Returns whether both have the same keywords in the same order, and the same options.
    public static func == (left: Self, right: Self) -> Bool { left.terms == right.terms && left.options == right.options }

    /// Hashes the keywords and the options.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(terms)
        hasher.combine(options)
    }

    /// The number of keywords; never the keywords, which are private.
    public var description: String { "Highlighter(\(terms.count) \(terms.count == 1 ? "term" : "terms"))" }

    /// Returns the ranges to mark in `text`, in order, at most `limit`.
    public func ranges(in text: String, limit: Int = .max) -> [Range<String.Index>] {
        guard text.isContiguousUTF8 else {
            // A string bridged from Objective-C reaches a UTF-8 offset only by counting from its start.
            return utf16Ranges(in: text, limit: limit).map {
                String.Index(utf16Offset: $0.lowerBound, in: text)..<String.Index(utf16Offset: $0.upperBound, in: text)
            }
        }
        return collect(text, limit) { range in
            let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
            return start..<text.utf8.index(start, offsetBy: range.count)
        }
    }

    /// Returns the ranges to mark in `text` as UTF-8 offsets, in order, at most `limit`.
    public func utf8Ranges(in text: String, limit: Int = .max) -> [Range<Int>] { collect(text, limit) { $0 } }

    /// Returns the ranges to mark in `text` in UTF-16 units, as `NSAttributedString` counts them, in order, at most `limit`.
    public func utf16Ranges(in text: String, limit: Int = .max) -> [NSRange] {
        var native = text
        native.makeContiguousUTF8()
        return ranges(in: native, limit: limit).map { [native] in NSRange($0, in: native) }
    }

    /// Returns the ranges to mark in an attributed text, in order.
    @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
    public func ranges(in text: AttributedString) -> [Range<AttributedString.Index>] {
        ranges(in: String(text.characters)).compactMap { Range($0, in: text) }
    }

    /// Returns the first range to mark in `text`, or `nil`.
    public func firstRange(in text: String) -> Range<String.Index>? { ranges(in: text, limit: 1).first }

    /// Returns whether `text` contains a match.
    public func isMatch(in text: String) -> Bool { !utf8Ranges(in: text, limit: 1).isEmpty }

    /// Returns the first match if it begins at the start of `text`; for suggestions, which rank a beginning higher.
    package func prefixRange(in text: String) -> Range<String.Index>? {
        guard let first = firstRange(in: text), first.lowerBound == text.startIndex else { return nil }
        return first
    }

    /// Returns the matches of each keyword as UTF-8 offsets, the first keyword's first.
    func rangesOfEachKeyword(in text: String) -> [[Range<Int>]] {
        keywords.map { keyword in
            ByteView.read(text) { bytes, text in
                var search = KeywordSearch(keyword)
                var ranges: [Range<Int>] = []
                while let range = search.next(bytes, text) { ranges.append(range) }
                return ranges
            } ?? []
        }
    }

    /// Converts the first `limit` ranges to mark.
    ///
    /// One keyword, the usual case, is searched only as far as `limit` needs.
    @inline(__always) private func collect<Output>(
        _ text: String, _ limit: Int, _ convert: (Range<Int>) -> Output
    ) -> [Output] {
        if limit <= 0 || keywords.isEmpty { return [] }
        let output: [Output]? = ByteView.read(text) { bytes, native in
            if let onlyPattern, bytes.count <= BytePattern.stretchLength,
                !onlyPattern.mayOccur(in: bytes, from: 0, to: bytes.count)
            {
                return []
            }
            guard keywords.count == 1 else {
                let ranges = rangesOfEachKeyword(in: native).joined().sorted { $0.lowerBound < $1.lowerBound }
                return ranges.mergingOverlaps().prefix(limit).map { convert($0) }
            }
            var search = KeywordSearch(keywords[0])
            var output: [Output] = []
            while output.count < limit, let range = search.next(bytes, native) {
                if output.isEmpty { output.reserveCapacity(min(limit, 8)) }
                output.append(convert(range))
            }
            return output
        }
        return output ?? []
    }
}
