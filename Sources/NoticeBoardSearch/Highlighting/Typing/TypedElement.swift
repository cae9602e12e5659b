/// One character of a keyword that a person is still typing, and everything it may become.
struct TypedElement: Sendable, Hashable {
    /// What it is, folded and composed: one scalar.
    let scalar: UInt32
    /// The characters that stand for it alone, in composed form.
    var single = ScalarRanges()
    /// The two characters that stand for it one after the other; the same number of ranges, which may be none.
    var first = ScalarRanges()
    var second = ScalarRanges()

    /// What it is, folded.
    var letters: [UInt32] { Hangul.isSyllable(scalar) ? Hangul.parts(of: scalar).letters : [scalar] }

    /// Whether it matches anything but itself.
    var isOpen: Bool { single.count > 0 }

    /// The elements of a keyword in folded and composed form.
    static func elements(of composed: [UInt32]) -> [TypedElement] {
        composed.enumerated().map { index, scalar in element(scalar, isLast: index == composed.count - 1) }
    }

    private static func element(_ scalar: UInt32, isLast: Bool) -> TypedElement {
        if Hangul.isSyllable(scalar) {
            let element = TypedElement(scalar: scalar)
            return isLast ? element.growing(from: Hangul.parts(of: scalar)) : element
        }
        var element = TypedElement(scalar: scalar)
        if let lead = Jamo.leads.firstIndex(of: scalar) ?? Jamo.conjoiningLead(scalar) {
            element.single = ScalarRanges([scalar...scalar, Jamo.syllables(withLead: lead)])
        } else if let parts = Jamo.compounds[scalar] {
            element.single = ScalarRanges([scalar...scalar])
            element.first = ScalarRanges(Jamo.units(withLead: parts.first))
            element.second = ScalarRanges(Jamo.units(withLead: parts.second))
        }
        return element
    }

    /// What the last syllable may become with the next keystrokes.
    private func growing(from parts: Hangul.Parts) -> TypedElement {
        var element = self
        var (first, last) = (parts, parts)
        if parts.final == 0 {
            last.vowel = Jamo.growingVowels[parts.vowel] ?? parts.vowel
            last.final = Hangul.finalCount - 1
            element.single = ScalarRanges([first.syllable...last.syllable])
            return element
        }
        let final = Jamo.finals[Int(parts.final)]
        // Finals that begin alike stand side by side, but for ㄱ and ㄳ: four ranges hold them all.
        var finals: [ClosedRange<UInt32>] = [parts.syllable...parts.syllable]
        for (index, jamo) in Jamo.finals.enumerated() where Jamo.compounds[jamo].map({ Jamo.leads[$0.first] }) == final {
            last.final = UInt32(index)
            if let previous = finals.last, previous.upperBound + 1 == last.syllable {
                finals[finals.count - 1] = previous.lowerBound...last.syllable
            } else {
                finals.append(last.syllable...last.syllable)
            }
        }
        element.single = ScalarRanges(finals)
        let compound = Jamo.compounds[final]
        first.final = compound.flatMap { Jamo.finals.firstIndex(of: Jamo.leads[$0.first]) }.map(UInt32.init) ?? 0
        if let next = compound?.second ?? Jamo.leads.firstIndex(of: final) {
            element.first = ScalarRanges([first.syllable...first.syllable])
            element.second = ScalarRanges(Jamo.units(withLead: next))
        }
        return element
    }
}

/// Up to four ranges of scalars, in place.
struct ScalarRanges: Sendable, Hashable {
    private var lows = SIMD4<UInt32>(repeating: 1)
    private var highs = SIMD4<UInt32>(repeating: 0)
    private(set) var count = 0

    /// The first four of `ranges`; no set here has more.
    init(_ ranges: [ClosedRange<UInt32>] = []) { for range in ranges { insert(range) } }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        guard count < 4 else { return }
        lows[count] = range.lowerBound
        highs[count] = range.upperBound
        count += 1
    }

    var ranges: [ClosedRange<UInt32>] { (0..<count).map { lows[$0]...highs[$0] } }

    @inline(__always) func contains(_ scalar: UInt32) -> Bool {
        for index in 0..<count where lows[index] <= scalar && scalar <= highs[index] { return true }
        return false
    }
}
