@_spi(NoticeBoard) import NoticeBoardSearch

/// Divides contents into text, character references and tags, as far as they are HTML; else everything is text.
///
/// The time is linear: a search that failed is not made again, and a table tells which elements have an end.
struct HTMLTokenizer {
    enum Token {
        case text(Range<Int>)
        case character(HTMLReferences.Reference)
        case tag(HTMLElement, HTMLTagName, HTMLAttributes)
        /// A comment or the like.
        case skipped
    }

    /// The content of an element in which no tag is read, such as `<textarea>`.
    private struct Literal {
        var end = 0
        var hasReferences = false
    }

    let bytes: ByteView
    private let elements = HTMLElement.byName
    private let references = HTMLReferences()
    private(set) var position = 0
    /// Whether the contents are HTML; `nil` until ``decide()``, which the first possible tag does otherwise.
    private(set) var isHTML: Bool?
    /// Whether the contents begin like a whole document, which a program wrote.
    private var isDocument = false
    private var literal = Literal()
    private var ends = HTMLTagEnds()
    /// Where the last tag of HTML ended in the search for evidence.
    private var lastTagEnd = -1
    /// The last end tag of each element, once that was needed.
    private var lastEnds: [HTMLName: Int]?
    /// Whether an element of SVG or MathML was read: every unknown tag may be one of theirs.
    private var isForeign = false
    private static let foreign = [HTMLName("svg".utf8), HTMLName("math".utf8)]
    /// Elements that HTML does not have, whose begin tags were read as tags.
    private var unknown: Set<HTMLName> = []

    /// No more names than these are remembered: text in which they occur shows its tags.
    private static let mostNames = 10_000
    /// A longer text comes in parts, so that a caller can stop.
    private static let longestText = 1_024

    init(_ bytes: ByteView) { self.bytes = bytes }

    @inline(__always) mutating func next() -> Token? {
        while position < bytes.count {
            let isLiteral = position < literal.end
            switch bytes[position] {
            case UInt8(ascii: "<") where !isLiteral && isHTML != false:
                if let token = markup() { return token }
            case UInt8(ascii: "&") where !isLiteral || literal.hasReferences:
                if let (reference, end) = references.read(
                    bytes, at: position, to: bytes.count, in: bytes.isAddress(before: position) ? .address : .text)
                {
                    position = end
                    return .character(reference)
                }
            default: break
            }
            return .text(text())
        }
        return nil
    }

    /// Steps over text up to what may be a tag or a reference.
    ///
    /// A line of plain text is a text of its own.
    private mutating func text() -> Range<Int> {
        let start = position
        let isLiteral = start < literal.end
        let isPlain = isLiteral || isHTML == false
        let limit = min(isLiteral ? literal.end : bytes.count, start + Self.longestText)
        let reference = isLiteral && !literal.hasReferences ? UInt8(ascii: "\n") : UInt8(ascii: "&")
        position = bytes.firstIndex(
            of: isPlain ? UInt8(ascii: "\n") : UInt8(ascii: "<"), or: reference, from: start + 1, to: limit)
        if bytes[start] == UInt8(ascii: "\n"), isPlain {
            position = start + 1
        } else if isPlain, bytes.byte(position) == UInt8(ascii: "\n"), position < limit {
            position += 1
        }
        if position == start + Self.longestText { position = endOfPart(position) }
        return start..<position
    }

    /// Where to divide a long text that ends at `end`: behind a space, or else between two characters.
    private func endOfPart(_ end: Int) -> Int {
        for index in stride(from: end, to: end - 512, by: -1) where bytes[index - 1] == 0x20 { return index }
        // A line of plain text keeps its line end.
        var index = bytes.byte(end) == 0x0A ? end - 1 : end
        while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }

    // MARK: - Tags

    /// Steps over the tag or comment that begins here; `nil` if it is text.
    private mutating func markup() -> Token? {
        let start = position
        let next = bytes.byte(start + 1)
        if isHTML == nil {
            guard next.isLetter || "/!?".utf8.contains(next) else { return nil }
            decide()
            if isHTML == false { return nil }
        }
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { return declaration() }
        guard let name = HTMLTagName(bytes, at: start) else { return nil }
        var entry = elements[name.name]
        guard name.end < bytes.count,
            let end = entry == nil ? bytes.strictTagEnd(from: name.end) : ends.end(in: bytes, from: name.end)
        else {
            // A tag that is cut off at the end of the contents is dropped. It is the last one, which keeps the time linear.
            let isLast = name.end == bytes.count || entry != nil && bytes.offset(of: UInt8(ascii: "<"), from: name.end) == nil
            guard isLast, name.end == bytes.count || HTMLAttributes(bytes: bytes, rest: name.end..<bytes.count).areValid else {
                return nil
            }
            position = bytes.count
            return .skipped
        }
        let attributes = HTMLAttributes(bytes: bytes, rest: name.end..<(end - 1))
        // In a browser the name goes on: `</p<p>` closes nothing.
        if bytes[name.end] == UInt8(ascii: "<") {
            entry = entry.map { _ in (.inline, false) }
        }
        guard let entry else { return unknownTag(name, attributes, end: end) }
        position = end
        if !isForeign, entry.element == .hidden || entry.element == .inline { isForeign = Self.foreign.contains(name.name) }
        if !name.isClosing, !readContent(of: entry.element, name) {
            position = start
            return nil
        }
        if entry.element == .hiddenText { return .skipped }
        return .tag(entry.element, name, attributes)
    }

    /// A tag of an element that HTML does not have is one if it has a partner or an attribute with a value, as `<o:p>` has.
    private mutating func unknownTag(_ name: HTMLTagName, _ attributes: HTMLAttributes, end: Int) -> Token? {
        if name.isClosing {
            guard isDocument || isForeign || unknown.contains(name.name) else { return nil }
        } else {
            let isTag = isDocument || isForeign || attributes.endsTag || attributes.haveValue || hasEnd(name.name, behind: end)
            guard isTag else { return nil }
            if unknown.count < Self.mostNames { unknown.insert(name.name) }
        }
        position = end
        return .tag(.inline, name, attributes)
    }

    /// Steps over the content of an element that holds no tags; false if an end tag is missing, so that its tag is text.
    private mutating func readContent(of element: HTMLElement, _ name: HTMLTagName) -> Bool {
        switch element {
        case .hiddenText:
            guard let end = ends.endTag(of: name, in: bytes, from: position) else {
                // A program's document hides the rest, as in a browser. In a text `<script>` is a word.
                if isDocument { position = bytes.count }
                return isDocument
            }
            position = ends.end(in: bytes, from: end + name.range.count + 2) ?? bytes.count
        case .fieldText, .literalText:
            literal.end = ends.endTag(of: name, in: bytes, from: position) ?? 0
            literal.hasReferences = element == .fieldText
        case .literalRest: literal = Literal(end: bytes.count)
        default: break
        }
        return true
    }

    /// Steps over `<!-- … -->`, `<!DOCTYPE …>`, `<?xml … ?>`.
    private mutating func declaration() -> Token? {
        let end: Int?
        if bytes.has("<!--", at: position) {
            end = ends.commentEnd(in: bytes, from: position) ?? (isDocument ? bytes.count : nil)
        } else {
            let next = bytes.byte(position + 2)
            end =
                next.isLetter || next == UInt8(ascii: "[")
                ? ends.next(in: bytes, from: position).map { $0 + 1 } : nil
        }
        guard let end else { return nil }
        position = end
        return .skipped
    }

    // MARK: - Evidence

    /// Decides whether the contents are HTML.
    ///
    /// They are if they hold, with valid attributes, a tag of a paragraph, a list, a table row or the like, of `br`, `img` or
    /// `hr`, or of any element of HTML with an attribute that has a value; or two tags of HTML in a row; or a begin tag with its
    /// end tag; or a comment or a document type. The name of one element is a word: `Set<Data>`.
    ///
    /// The rules of the attribute and of two tags in a row were tried: without them 54 of html5lib's 1,419 inputs with tags and
    /// one of 149 bodies of editors show their tags, and the same 30 of 33 plain texts stay as they are.
    mutating func decide() {
        guard isHTML == nil else { return }
        var index = position
        while let start = bytes.offset(of: UInt8(ascii: "<"), from: index) {
            if isEvidence(at: start) {
                isHTML = true
                return
            }
            index = start + 1
        }
        isHTML = false
    }

    private mutating func isEvidence(at start: Int) -> Bool {
        if bytes.byte(start + 1) == UInt8(ascii: "!") {
            isDocument = bytes.has("<!doctype", at: start) && ends.next(in: bytes, from: start) != nil
            return isDocument || bytes.has("<!--", at: start) && ends.commentEnd(in: bytes, from: start) != nil
        }
        if bytes.has("<?xml ", at: start) { return true }
        guard let name = HTMLTagName(bytes, at: start), let end = bytes.strictTagEnd(from: name.end) else {
            return false
        }
        let attributes = HTMLAttributes(bytes: bytes, rest: name.end..<(end - 1))
        guard attributes.areValid else { return false }
        let entry = elements[name.name]
        if let entry {
            if entry.isEvidence || attributes.haveValue || lastTagEnd == start { return true }
            lastTagEnd = end
        }
        return !name.isClosing && hasEnd(name.name, behind: end)
    }

    /// Whether an end tag of this name comes behind a place.
    mutating func hasEnd(_ name: HTMLName, behind offset: Int) -> Bool {
        if let found = lastEnds { return found[name, default: 0] >= offset }
        var found: [HTMLName: Int] = [:]
        var index = position
        while let start = bytes.offset(of: UInt8(ascii: "<"), from: index) {
            index = start + 1
            guard bytes.byte(index) == UInt8(ascii: "/"), let name = HTMLTagName(bytes, at: start) else { continue }
            if found.count < Self.mostNames || found[name.name] != nil { found[name.name] = start }
        }
        lastEnds = found
        return found[name, default: 0] >= offset
    }
}
