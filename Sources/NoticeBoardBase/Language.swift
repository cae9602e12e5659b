import Foundation

/// A language that the SDK's own texts exist in.
///
/// The texts are kept in source: a resource bundle that is missing at run time would end the process.
public enum Language: String, Sendable, Hashable, Codable, CaseIterable {
    /// 한국어.
    case korean = "ko"
    /// English.
    case english = "en"

    /// The first language of the user's list that the SDK knows, English if there is none.
    public static var preferred: Language { Language(preferring: Locale.preferredLanguages) }

    /// The first of the BCP 47 `identifiers` (`ko-KR`, `en_US`) that the SDK knows, English if there is none.
    public init(preferring identifiers: [String]) {
        let known = identifiers.lazy.compactMap { identifier in
            Language(rawValue: String(identifier.unicodeScalars.prefix { $0 != "-" && $0 != "_" }).asciiLowercased)
        }
        self = known.first ?? .english
    }
}
