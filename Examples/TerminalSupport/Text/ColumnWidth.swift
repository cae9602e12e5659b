extension StringProtocol {
    /// The width of the text on a terminal, in columns.
    package var columns: Int { unambiguousColumns ?? reduce(0) { $0 + $1.columns } }

    /// The width, if all terminals draw every character equally wide, or `nil`.
    ///
    /// Such a text has no composed characters, so it iterates over the scalars, which is faster.
    package var unambiguousColumns: Int? {
        var columns = 0
        for scalar in unicodeScalars {
            guard let width = scalar.unambiguousColumns else { return nil }
            columns += width
        }
        return columns
    }
}

extension Character {
    /// The width of the character: 0, 1 or 2 columns.
    ///
    /// A composed character, such as a syllable in parts, a family or a flag, takes at most two columns.
    package var columns: Int {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return 0 }
        // The fast path for a single scalar.
        if scalars.index(after: scalars.startIndex) == scalars.endIndex { return first.columns }
        // U+FE0F selects the emoji instead of the narrow symbol: ❤️ instead of ❤.
        if scalars.contains("\u{FE0F}"), first.properties.isEmoji { return 2 }
        return min(2, scalars.reduce(0) { $0 + $1.columns })
    }

    /// Whether all terminals draw the character ``columns`` wide.
    ///
    /// After other characters ``Painter`` sets the cursor's column explicitly.
    package var hasUnambiguousWidth: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else { return false }
        return first.unambiguousColumns != nil
    }
}

extension Unicode.Scalar {
    /// The width of scalars that every terminal draws alike: ASCII, Hangul syllables, kana and ideographs.
    fileprivate var unambiguousColumns: Int? {
        switch value {
        case 0x20..<0x7F: 1
        case 0xAC00...0xD7A3, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: 2
        default: nil
        }
    }

    fileprivate var columns: Int {
        if let unambiguousColumns { return unambiguousColumns }
        return switch value {
        case 0..<0xA0: 0
        // Soft hyphens are drawn. Half a flag is drawn as a letter.
        case 0xAD, 0x1F1E6...0x1F1FF: 1
        // Hangul vowels and final consonants combine with the initial consonant.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
        default: isWide ? 2 : isMark ? 0 : 1
        }
    }

    private var isWide: Bool {
        guard value >= 0x1100 else { return false }
        return isEastAsianWide || properties.isEmojiPresentation
    }

    /// Whether the scalar is wide or full-width (Unicode Standard Annex 11), emoji aside.
    private var isEastAsianWide: Bool {
        switch value {
        case 0x302A...0x302D, 0x3099...0x309A: false  // combining marks
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
