/// A keyword in folded form, prepared so that every scalar of a text is compared about once, whatever the keyword is.
struct FoldedKeyword: Sendable {
    let scalars: [UInt32]
    /// For each length of a partial match, the length of the longest shorter one that it ends with.
    let fallback: [Int]
    /// Whether a byte can be the first of a scalar at which a match begins.
    let canBegin: [Bool]
    /// Whether a match may begin with a mark, so that no text can be skipped by its first scalars.
    let beginsWithMark: Bool

    init(_ scalars: [UInt32], _ options: Highlighter.Options) {
        self.scalars = scalars
        fallback = Self.fallbacks(scalars)
        let first = scalars.first ?? 0
        let folder = SegmentFolder(options)
        beginsWithMark = folder.isTrailing(first)
        canBegin = Self.leadBytes(of: first, folder)
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

    /// The first bytes of all scalars whose fold begins with `first`. Rare scripts are let through unseen.
    private static func leadBytes(of first: UInt32, _ folder: SegmentFolder) -> [Bool] {
        var result = [Bool](repeating: false, count: 256)
        func admit(_ value: UInt32) {
            if let lead = Unicode.Scalar(value).flatMap({ UTF8.encode($0)?.first }) { result[Int(lead)] = true }
        }
        for block in FoldTable.commonBlocks.joined() {
            for value in block << 8..<(block + 1) << 8 where folder.canBegin(value, with: first) { admit(value) }
        }
        for blocks in FoldTable.rareBlocks {
            for block in blocks { for quarter in 0..<UInt32(4) { admit(block << 8 | quarter << 6) } }
        }
        if Hangul.conjoiningLeads.contains(first) {
            let start = Hangul.Parts(lead: first - Hangul.conjoiningLeads.lowerBound, vowel: 0, final: 0).syllable
            for value in stride(from: start, to: start + 588, by: 28) { admit(value) }
            admit(start + 587)
        }
        admit(first)
        return result
    }
}
