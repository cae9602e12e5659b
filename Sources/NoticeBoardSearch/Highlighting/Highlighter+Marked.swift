public import Foundation

extension Highlighter {
    /// How text is made harmless for where it is shown.
    public enum Escaping: Sendable, Hashable, CaseIterable {
        /// For HTML: `<`, `>`, `&` and both quotation marks become references.
        case html
        /// For a terminal: control characters and those that turn the direction of writing become visible.
        case terminal
        /// Text that is shown as it is.
        case none
    }

    /// `text` with every match between `open` and `close`, and everything of the text itself escaped.
    ///
    /// ```swift
    /// import NoticeBoardSearch
    ///
    /// let html = Highlighter("b").marked("a < b", open: "<mark>", close: "</mark>", escaping: .html)    // a &lt; <mark>b</mark>
    /// ```
    public func marked(
        _ text: String, open: String, close: String, escaping: Escaping, limit: Int = .max
    ) -> String {
        var result = ""
        for segment in segments(of: text, limit: limit) {
            let escaped = escaping.escaped(segment.text)
            result += segment.isMarked ? open + escaped + close : escaped
        }
        return result
    }
}

extension Highlighter.Escaping {
    /// `text` made harmless.
    func escaped(_ text: Substring) -> String {
        if self == .none { return String(text) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let replacement = replacement(for: scalar) {
                result.append(contentsOf: replacement.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private func replacement(for scalar: Unicode.Scalar) -> String? {
        switch self {
        case .html: Self.htmlReference(scalar)
        case .terminal: Self.visibleForm(scalar)
        case .none: nil
        }
    }

    private static func htmlReference(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": "&amp;"
        case "\"": "&quot;"
        case "'": "&#39;"
        default: nil
        }
    }

    /// Line feeds and tabs stay; a carriage return would let a text write over its own line.
    private static func visibleForm(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x09, 0x0A: return nil
        case 0x00...0x1F: return Unicode.Scalar(0x2400 + scalar.value).map(String.init)
        case 0x7F: return "\u{2421}"
        case 0x80...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
        default: return nil
        }
    }
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
extension Highlighter {
    /// Every range to mark in an attributed text, in order, at most `limit`.
    public func ranges(in text: AttributedString, limit: Int = .max) -> [Range<AttributedString.Index>] {
        let plain = String(text.characters)
        return ranges(in: plain, limit: limit).compactMap { Range($0, in: text) }
    }

    /// `text` as an attributed text whose matches carry `attributes`.
    public func attributed(_ text: String, marking attributes: AttributeContainer, limit: Int = .max) -> AttributedString {
        var result = AttributedString()
        for segment in segments(of: text, limit: limit) {
            result.append(
                AttributedString(String(segment.text), attributes: segment.isMarked ? attributes : AttributeContainer()))
        }
        return result
    }
}
