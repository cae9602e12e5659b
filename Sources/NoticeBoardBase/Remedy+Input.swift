extension Remedy {
    /// The name of an input that can be changed: in English, the same in every language, and in Korean where it has such a name.
    ///
    /// Two are equal when their English names are, so that a form finds its field: `error.remedy == .fixInput("nick")`.
    public struct Input: Sendable {
        /// The name that programs compare.
        public let name: String
        let korean: String?

        /// An input by its name, and by the one that Korean has for it.
        ///
        /// A name in Hangul, whichever of the two it is, makes a sentence of its own.
        public init(_ name: String, korean: String? = nil) {
            self.name = name
            self.korean = korean
        }

        /// Returns the name of the input for the user.
        ///
        /// A language of the app's translates the key `input.` and the name.
        public func text(in language: Language) -> String {
            language.text("input.\(name)", korean: korean ?? name, english: name)
        }

        /// Asks in Korean to look at the input.
        ///
        /// Whether a name that does not end in Hangul takes 을 or 를 depends on how it is read aloud, so such a name stands apart.
        var koreanRequest: String {
            let name = korean ?? name
            guard let particle = Self.objectParticle(after: name) else { return "입력값을 확인해 주세요: \(name)." }
            return "\(name)\(particle) 확인해 주세요."
        }

        /// 을 after a consonant, 를 after a vowel, nothing where the last letter is not Hangul.
        private static func objectParticle(after name: String) -> String? {
            switch name.unicodeScalars.last?.value {
            case let syllable? where 0xAC00...0xD7A3 ~= syllable: (syllable - 0xAC00) % 28 == 0 ? "를" : "을"
            // A syllable in parts (NFD) ends in its final consonant, or without one in its vowel.
            case let vowel? where 0x1161...0x1175 ~= vowel: "를"
            case let final? where 0x11A8...0x11C2 ~= final: "을"
            default: nil
            }
        }
    }
}

extension Remedy.Input: Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// An input by its name.
    public init(stringLiteral name: String) { self.init(name) }
    /// Equal by name.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    /// The name.
    public var description: String { name }
}

extension Remedy.Input {
    /// Whatever was entered, where nobody says which part of it.
    public static let input = Self("input", korean: "입력값")
    /// How much there is of it.
    public static let size = Self("size", korean: "크기")
    /// The free space on the device.
    public static let storage = Self("storage space", korean: "저장 공간")
    /// A file.
    public static let file = Self("file", korean: "파일")
    /// Where a list begins.
    public static let offset = Self("offset", korean: "시작 위치")
    /// How many are asked for at once.
    public static let limit = Self("limit", korean: "불러올 개수")
    /// Where a list goes on.
    public static let position = Self("position", korean: "불러올 위치")
}
