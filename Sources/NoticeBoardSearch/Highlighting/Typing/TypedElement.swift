/// One character of unfinished Korean input and the characters that it may become.
struct TypedElement: Sendable {
    /// The folded and composed scalar.
    let scalar: UInt32
    /// The characters that match the element alone, besides the scalar.
    private(set) var single: [ClosedRange<UInt32>] = []
    /// The characters that match the element as the first and the second of two.
    private(set) var first: [ClosedRange<UInt32>] = []
    private(set) var second: [ClosedRange<UInt32>] = []

    /// The folded letters.
    var letters: [UInt32] { Hangul.isSyllable(scalar) ? Hangul.parts(of: scalar).letters : [scalar] }
    /// Whether the element matches anything besides its scalar.
    var isOpen: Bool { !single.isEmpty || !first.isEmpty }

    private static let dots: Set<UInt32> = [0x318D, 0x119E, 0x11A2]

    /// Returns the elements of a keyword in folded and composed form.
    ///
    /// Phone keypads build vowels from dots. A dot at the end says nothing yet and is left out.
    static func elements(of composed: [UInt32]) -> [TypedElement] {
        let end = composed.lastIndex { !dots.contains($0) }.map { $0 + 1 } ?? composed.count
        return (0..<end).map { index in
            let next = index + 1 < end ? composed[index + 1] : nil
            return element(composed[index], next: next)
        }
    }

    private static func element(_ scalar: UInt32, next: UInt32?) -> TypedElement {
        var element = TypedElement(scalar: scalar)
        if Hangul.isSyllable(scalar) {
            let parts = Hangul.parts(of: scalar)
            if next == nil { element.grow(parts) }
            // The input method joins the first of several initials to the syllable: 앛ㅂ is typed on the way to 아침밥.
            if parts.final != 0, next.map(isInitial) ?? true { element.moveFinal(parts) }
        } else if let lead = Jamo.leads.firstIndex(of: scalar) ?? Jamo.conjoiningLead(scalar) {
            element.single = [scalar...scalar, Jamo.syllables(withLead: lead)]
        } else if let parts = Jamo.compounds[scalar] {
            element.single = [scalar...scalar]
            element.first = Jamo.units(withLead: parts.first)
            element.second = Jamo.units(withLead: parts.second)
        }
        return element
    }

    private static func isInitial(_ scalar: UInt32) -> Bool {
        Jamo.leads.contains(scalar) || Jamo.conjoiningLead(scalar) != nil || Jamo.compounds[scalar] != nil
    }

    /// Adds the syllables that the next keystrokes can make of a last syllable.
    private mutating func grow(_ parts: Hangul.Parts) {
        var last = parts
        if parts.final == 0 {
            last.vowel = Jamo.growingVowels[parts.vowel] ?? parts.vowel
            last.final = Hangul.finalCount - 1
            single = [parts.syllable...last.syllable]
            return
        }
        let final = Jamo.finals[Int(parts.final)]
        single = [parts.syllable...parts.syllable]
        for (index, letter) in Jamo.finals.enumerated() where Jamo.compounds[letter].map({ Jamo.leads[$0.first] }) == final {
            last.final = UInt32(index)
            single.append(last.syllable...last.syllable)
        }
    }

    /// Adds the syllable without its final consonant, followed by a syllable that begins with that consonant.
    private mutating func moveFinal(_ parts: Hangul.Parts) {
        let final = Jamo.finals[Int(parts.final)]
        let compound = Jamo.compounds[final]
        guard let moved = compound?.second ?? Jamo.leads.firstIndex(of: final) else { return }
        var rest = parts
        rest.final = compound.flatMap { Jamo.finals.firstIndex(of: Jamo.leads[$0.first]) }.map(UInt32.init) ?? 0
        first = [rest.syllable...rest.syllable]
        second = Jamo.units(withLead: moved)
    }
}
