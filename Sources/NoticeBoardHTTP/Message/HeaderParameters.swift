import Foundation
import NoticeBoardBase

/// The value and parameters of a header field such as `attachment; filename="a.png"` (RFC 9110, 5.6.6).
struct HeaderParameters {
    /// The text before the first semicolon.
    let value: String
    /// Parameters with lower-case names; the first of equal names counts.
    private let parameters: [(name: String, value: String)]

    init(_ field: some StringProtocol) {
        let parts = Self.split(field, at: ";")
        value = parts.first.map { Self.trimmed($0) } ?? ""
        parameters = parts.dropFirst().compactMap { part in
            let scalars = part.unicodeScalars
            guard let mark = scalars.firstIndex(of: "=") else { return nil }
            let name = Self.trimmed(part[..<mark]).asciiLowercased
            return (name, Self.unquoted(Self.trimmed(part[scalars.index(after: mark)...])))
        }
    }

    subscript(name: String) -> String? { parameters.first { $0.name.hasSameBytes(as: name) }?.value }

    /// Returns the directives of a list such as `Cache-Control`, in lower case and without values.
    static func directives(_ field: String) -> [String] {
        split(field, at: ",", brackets: false).map { directive in
            trimmed(String(directive.unicodeScalars.prefix { $0 != "=" })).asciiLowercased
        }
    }

    /// Splits a text at each `mark` outside of quotes and, with `brackets`, of angle brackets.
    static func split(_ text: some StringProtocol, at mark: Unicode.Scalar, brackets: Bool = true) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var isQuoted = false
        var isBracketed = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                isEscaped = scalar == "\\"
                isQuoted = scalar != "\""
            } else if isBracketed {
                isBracketed = scalar != ">"
            } else if scalar == mark {
                parts.append(String.UnicodeScalarView())
                continue
            } else {
                isQuoted = scalar == "\""
                isBracketed = brackets && scalar == "<"
            }
            parts[parts.count - 1].append(scalar)
        }
        return parts.map { String($0) }
    }

    /// Returns `text` without the blanks and tabs around it.
    ///
    /// `trimmingCharacters(in:)` would make a set of characters at each call.
    static func trimmed(_ text: some StringProtocol) -> String {
        String(Substring(trimmed(Substring(text).utf8)))
    }

    /// Returns `bytes` without the blanks and tabs around them.
    static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) }) else {
            return bytes[bytes.endIndex...]
        }
        return bytes[first...last]
    }

    private static func unquoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.first == "\"" ? String(scalars.dropFirst().prefix { $0 != "\"" }) : text
    }
}
