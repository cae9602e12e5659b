import Foundation
import NoticeBoardBase

extension SearchHistoryEntry {
    /// What tells one entry from another: the target, and the keyword's composed form without outer white space.
    ///
    /// Two spellings that Unicode calls equal are one key; capital and small letters are two.
    public struct Key: Sendable {
        /// The fields that are searched.
        public let target: SearchTarget
        /// The keyword as it is kept.
        public let keyword: String
        /// A number made of the keyword's bytes: keys with different ones are not looked at any further, of which a save among
        /// many meets all but one.
        private let mark: UInt32

        /// The key of `keyword`, however it was spelled.
        public init(_ keyword: String, target: SearchTarget = .all) {
            self.init(normalised: keyword.trimmed.composed, target: target)
        }

        /// The key of a keyword that was normalised already.
        init(normalised keyword: String, target: SearchTarget) {
            self.keyword = keyword
            self.target = target
            mark = unsafe keyword.withBytes { unsafe $0.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 16_777_619 } }
        }
    }
}

extension SearchHistoryEntry.Key: Hashable {
    /// Equal by the bytes of target and keyword, which are composed: comparing by canonical equivalence again costs more.
    public static func == (left: Self, right: Self) -> Bool {
        left.mark == right.mark && left.keyword.hasSameBytes(as: right.keyword)
            && left.target.rawValue.hasSameBytes(as: right.target.rawValue)
    }

    /// Hashes what the keyword's bytes come to; few keywords are searched in several targets.
    public func hash(into hasher: inout Hasher) { hasher.combine(mark) }
}

extension SearchHistoryEntry.Key {
    /// How many bytes of UTF-8 a keyword may have: more than 10,000 Korean syllables.
    static let longestKeyword = 32_768
    /// How many bytes of UTF-8 a target may have.
    static let longestTarget = 255

    /// What keeps this key out of a history, or nil.
    var refusal: NoticeBoardError? {
        if keyword.unicodeScalars.allSatisfy(\.isInvisible) {
            return NoticeBoardError(.invalidInput, "The keyword is empty or blank.", remedy: .fixInput(.keyword))
        }
        if keyword.utf8.count > Self.longestKeyword {
            let detail = "The keyword has \(keyword.utf8.count) bytes; at most \(Self.longestKeyword) are kept."
            return NoticeBoardError(.invalidInput, detail, remedy: .fixInput(.keyword))
        }
        if target.rawValue.utf8.count > Self.longestTarget {
            let detail = "The target's name has \(target.rawValue.utf8.count) bytes; at most \(Self.longestTarget) are kept."
            return NoticeBoardError(.invalidInput, detail, remedy: .fixInput(.target))
        }
        return nil
    }
}

extension SearchHistoryEntry.Key: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The target; never the keyword.
    public var description: String { "\(target.rawValue): …" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The target; never the keyword.
    public var customMirror: Mirror { Mirror(self, children: ["target": target.rawValue], displayStyle: .struct) }
}

extension String {
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return unsafe withBytes { bytes in
            unsafe other.withBytes { others in
                guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return true }
                return unsafe memcmp(start, otherStart, bytes.count) == 0
            }
        }
    }

    /// The text without the white space around it.
    fileprivate var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return self }
        guard first.isWhite || last.isWhite else { return self }
        let start = scalars.firstIndex { !$0.isWhite } ?? scalars.endIndex
        var end = scalars.endIndex
        while end > start, scalars[scalars.index(before: end)].isWhite { end = scalars.index(before: end) }
        return String(scalars[start..<end])
    }
}

extension Unicode.Scalar {
    /// Whether it is white space; printable ASCII and what is beyond the ideographic space need not be looked up.
    fileprivate var isWhite: Bool {
        switch value {
        case 0x21...0x7E, 0x3001...: false
        default: properties.isWhitespace
        }
    }

    /// Whether nobody sees it: a row of nothing else would look empty.
    fileprivate var isInvisible: Bool {
        switch value {
        case 0x21...0x7E, 0xAC00...0xD7A3: false
        // The blank of Braille is a symbol to Unicode.
        case 0x2800: true
        default:
            properties.isWhitespace || properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
                || properties.generalCategory == .format
        }
    }
}
