import Foundation
import Testing

@testable import NoticeBoardSearch

/// The short lists by which the fast paths know what they must not touch, held against every scalar of the running Unicode.
@Suite("Derived lists of scalars", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct DerivedListTests {
    @Test("Exactly the listed scalars beyond ASCII fold to ASCII alone")
    func foldingToASCII() {
        var found: [UInt32: String] = [:]
        for scalar in UnicodeData.allScalars where scalar.value >= 0x80 {
            let folded = SegmentFolder.fold(String(scalar))
            guard !folded.isEmpty, folded.allSatisfy({ $0 < 0x80 }) else { continue }
            found[scalar.value] = String(String.UnicodeScalarView(folded.compactMap(Unicode.Scalar.init)))
        }
        #expect(found == Trigger.foldingToASCII)
    }

    @Test("Whatever can stand for a keyword that is compared by bytes is that keyword's own spelling, or a trigger")
    func caseless() {
        // What keywords of the byte path fold to: ASCII, what stands for itself, and the letters of Korean and kana.
        func canOccur(_ scalar: UInt32) -> Bool {
            Caseless.isPlain(scalar) || Caseless.isKana(scalar) || (0x1100...0x11FF).contains(scalar)
                || (0x3099...0x309A).contains(scalar)
        }
        var triggered = 0
        for scalar in UnicodeData.allScalars where scalar.value >= 0x80 {
            let value = scalar.value
            for rules in [FoldRules(), FoldRules(ignoresCase: false)] {
                let folded = SegmentFolder.fold(String(scalar), rules)
                guard folded.allSatisfy(canOccur), !folded.allSatisfy({ $0 < 0x80 }) else { continue }
                if folded == [value], Caseless.isPlain(value) || Caseless.isKana(value) { continue }
                // A composed syllable or kana is how the keyword itself is spelled.
                if Hangul.isSyllable(value) || (Caseless.isKana(value) && folded.last.map { $0 & ~3 == 0x3098 } == true) {
                    continue
                }
                let triggers = [.jamo, .voiceMarks] + Trigger.ideographs
                #expect(triggers.contains { $0.scalars.contains(value) }, "U+\(String(value, radix: 16)) folds to \(folded)")
                triggered += 1
            }
        }
        #expect(triggered > 1_000)
    }

    @Test("What is called plain folds to itself and has one spelling")
    func plainScalars() {
        for scalar in UnicodeData.allScalars where scalar.value >= 0x80 && Caseless.isPlain(scalar.value) {
            if Hangul.isSyllable(scalar.value) || scalar.properties.generalCategory == .unassigned { continue }
            #expect(SegmentFolder.fold(String(scalar)) == [scalar.value], "\(scalar)")
        }
    }

    @Test("Every trigger is found by its own look-out, wherever it stands")
    func triggersAreFound() {
        let all = Trigger.matter(to: "ss k ; ` ff fi fl ffi ffl st 가 か 日")
        #expect(all.count == 13 + 2 + Trigger.ideographs.count)
        for trigger in all {
            for value in trigger.scalars {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let found = ByteView.read("ab" + String(scalar) + "cdefghijklmnopqrstuvwxyz") { bytes, _ in
                    TriggerSet([trigger]).first(from: 0, before: bytes.count, bytes)
                }
                #expect(found != nil && found != .some(nil), "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test("What else holds a letter of ASCII has a mark behind it, or a letter of another script beside it")
    func halvesOfSomething() {
        var halves = 0
        for scalar in UnicodeData.allScalars where scalar.value >= 0x80 && Trigger.foldingToASCII[scalar.value] == nil {
            let folded = SegmentFolder.fold(String(scalar)).compactMap(Unicode.Scalar.init)
            for (index, part) in folded.enumerated() where part.isASCII || Caseless.isSolitary(part.value) && folded.count > 1 {
                let (before, after) = (folded.prefix(index).last, folded.dropFirst(index + 1).first)
                // Such a neighbour keeps a letter of a keyword from being called fixed.
                let isSeen = [before, after].contains { $0.map { !Caseless.isPlain($0.value) } == true }
                let isMark = before.map { $0.properties.canonicalCombiningClass != .notReordered } == true
                #expect(isSeen && !isMark, "U+\(String(scalar.value, radix: 16))")
                halves += 1
            }
        }
        #expect(halves > 400)
    }

    @Test("No match is passed by for its first byte, for every scalar under every rule")
    func leadBytes() {
        let rules = [
            FoldRules(), FoldRules(ignoresCase: false), FoldRules(ignoresMarks: true), FoldRules(ignoresWidth: true),
            FoldRules(isTurkic: true),
        ]
        for rule in rules {
            var known: [UInt32: [Bool]] = [:]
            // Syllables and ideographs are alike in this: one in some is looked at.
            for scalar in UnicodeData.allScalars where scalar.properties.generalCategory != .otherLetter || scalar.value & 15 == 0
            {
                let folded = SegmentFolder.fold(String(scalar), rule)
                // What folds to itself is alike in this, too.
                guard let first = folded.first, folded != [scalar.value] || scalar.value & 15 == 0 else { continue }
                let canBegin = known[first] ?? FoldedKeyword([first], rule).canBegin
                known[first] = canBegin
                if !canBegin[Int(FoldedKeyword.lead(of: scalar.value))] {
                    Issue.record("U+\(String(scalar.value, radix: 16)), \(rule)")
                }
            }
        }
    }

    @Test("Folding changes nothing outside the blocks that are asked about")
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

    @Test("Nothing decomposes outside the blocks that are asked about")
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

    @Test("Case folding is the official one for every scalar that the official data knows")
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
            // A decomposition may hold capitals; what it holds is official or checked here itself.
            let decomposed = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            guard decomposed.count == 1, decomposed.first == scalar else { continue }
            #expect(
                SegmentFolder.fold(String(scalar)) == [scalar.value], "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("A break that the bytes show is a break of the standard library, for every scalar on both sides")
    func sureBreaks() {
        var sure = 0
        // One of each kind that joins something, and what stands beside keywords.
        let companions = ["a", "가", "😀", "\n", "\u{200D}", "\u{1100}", "🇰", "©"]
        for scalar in UnicodeData.allScalars {
            // Ideographs and syllables are alike in this: one in sixteen is looked at.
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

    @Test("A mark joins what stands before it, unless that ends a line or is a control character")
    func marksJoin() {
        for scalar in UnicodeData.allScalars where scalar.properties.canonicalCombiningClass.rawValue != 0 {
            #expect(("a" + String(scalar)).count == 1, "U+\(String(scalar.value, radix: 16))")
        }
    }
}
