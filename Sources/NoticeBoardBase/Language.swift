import Foundation

/// A language for the texts of the SDK: errors, remedies, rows and empty lists.
///
/// Korean and English are built in. An app adds another language in one place and passes it wherever a language is expected:
///
/// ```swift
/// extension Language {
///     static let german = Language("de") { phrase in
///         Bundle.main.localizedString(forKey: phrase.key, value: phrase.english, table: "NoticeBoard")
///     }
/// }
/// ```
///
/// Two languages are equal when their tags are.
public struct Language: Sendable, Hashable, CustomStringConvertible {
    /// The BCP 47 tag, such as `ko`, `en` or `de`.
    public let tag: String
    private let translate: (@Sendable (Phrase) -> String?)?

    /// Korean.
    public static let korean = Language(tag: "ko")
    /// English.
    public static let english = Language(tag: "en")
    /// The languages that ship with the SDK.
    public static let builtIn: [Language] = [.korean, .english]

    /// Creates a language whose texts come from `translate`.
    ///
    /// Where `translate` returns `nil`, the text is English, or Korean for the tag `ko`.
    public init(_ tag: String, translate: @escaping @Sendable (Phrase) -> String?) {
        self.tag = tag
        self.translate = translate
    }

    private init(tag: String) { (self.tag, translate) = (tag, nil) }

    /// The user's first language among the built-in ones; English if there is none.
    public static var preferred: Language { Language(preferring: Locale.preferredLanguages) }

    /// Creates the first of the BCP 47 `identifiers` (`ko-KR`, `en_US`) that is in `known`; English if there is none.
    ///
    /// An identifier finds the tag that has most of its parts in common: `zh-Hant-TW` finds `zh-Hant` before `zh`, in any case and
    /// with hyphens or underscores (the lookup of RFC 4647). A language with further parts, such as `pt-BR` for `pt`, is not
    /// found. An app lists its own language: `Language(preferring: Locale.preferredLanguages, among: [.german, .english])`.
    public init(preferring identifiers: [String], among known: [Language] = Language.builtIn) {
        let tags = known.map { Self.subtags(of: $0.tag) }
        for identifier in identifiers {
            var subtags = Self.subtags(of: identifier)
            while !subtags.isEmpty {
                if let index = tags.firstIndex(of: subtags) {
                    self = known[index]
                    return
                }
                subtags.removeLast()
                // A single letter introduces the subtag behind it, and means nothing alone (RFC 4647, 3.4).
                if subtags.last?.utf8.count == 1 { subtags.removeLast() }
            }
        }
        self = .english
    }

    /// Returns the parts of a BCP 47 tag in lower case: `zh_Hant-TW` has `zh`, `hant` and `tw`.
    private static func subtags(of tag: String) -> [String] {
        let parts = tag.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        return parts.map { String($0).asciiLowercased }
    }

    /// Returns a text in this language; the app's translation comes before the built-in words.
    package func text(
        _ key: String, _ numbers: [Int] = [], words: [String] = [], korean: @autoclosure () -> String,
        english: @autoclosure () -> String
    ) -> String {
        if let translate {
            let phrase = Phrase(key: key, numbers: numbers, words: words, english: english())
            if let translated = translate(phrase) { return translated }
        }
        return tag == Language.korean.tag ? korean() : english()
    }

    /// Whether the tags are equal.
    public static func == (left: Self, right: Self) -> Bool { left.tag == right.tag }
    /// Hashes the tag.
    public func hash(into hasher: inout Hasher) { hasher.combine(tag) }
    /// The tag.
    public var description: String { tag }

    /// A text of the SDK for a language to translate.
    public struct Phrase: Sendable, Hashable, Redacted {
        /// The name of the text, stable between versions: `error.timedOut`, `remedy.reload`, `post.views`.
        public let key: String
        /// The numbers in the text, in the order of ``english``.
        public let numbers: [Int]
        /// The names in the text, in the order of ``english``: a keyword, a board, an input.
        public let words: [String]
        /// The English text with numbers and names filled in.
        public let english: String

        /// Only the key, since a text may contain a search keyword.
        public var description: String { key }
    }
}
