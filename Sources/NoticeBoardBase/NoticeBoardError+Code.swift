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
        /// The code's name, stable between versions.
        public let rawValue: String
        /// What happened, in one sentence for the person in front of the screen.
        let korean, english: String
        /// What to do about it when nothing more is known.
        let usualRemedy: Remedy

        /// A code by its name, with its texts and what a person can usually do about it.
        public init(_ name: String, korean: String, english: String, remedy: Remedy = .none) {
            rawValue = name
            (self.korean, self.english) = (korean, english)
            usualRemedy = remedy
        }
    }
}

extension NoticeBoardError.Code: RawRepresentable, Hashable, CustomStringConvertible, CustomReflectable {
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

    /// What happened, in one sentence for the person in front of the screen.
    public func text(in language: Language) -> String { language == .korean ? korean : english }
}
