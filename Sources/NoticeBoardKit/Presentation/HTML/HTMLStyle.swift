@_spi(NoticeBoard) import NoticeBoardSearch

/// What the attributes `hidden` and `style` of a tag say about its text; other declarations are not read.
struct HTMLStyle: Equatable {
    enum Display { case removed, block, other }

    /// `nil` without a declaration of `display`; the attribute `hidden` counts as `removed`.
    private(set) var display: Display?
    /// Whether the text can be seen; `nil` if the style says nothing about it.
    private(set) var isVisible: Bool?
    /// Whether lines and spaces stay; `nil` if the style says nothing about white space.
    private(set) var keepsSpace: Bool?

    /// A style that changes nothing.
    init() {}

    /// Reads the style of a tag.
    init(_ attributes: HTMLAttributes) {
        // Most tags have no attributes.
        if attributes.isEmpty { return }
        var isHidden = false
        for attribute in attributes {
            if attributes.isName(attribute, "hidden") {
                isHidden = true
            } else if let value = attribute.value, attributes.isName(attribute, "style") {
                read(value, of: attributes.bytes)
            }
        }
        // As in a browser, a declared `display` has precedence.
        if isHidden, display == nil { display = .removed }
    }

    private mutating func read(_ declarations: Range<Int>, of bytes: ByteView) {
        var index = declarations.lowerBound
        var isDisplayImportant = false
        var isVisibilityImportant = false
        var isSpaceImportant = false
        while index < declarations.upperBound {
            let end = bytes.offset(of: UInt8(ascii: ";"), from: index, to: declarations.upperBound) ?? declarations.upperBound
            let declaration = Declaration(bytes, index..<end)
            index = end + 1
            if let value = declaration.value(of: "display") {
                if declaration.outweighs(&isDisplayImportant) { display = value.display }
            } else if let value = declaration.value(of: "visibility") {
                if declaration.outweighs(&isVisibilityImportant) { isVisible = value.isVisible ?? isVisible }
            } else if let value = declaration.value(of: "white-space") {
                if declaration.outweighs(&isSpaceImportant) { keepsSpace = value.keepsSpace ?? keepsSpace }
            }
        }
    }

    /// A declaration of a style: `display: none !important`.
    private struct Declaration {
        private let bytes: ByteView
        private let range: Range<Int>

        init(_ bytes: ByteView, _ range: Range<Int>) {
            let start = range.first { !bytes[$0].isSpace } ?? range.upperBound
            self.bytes = bytes
            self.range = start..<range.upperBound
        }

        /// Returns the value if the declaration has this name, which is given in small letters.
        func value(of name: StaticString) -> Value? {
            guard bytes.has(name, at: range.lowerBound) else { return nil }
            var index = range.lowerBound + name.utf8CodeUnitCount
            while index < range.upperBound, bytes[index].isSpace { index += 1 }
            guard index < range.upperBound, bytes[index] == UInt8(ascii: ":") else { return nil }
            repeat { index += 1 } while index < range.upperBound && bytes[index].isSpace
            return Value(bytes: bytes, range: index..<range.upperBound)
        }

        /// Whether the declaration counts after others of its property, one of which may be `!important`.
        func outweighs(_ isImportant: inout Bool) -> Bool {
            let mark = bytes.offset(of: UInt8(ascii: "!"), from: range.lowerBound, to: range.upperBound)
            if mark == nil, isImportant { return false }
            isImportant = mark != nil
            return true
        }
    }

    private struct Value {
        let bytes: ByteView
        let range: Range<Int>

        /// Whether the value is this word, which is given in small letters.
        private func isWord(_ word: StaticString) -> Bool {
            let end = range.lowerBound + word.utf8CodeUnitCount
            guard end <= range.upperBound, bytes.has(word, at: range.lowerBound) else { return false }
            return end == range.upperBound || bytes[end].isSpace || bytes[end] == UInt8(ascii: "!")
        }

        private func isWord(in words: [StaticString]) -> Bool { words.contains { isWord($0) } }

        var display: Display {
            if isWord("none") { return .removed }
            return isWord(in: ["block", "flex", "grid", "table", "list-item", "flow-root"]) ? .block : .other
        }

        var isVisible: Bool? {
            if isWord(in: ["hidden", "collapse"]) { return false }
            return isWord(in: ["visible", "initial"]) ? true : nil
        }

        var keepsSpace: Bool? {
            if isWord(in: ["pre", "pre-wrap", "pre-line", "break-spaces"]) { return true }
            return isWord(in: ["normal", "nowrap", "initial"]) ? false : nil
        }
    }
}
