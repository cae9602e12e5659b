/// A keyword that a person is still typing, ready to be looked for.
final class TypingPattern: Sendable {
    let elements: [TypedElement]
    /// How a match is spotted.
    let look: Look

    /// The fast first look that a keyword allows.
    enum Look: Sendable {
        /// By the leads of its first one or two characters.
        case leads(TypingTest)
        /// By the bytes of what stands before the first open element.
        case bytes(BytePair)
        /// By trying every character.
        case none
    }

    /// A pattern for a keyword in folded and composed form.
    ///
    /// `isPlain`: other spellings than this one occur only with triggers.
    init(_ composed: [UInt32], isPlain: Bool, ignoresCase: Bool) {
        elements = TypedElement.elements(of: composed)
        look = isPlain ? Self.look(for: composed, elements, ignoresCase) : .none
    }

    private static func look(for composed: [UInt32], _ elements: [TypedElement], _ ignoresCase: Bool) -> Look {
        let alternatives = zip(composed, elements).map { scalar, element in
            element.isOpen ? element.single.ranges + element.first.ranges : [scalar...scalar]
        }
        if let first = alternatives.first.flatMap(TypingTest.Unit.init), let element = elements.first {
            let second = element.first.count == 0 ? alternatives.dropFirst().first.flatMap(TypingTest.Unit.init) : nil
            return .leads(TypingTest(first, second))
        }
        let closed = zip(composed, elements).prefix { !$0.1.isOpen }.compactMap { Unicode.Scalar($0.0) }
        if closed.isEmpty { return .none }
        var prefix = String.UnicodeScalarView()
        prefix.append(contentsOf: closed)
        return .bytes(BytePattern(Array(String(prefix).utf8), ignoresCase: ignoresCase).pair)
    }
}

/// The fast first look for Korean being typed: the leads of one syllable, or of two that follow one another.
///
/// Syllables and the letters of a keyboard have three bytes alike, so the second stands three bytes after the first. The low six
/// bits of a scalar are left out: what remains of all syllables are 175 numbers in a row, which eight bits keep apart.
final class TypingTest: BlockTest {
    /// What the number of one character, without its low six bits, may be.
    struct Unit: Sendable, Hashable {
        private let start: SIMD16<UInt8>
        private let width: UInt8
        /// Whether the letters of a keyboard count too.
        ///
        /// They have two such numbers, a pair.
        private let letterMask: SIMD16<UInt8>
        private let letterValue: SIMD16<UInt8>

        /// A unit that lets every scalar of `ranges` through, or nil where they are neither syllables nor letters.
        init?(_ ranges: [ClosedRange<UInt32>]) {
            let syllables = ranges.filter { Hangul.isSyllable($0.lowerBound) && Hangul.isSyllable($0.upperBound) }
            let letters = ranges.filter { $0.lowerBound >= 0x3131 && $0.upperBound <= 0x318E && $0.lowerBound < 0x3180 }
            guard syllables.count + letters.count == ranges.count, let low = syllables.map(\.lowerBound).min(),
                let high = syllables.map(\.upperBound).max(), high >> 6 - low >> 6 < 64
            else { return nil }
            start = SIMD16(repeating: UInt8(truncatingIfNeeded: low >> 6))
            width = UInt8(high >> 6 - low >> 6)
            (letterMask, letterValue) = (
                SIMD16(repeating: letters.isEmpty ? 0 : 0xFE), SIMD16(repeating: letters.isEmpty ? 1 : 0xC4)
            )
        }

        /// Whether the number fits, of what begins with three bytes or more.
        @inline(__always) func hits(_ lead: SIMD16<UInt8>, _ next: SIMD16<UInt8>) -> FourHits.Mask {
            let number = (lead &<< SIMD16(repeating: 6)) | (next & SIMD16(repeating: 0x3F))
            let fits = (number &- start).lanes(atMost: width) .| ((number & letterMask) .== letterValue)
            return fits .& ((lead & SIMD16(repeating: 0xE0)) .== SIMD16(repeating: 0xE0))
        }

        @inline(__always) func matches(_ lead: UInt8, _ next: UInt8) -> Bool {
            let number = (lead &<< 6) | (next & 0x3F)
            return lead >= 0xE0 && (number &- start[0] <= width || number & letterMask[0] == letterValue[0])
        }
    }

    private let first: Unit
    private let second: Unit
    private let distance: Int
    let reach: Int

    /// A test for `first`, followed by `second` if there is one.
    init(_ first: Unit, _ second: Unit?) {
        self.first = first
        self.second = second ?? first
        distance = second == nil ? 0 : 3
        reach = distance + 1
    }

    @inline(__always) func hits(_ bytes: ByteView, at positions: FourPositions) -> FourHits {
        let lead = bytes.fourBlocks(at: positions, behind: 0)
        let next = bytes.fourBlocks(at: positions, behind: 1)
        let found = FourHits(
            first.hits(lead.first, next.first), first.hits(lead.second, next.second), first.hits(lead.third, next.third),
            first.hits(lead.last, next.last))
        if distance == 0 || !found.isAny { return found }
        let x = bytes.fourBlocks(at: positions, behind: 3)
        let y = bytes.fourBlocks(at: positions, behind: 4)
        return FourHits(
            found.first .& second.hits(x.first, y.first), found.second .& second.hits(x.second, y.second),
            found.third .& second.hits(x.third, y.third), found.last .& second.hits(x.last, y.last))
    }

    @inline(__always) func matches(_ bytes: ByteView, at position: Int) -> Bool {
        first.matches(bytes[position], bytes[position &+ 1])
            && (distance == 0 || second.matches(bytes[position &+ 3], bytes[position &+ 4]))
    }
}
