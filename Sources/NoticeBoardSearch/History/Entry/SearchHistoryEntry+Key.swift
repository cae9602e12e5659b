import Foundation
public import NoticeBoardBase

extension SearchHistoryEntry {
    /// The identity of an entry: the target, and the composed keyword without outer white space.
    ///
    /// Canonically equivalent spellings are one key; capital and small letters are two.
    public struct Key: Sendable, Hashable, Redacted {
        /// The fields that are searched.
        public let target: SearchTarget
        /// The keyword, composed and trimmed.
        public let keyword: String
        /// A hash of the keyword's bytes (FNV-1a).
        ///
        /// Comparing it first makes a save among many entries fast.
        private let mark: UInt32

        /// Creates the key of a keyword in any spelling.
        public init(_ keyword: String, target: SearchTarget = .all) {
            self.keyword = keyword.trimmed.composed
            self.target = target
            mark = unsafe self.keyword.withBytes { unsafe $0.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 16_777_619 } }
        }

        /// Compares the bytes of target and keyword, which are composed already.
        public static func == (left: Self, right: Self) -> Bool {
            left.mark == right.mark && left.keyword.hasSameBytes(as: right.keyword)
                && left.target.rawValue.hasSameBytes(as: right.target.rawValue)
        }

        /// Hashes the keyword alone, since few keywords are searched in several targets.
        public func hash(into hasher: inout Hasher) { hasher.combine(mark) }

        /// The target; never the keyword.
        public var description: String { "\(target.rawValue): …" }

        /// The maximum size of a keyword in bytes of UTF-8: more than 10,000 Korean syllables.
        static let longestKeyword = 32_768
        /// The maximum size of a target in bytes of UTF-8.
        static let longestTarget = 255

        /// Why a history refuses this key; `nil` if it does not.
        var refusal: NoticeBoardError? {
            if keyword.unicodeScalars.allSatisfy(\.isInvisible) {
                return NoticeBoardError(invalid: .keyword, "The keyword is empty or blank.")
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
}

extension String {
    /// The text without outer white space.
    fileprivate var trimmed: String {
        guard unicodeScalars.first?.isWhite == true || unicodeScalars.last?.isWhite == true else { return self }
        let rest = unicodeScalars.drop(while: \.isWhite)
        return rest.lastIndex { !$0.isWhite }.map { String(rest[...$0]) } ?? ""
    }
}

extension Unicode.Scalar {
    /// Whether it is invisible: a row of such scalars would look empty.
    fileprivate var isInvisible: Bool {
        // Unicode calls the Braille blank a symbol.
        !isVisible || value == 0x2800 || properties.generalCategory == .format
    }
}
