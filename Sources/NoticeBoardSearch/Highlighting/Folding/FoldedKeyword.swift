/// A keyword in folded form, prepared so that every scalar of a text is compared about once, whatever the keyword is.
///
/// A class, because every search of a text holds it.
final class FoldedKeyword: Sendable {
    let scalars: [UInt32]
    /// For each length of a partial match, the length of the longest shorter one that it ends with.
    let fallback: [Int]
    /// Whether a byte can be the first of a scalar at which a match begins.
    let canBegin: [Bool]
    /// Whether a match may begin with a mark, so that no text can be skipped by its first scalars.
    let beginsWithMark: Bool

    init(_ scalars: [UInt32], _ options: HighlighterOptions) {
        self.scalars = scalars
        fallback = Self.fallbacks(scalars)
        let first = scalars.first ?? 0
        beginsWithMark = SegmentFolder(options).isTrailing(first)
        canBegin = Self.leadBytes(of: first)
    }

    private static func fallbacks(_ scalars: [UInt32]) -> [Int] {
        var fallback = [Int](repeating: 0, count: scalars.count + 1)
        var length = 0
        for index in scalars.indices.dropFirst() {
            while length > 0, scalars[index] != scalars[length] { length = fallback[length] }
            if scalars[index] == scalars[length] { length += 1 }
            fallback[index + 1] = length
        }
        return fallback
    }

    /// The first bytes of all scalars whose fold begins with `first`, and some more: rare scripts are let through unseen.
    private static func leadBytes(of first: UInt32) -> [Bool] {
        var result = FoldTable.rareLeads
        func admit(_ value: UInt32) {
            if let lead = FoldTable.lead(of: value) { result[Int(lead)] = true }
            for lead in FoldTable.common.leads[value] ?? [] { result[Int(lead)] = true }
        }
        admit(first)
        // The dotless ı may be an I without a dot.
        if first == 0x131 { admit(0x69) }
        if Hangul.conjoiningLeads.contains(first) {
            let syllables = Jamo.syllables(withLead: Int(first - Hangul.conjoiningLeads.lowerBound))
            for value in stride(from: syllables.lowerBound, through: syllables.upperBound, by: 49) { admit(value) }
            admit(syllables.upperBound)
        }
        return result
    }
}
