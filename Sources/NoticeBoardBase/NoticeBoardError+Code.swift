extension NoticeBoardError {
    /// What went wrong, with what a person is told of it.
    ///
    /// The set is open: a later version may add to it, and so may a hall or an app, in its own words:
    ///
    /// ```swift
    /// extension NoticeBoardError.Code {
    ///     static let alreadyMember = Self("alreadyMember", korean: "이미 가입되어 있습니다.", english: "You are a member already.")
    /// }
    /// ```
    ///
    /// Two codes are equal when their names are.
    public struct Code: Sendable {
        private let meaning: Meaning

        private final class Meaning: Sendable {
            let name, korean, english: String
            let remedy: Remedy

            init(_ name: String, _ korean: String, _ english: String, _ remedy: Remedy) {
                (self.name, self.korean, self.english, self.remedy) = (name, korean, english, remedy)
            }
        }

        /// The code's name, stable between versions.
        public var rawValue: String { meaning.name }
        /// What to do about it when nothing more is known.
        var usualRemedy: Remedy { meaning.remedy }

        /// A code by its name, with its texts and what a person can usually do about it.
        public init(_ name: String, korean: String, english: String, remedy: Remedy = .noAction) {
            meaning = Meaning(name, korean, english, remedy)
        }

        /// What happened, in one sentence for the person in front of the screen.
        public func text(in language: Language) -> String { language == .korean ? meaning.korean : meaning.english }
    }
}

extension NoticeBoardError.Code: RawRepresentable, Hashable, Redacted {
    /// A code by its name alone, to compare with: its text says only that the call could not be completed.
    public init(rawValue: String) {
        self.init(rawValue, korean: "요청을 처리하지 못했습니다.", english: "The request could not be completed.")
    }

    /// Equal by name.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The name.
    public var description: String { rawValue }
    /// The name.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [rawValue]) }
}
