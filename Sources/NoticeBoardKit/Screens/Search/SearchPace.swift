import NoticeBoardSearch

/// When a search that runs while somebody types is sent: after a pause that tells that the word may be whole.
public struct SearchPace: Sendable, Hashable {
    /// How many seconds to wait when little is typed: most words are still growing then.
    public var shortWait: Double
    /// How many characters count as little.
    public var shortLength: Int
    /// How many seconds to wait when more is typed.
    public var wait: Double

    /// A pace: half a second up to two characters, then 0.3 s.
    public init(shortWait: Double = 0.5, shortLength: Int = 2, wait: Double = 0.3) {
        (self.shortWait, self.shortLength, self.wait) = (shortWait, shortLength, wait)
    }

    /// How long to wait before `keyword` is sent; nothing when it is not worth sending, since its last letter is a consonant
    /// or a vowel alone: `공ㅈ` is on the way to 공지.
    func wait(for keyword: String) -> Double? {
        guard let last = keyword.last, !last.isLoneJamo else { return nil }
        return keyword.count <= shortLength ? shortWait : wait
    }
}

extension Character {
    /// Whether this is a Korean letter that is no syllable yet.
    fileprivate var isLoneJamo: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xFFA0...0xFFDC: true
            default: false
            }
        }
    }
}
