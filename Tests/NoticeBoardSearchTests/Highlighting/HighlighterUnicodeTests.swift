import Foundation
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("Highlighter with the official Unicode data", .serialized, .onOwnThread, .trialLimit(minutes: 3))
struct HighlighterUnicodeTests {
    private func marksAll(_ text: String, _ keyword: String, _ options: Highlighter.Options = []) -> Bool {
        Highlighter(keyword, options: options).utf8Ranges(in: text) == [0..<text.utf8.count]
    }

    @Test("Matches a scalar and its case folding with each other")
    func caseFolding() throws {
        for (scalar, folded) in try UnicodeData.map("CaseFolding") {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: folded)
            #expect(marksAll(String(view), String(scalar)), "U+\(String(scalar.value, radix: 16)) as a keyword")
            #expect(marksAll(String(scalar), String(view)), "U+\(String(scalar.value, radix: 16)) as a text")
        }
    }

    @Test("Matches the forms of every row of the normalization test with each other")
    func normalization() throws {
        let trials = RandomTrials()
        var (rows, random) = (0, trials.random)
        for line in try UnicodeData.lines("NormalizationTest") {
            let fields = line.split(separator: ";", omittingEmptySubsequences: false)
            let given = try UnicodeData.string(fields[0])
            let composed = fields[1].isEmpty ? given : try UnicodeData.string(fields[1])
            let decomposed = fields[2].isEmpty ? given : try UnicodeData.string(fields[2])
            let pairs = [(given, decomposed), (decomposed, composed), (composed, given)]
            // By default a run tests one random pair of each row; with more effort all pairs.
            for (text, keyword) in trials.effort > 1 ? pairs : [random.pick(pairs)] {
                #expect(marksAll(text, keyword, .caseSensitive), "\(line) \(trials)")
                #expect(marksAll(text, keyword), "\(line) \(trials)")
            }
            rows += 1
        }
        #expect(rows > 4_000)
    }

    @Test("Finds no emoji by a part of it")
    func emoji() throws {
        for line in try UnicodeData.lines("EmojiTest") {
            let emoji = try UnicodeData.string(line)
            // After a line break even a skin tone alone is a character.
            let text = "\n\(emoji)가"
            #expect(Highlighter(emoji).utf8Ranges(in: text) == [1..<1 + emoji.utf8.count], "\(line)")
            let scalars = Array(emoji.unicodeScalars)
            for part in scalars where scalars.count > 1 {
                #expect(Highlighter(String(part)).firstRange(in: text) == nil, "\(part) in \(line)")
            }
        }
    }

    @Test("Finds clusters of the segmentation test only as a whole")
    func clusters() throws {
        var changed = 0
        for line in try UnicodeData.lines("GraphemeBreakTest") {
            let clusters = try line.split(separator: "|").map { try UnicodeData.string($0) }
            let text = clusters.joined()
            // The standard library uses a newer Unicode version, in which a few signs are not pictographs.
            guard text.count == clusters.count else {
                changed += 1
                continue
            }
            var start = 0
            for cluster in clusters {
                let range = start..<start + cluster.utf8.count
                #expect(Highlighter(cluster, options: .caseSensitive).utf8Ranges(in: text).contains(range), "\(line)")
                start = range.upperBound
                guard cluster.unicodeScalars.count > 1, clusters.count == 1 else { continue }
                for scalar in cluster.unicodeScalars {
                    #expect(!Highlighter(String(scalar), options: .caseSensitive).isMatch(in: text), "\(scalar) in \(line)")
                }
            }
        }
        #expect(changed <= 2)
    }

    @Test("Finds width forms by their plain form only with the option")
    func widths() throws {
        for (scalar, plain) in try UnicodeData.map("WidthForms") {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: plain)
            #expect(marksAll(String(scalar), String(view), .widthInsensitive), "\(scalar)")
            #expect(!marksAll(String(scalar), String(view)), "\(scalar)")
        }
    }

    @Test("Finds scalars by the ASCII text or syllable that they fold to")
    func otherSpellings() {
        var found = 0
        for scalar in UnicodeData.allScalars
        where scalar.value >= 0x80 && scalar != "ı" && !(0xAC00...0xD7A3).contains(scalar.value) {
            let lower = scalar.properties.uppercaseMapping.lowercased().decomposedStringWithCanonicalMapping
            let decomposed = String(scalar).decomposedStringWithCanonicalMapping.lowercased()
            for keyword in Set([lower, decomposed]) where keyword.unicodeScalars.allSatisfy(\.isASCII) {
                // In a short text, and at the edge of a search block.
                for before in ["ab", String(repeating: "-", count: 16_383)] {
                    let text = before + String(scalar) + "yz"
                    let range = before.utf8.count..<before.utf8.count + UTF8.width(scalar)
                    #expect(Highlighter(keyword).utf8Ranges(in: text) == [range], "U+\(String(scalar.value, radix: 16))")
                }
                found += 1
            }
        }
        #expect(found >= 12)
        for syllable in stride(from: UInt32(0xAC00), through: 0xD7A3, by: 37).compactMap(Unicode.Scalar.init) {
            let text = "ab" + String(syllable).decomposedStringWithCanonicalMapping
            #expect(Highlighter(String(syllable)).utf8Ranges(in: text) == [2..<text.utf8.count], "\(syllable)")
        }
    }
}
