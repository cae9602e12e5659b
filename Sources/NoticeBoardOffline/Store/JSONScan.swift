import Foundation

/// Reads JSON values in place.
///
/// `JSONDecoder` takes ten times as long for a long text without escapes.
enum JSONScan {
    /// A text, or `nil` if it was not wanted.
    struct Text { var value: String? }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Parses the text at the beginning of the bytes, and removes it; returns `nil` if there is none.
    static func text(_ bytes: inout ArraySlice<UInt8>, isWanted: Bool) -> Text? {
        guard bytes.first == quote else { return nil }
        let start = bytes.startIndex + 1
        var end = start
        var isEscaped = false
        while end < bytes.endIndex, bytes[end] != quote {
            if bytes[end] == backslash {
                isEscaped = true
                end += 1
            }
            end += 1
        }
        guard end < bytes.endIndex else { return nil }
        let text = bytes[start..<end]
        bytes = bytes[(end + 1)...]
        guard isWanted else { return Text(value: nil) }
        guard isEscaped else { return Text(value: String(decoding: text, as: UTF8.self)) }
        let array = try? JSONDecoder().decode([String].self, from: Data("[\"".utf8 + text + "\"]".utf8))
        return array?.first.map { Text(value: $0) }
    }

    /// Parses an integer before a comma, without a string; `nil` for another value.
    static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> (value: Int, length: Int)? {
        var magnitude = 0
        var length = 0
        let isNegative = unsafe bytes.first == UInt8(ascii: "-")
        var index = unsafe bytes.startIndex + (isNegative ? 1 : 0)
        while unsafe index < bytes.endIndex {
            let byte = unsafe bytes[index]
            guard 48...57 ~= byte else {
                guard byte == UInt8(ascii: ","), length > 0 else { return nil }
                return isNegative ? (-magnitude, length + 1) : (magnitude, length)
            }
            // Longer numbers may not fit.
            guard length < 18 else { return nil }
            magnitude = magnitude * 10 + Int(byte - 48)
            length += 1
            index += 1
        }
        return nil
    }

    /// Returns the length of the JSON value at the beginning of the bytes, which a comma or a bracket follows.
    static func lengthOfValue(_ bytes: some Sequence<UInt8>) -> Int {
        var depth = 0
        var isText = false
        var isEscaped = false
        var length = 0
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if isText {
                isText = byte != quote
                isEscaped = byte == backslash
            } else {
                switch byte {
                case quote: isText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return length }
                    if byte != UInt8(ascii: ",") { depth -= 1 }
                default: break
                }
            }
            length += 1
        }
        return length
    }
}
