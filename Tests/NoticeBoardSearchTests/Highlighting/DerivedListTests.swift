import Foundation
import Testing

@_spi(NoticeBoard) @testable import NoticeBoardSearch

/// Compares lists of the search with every scalar of the running Unicode version.
@Suite("Derived lists of scalars", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct DerivedListTests {
    @Test("Expects every scalar's first byte if its fold can begin a match")
    func leadBytes() {
        let rules: [Highlighter.Options] = [[], .caseSensitive, .diacriticInsensitive, .widthInsensitive]
        for rule in rules {
            var known: [UInt32: [Bool]] = [:]
            // Syllables and ideographs all behave the same, so one in sixteen is tested.
            for scalar in UnicodeData.allScalars where scalar.properties.generalCategory != .otherLetter || scalar.value & 15 == 0
            {
                let folded = SegmentFolder.fold(String(scalar), rule.folding)
                guard let first = folded.first, folded != [scalar.value] || scalar.value & 15 == 0 else { continue }
                let canBegin = known[first] ?? Keyword.leadBytes(of: first)
                known[first] = canBegin
                if !canBegin[Int(Keyword.lead(of: scalar.value))] {
                    Issue.record("U+\(String(scalar.value, radix: 16)), \(rule)")
                }
            }
        }
    }

    @Test("Folds no scalar outside of the listed blocks")
    func foldTableBlocks() {
        let listed = Set(FoldTable.blocks.joined())
        for scalar in UnicodeData.allScalars where !listed.contains(scalar.value >> 8) && !Hangul.isSyllable(scalar.value) {
            let properties = scalar.properties
            let category = properties.generalCategory
            let isInert =
                !properties.changesWhenCaseMapped && !properties.changesWhenCaseFolded
                && properties.canonicalCombiningClass.rawValue == 0 && category != .nonspacingMark && category != .enclosingMark
            #expect(isInert, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("Decomposes no scalar outside of the listed blocks")
    func decompositions() {
        let listed = Set(FoldTable.blocks.joined())
        for block in 0..<UInt32(0x1100)
        where !listed.contains(block) && !(0xAC...0xD7).contains(block) && !(0xD8...0xDF).contains(block) {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: (block << 8..<(block + 1) << 8).compactMap(Unicode.Scalar.init))
            let text = String(view)
            #expect(
                Array(text.decomposedStringWithCanonicalMapping.unicodeScalars) == Array(view),
                "block \(String(block, radix: 16))")
        }
    }

    @Test("Folds case as the official table")
    func caseFoldingIsOfficial() throws {
        let official = try UnicodeData.map("CaseFolding")
        for (scalar, folded) in official {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: folded)
            let expected = SegmentFolder.fold(String(view))
            #expect(SegmentFolder.fold(String(scalar)) == expected, "\(scalar)")
        }
        let targets = Set(official.values.joined())
        for scalar in UnicodeData.allScalars
        where official[scalar] == nil && !targets.contains(scalar) && !Hangul.isSyllable(scalar.value) {
            guard scalar.properties.age.map({ $0.major <= 15 }) == true else { continue }
            // Skip scalars with a decomposition, because its parts are tested on their own.
            let decomposed = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            guard decomposed.count == 1, decomposed.first == scalar else { continue }
            #expect(
                SegmentFolder.fold(String(scalar)) == [scalar.value], "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("Detects byte boundaries only where the standard library has them")
    func sureBreaks() {
        var sure = 0
        // One scalar of each kind that joins its neighbors, and common neighbors of keywords.
        let companions = ["a", "가", "😀", "\n", "\u{200D}", "\u{1100}", "🇰", "©"]
        for scalar in UnicodeData.allScalars {
            // Ideographs and syllables all behave the same, so one in sixteen is tested.
            let isAlike = scalar.properties.generalCategory == .otherLetter && scalar.value > 0x3400
            if isAlike, scalar.value & 15 != 0 { continue }
            for companion in companions {
                for text in [companion + String(scalar), String(scalar) + companion] {
                    let second = text.unicodeScalars.index(after: text.unicodeScalars.startIndex)
                    let offset = text.utf8.distance(from: text.startIndex, to: second)
                    guard ByteView.read(text, { bytes, _ in bytes.isSureBreak(at: offset) }) == true else { continue }
                    sure += 1
                    if text.count != 2 { Issue.record("U+\(String(scalar.value, radix: 16)) and \(companion.debugDescription)") }
                }
            }
        }
        #expect(sure > 100_000)
    }

    @Test("Joins every mark to a letter before it")
    func marksJoin() {
        for scalar in UnicodeData.allScalars where scalar.properties.canonicalCombiningClass.rawValue != 0 {
            #expect(("a" + String(scalar)).count == 1, "U+\(String(scalar.value, radix: 16))")
        }
    }
}
