/// How wide text is on a terminal, which has columns and no letters of their own width.
extension StringProtocol {
    /// How many columns the text takes.
    package var columns: Int { agreedColumns ?? reduce(0) { $0 + $1.columns } }

    /// The same of a text in which all terminals agree on the width of every character, else `nil`.
    ///
    /// No character of such a text is composed, so that its scalars tell, which are quicker to go through.
    package var agreedColumns: Int? {
        var columns = 0
        for scalar in unicodeScalars {
            guard let width = scalar.agreedColumns else { return nil }
            columns += width
        }
        return columns
    }
}

extension Character {
    /// How many columns the character takes: none, one or two.
    ///
    /// What is composed of many takes no more than the widest of them: a syllable in parts, a family, a flag.
    package var columns: Int {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return 0 }
        // One look is enough for what most text is made of.
        if scalars.index(after: scalars.startIndex) == scalars.endIndex { return first.columns }
        // What follows asks for the picture instead of the sign: ❤ and ❤️.
        if scalars.contains("\u{FE0F}"), first.properties.isEmoji { return 2 }
        return min(2, scalars.reduce(0) { $0 + $1.columns })
    }

    /// Whether all terminals agree on ``columns``: of others the painter says where it goes on.
    package var hasAgreedWidth: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else { return false }
        return first.agreedColumns != nil
    }
}

extension Unicode.Scalar {
    /// The columns of what no terminal draws otherwise: ASCII, syllables, kana, ideographs.
    fileprivate var agreedColumns: Int? {
        switch value {
        case 0x20..<0x7F: 1
        case 0xAC00...0xD7A3, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: 2
        default: nil
        }
    }

    fileprivate var columns: Int {
        if let agreedColumns { return agreedColumns }
        return switch value {
        case 0..<0xA0: 0
        // A soft hyphen is drawn. A half of a flag alone is a letter.
        case 0xAD, 0x1F1E6...0x1F1FF: 1
        // The vowels and finals that go into the consonant before.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
        default: isWide ? 2 : isMark ? 0 : 1
        }
    }

    private var isWide: Bool {
        guard value >= 0x1100 else { return false }
        return isEastAsianWide || properties.isEmojiPresentation
    }

    /// The blocks that Unicode calls wide or full-width (Standard Annex 11), without what is wide for being an emoji.
    private var isEastAsianWide: Bool {
        switch value {
        case 0x302A...0x302D, 0x3099...0x309A: false  // marks that stand among wide letters
        case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247,
            0x3250...0xA4CF, 0xA960...0xA97F, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    private var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
