extension Remedy {
    /// The name of an input that the user can change, with an optional Korean name.
    ///
    /// Two inputs are equal if their English names are, so that a form finds its field: `error.remedy == .fixInput("nick")`.
    public struct Input: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
        /// The name that programs compare.
        public let name: String
        let korean: String?

        /// Creates an input from its name and an optional Korean name.
        ///
        /// A name in Hangul becomes part of the sentence, with its particle.
        public init(_ name: String, korean: String? = nil) { (self.name, self.korean) = (name, korean) }

        /// Returns the name of the input for the user.
        ///
        /// A language of the app translates the key `input.` followed by the name.
        public func text(in language: Language) -> String {
            language.text("input.\(name)", korean: korean ?? name, english: name)
        }

        /// A Korean sentence that asks the user to check the input.
        ///
        /// The particle, 을 or 를, depends on the pronunciation. A name that does not end in Hangul follows a colon instead.
        var koreanRequest: String {
            let name = korean ?? name
            guard let particle = Self.objectParticle(after: name) else { return "입력값을 확인해 주세요: \(name)." }
            return "\(name)\(particle) 확인해 주세요."
        }

        /// A Korean sentence that asks the user to choose another one.
        var koreanChoice: String {
            let name = korean ?? name
            guard let particle = Self.objectParticle(after: name) else { return "다른 항목을 선택해 주세요: \(name)." }
            return "다른 \(name)\(particle) 선택해 주세요."
        }

        /// Returns 을 after a consonant, 를 after a vowel, `nil` if the last letter is not Hangul.
        private static func objectParticle(after name: String) -> String? {
            guard let syllable = name.composed.unicodeScalars.last?.value, 0xAC00...0xD7A3 ~= syllable else { return nil }
            return (syllable - 0xAC00) % 28 == 0 ? "를" : "을"
        }

        /// Creates an input from its name.
        public init(stringLiteral name: String) { self.init(name) }
        /// Equal by name.
        public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
        /// The name.
        public var description: String { name }

        /// The input as a whole, if no part of it is known to be wrong.
        public static let input = Self("input", korean: "입력값")
        /// The size of the input.
        public static let size = Self("size", korean: "크기")
        /// The free space on the device.
        public static let storage = Self("storage space", korean: "저장 공간")
        /// A file.
        public static let file = Self("file", korean: "파일")
        /// The offset of the first item.
        public static let offset = Self("offset", korean: "시작 위치")
        /// The number of items to load at once.
        public static let limit = Self("limit", korean: "불러올 개수")
        /// The position to go on from.
        public static let position = Self("position", korean: "불러올 위치")
    }
}
