extension NoticeBoardError {
    /// The kind of failure, with a sentence for the user.
    ///
    /// The set is open: a later version may add to it, and an app adds codes of its own:
    ///
    /// ```swift
    /// extension NoticeBoardError.Code {
    ///     static let alreadyMember = Self("alreadyMember", korean: "이미 가입되어 있습니다.", english: "You are a member already.")
    /// }
    /// ```
    ///
    /// Two codes are equal when their names are.
    public struct Code: Sendable, RawRepresentable, Hashable, Redacted {
        private let korean: String?
        private let english: String
        /// The default remedy.
        let usualRemedy: Remedy
        /// The name, stable between versions.
        public let rawValue: String

        /// Creates a code with its texts and its default remedy.
        ///
        /// Without `korean`, Korean uses the English text. Other languages translate the key `error.` followed by the name.
        public init(_ name: String, korean: String? = nil, english: String, remedy: Remedy = .noAction) {
            rawValue = name
            self.korean = korean
            self.english = english
            usualRemedy = remedy
        }

        /// Returns what happened, in one sentence for the user.
        public func text(in language: Language) -> String {
            language.text("error.\(rawValue)", korean: korean ?? english, english: english)
        }

        /// Creates a code from its name, for comparison: its text says only that the request could not be completed.
        public init(rawValue: String) {
            self.init(rawValue, korean: "요청을 처리하지 못했습니다.", english: "The request could not be completed.")
        }

        /// Equal by name.
        public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

        /// The name.
        public var description: String { rawValue }
    }
}
