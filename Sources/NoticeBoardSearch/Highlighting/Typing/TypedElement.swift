/// One character of a keyword that a person is still typing, and everything it may become.
struct TypedElement: Sendable, Hashable {
    /// What it is, folded.
    let literal: [UInt32]
    /// The characters that stand for it alone, in composed form.
    var single: [ClosedRange<UInt32>] = []
    /// Two characters that stand for it one after the other.
    var pair: Pair?

    /// Two characters, each by what it may be.
    struct Pair: Sendable, Hashable {
        var first: [ClosedRange<UInt32>]
        var second: [ClosedRange<UInt32>]
    }

    /// Whether it matches anything but itself.
    var isOpen: Bool { !single.isEmpty }

    /// The elements of a keyword in folded and composed form.
    static func elements(of composed: [UInt32]) -> [TypedElement] {
        composed.enumerated().map { index, scalar in element(scalar, isLast: index == composed.count - 1) }
    }

    private static func element(_ scalar: UInt32, isLast: Bool) -> TypedElement {
        if Hangul.isSyllable(scalar) {
            let parts = Hangul.parts(of: scalar)
            let element = TypedElement(literal: parts.letters)
            return isLast ? element.growing(from: parts) : element
        }
        var element = TypedElement(literal: [scalar])
        if let lead = Jamo.leads.firstIndex(of: scalar) ?? Jamo.conjoiningLead(scalar) {
            element.single = [scalar...scalar, Jamo.syllables(withLead: lead)]
        } else if let parts = Jamo.compounds[scalar] {
            element.single = [scalar...scalar]
            element.pair = Pair(first: Jamo.units(withLead: parts.first), second: Jamo.units(withLead: parts.second))
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
            element.single = [first.syllable...last.syllable]
            return element
        }
        let final = Jamo.finals[Int(parts.final)]
        element.single = [parts.syllable...parts.syllable]
        for (index, jamo) in Jamo.finals.enumerated() where Jamo.compounds[jamo].map({ Jamo.leads[$0.first] }) == final {
            last.final = UInt32(index)
            element.single.append(last.syllable...last.syllable)
        }
        let compound = Jamo.compounds[final]
        first.final = compound.flatMap { Jamo.finals.firstIndex(of: Jamo.leads[$0.first]) }.map(UInt32.init) ?? 0
        if let next = compound?.second ?? Jamo.leads.firstIndex(of: final) {
            element.pair = Pair(first: [first.syllable...first.syllable], second: Jamo.units(withLead: next))
        }
        return element
    }
}
