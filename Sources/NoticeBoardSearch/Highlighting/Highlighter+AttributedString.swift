public import Foundation

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
