import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("Highlighter and the official Unicode data", .serialized, .onOwnThread, .trialLimit(minutes: 3))
struct HighlighterUnicodeTests {
    private func marksAll(_ text: String, _ keyword: String, _ options: Highlighter.Options = []) -> Bool {
        Highlighter(keyword, options: options).utf8Ranges(in: text) == [0..<text.utf8.count]
    }

    @Test("Every scalar that has a case folding is marked by it, and marks it")
    func caseFolding() throws {
        for (scalar, folded) in try UnicodeData.map("CaseFolding") {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: folded)
            #expect(marksAll(String(view), String(scalar)), "U+\(String(scalar.value, radix: 16)) as a keyword")
            #expect(marksAll(String(scalar), String(view)), "U+\(String(scalar.value, radix: 16)) as a text")
        }
    }

    @Test("Every row of the normalization test is marked by its other forms, without regard to case and with")
    func normalization() throws {
        let trials = RandomTrials()
        var (rows, random) = (0, trials.random)
        for line in try UnicodeData.lines("NormalizationTest") {
            let fields = line.split(separator: ";", omittingEmptySubsequences: false)
            let given = try UnicodeData.string(fields[0])
            let composed = fields[1].isEmpty ? given : try UnicodeData.string(fields[1])
            let decomposed = fields[2].isEmpty ? given : try UnicodeData.string(fields[2])
            // Some rows begin with marks, which join what the row puts before them: each row stands alone here.
            let pairs = [(given, decomposed), (decomposed, composed), (composed, given)]
            // Each run marks one pair of a row, all of them where it has the time.
            for (text, keyword) in trials.effort > 1 ? pairs : [random.pick(pairs)] {
                #expect(marksAll(text, keyword, .caseSensitive) && marksAll(text, keyword), "\(line) \(trials)")
            }
            rows += 1
        }
        #expect(rows > 4_000)
    }

    @Test("Every emoji marks itself and none of its proper parts marks it")
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

    @Test("Every cluster of the segmentation test is marked whole, and no scalar of it alone")
    func clusters() throws {
        var changed = 0
        for line in try UnicodeData.lines("GraphemeBreakTest") {
            let clusters = try line.split(separator: "|").map { try UnicodeData.string($0) }
            let text = clusters.joined()
            // The standard library knows a newer Unicode, in which a few signs are no pictographs any more.
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

    @Test("Every halfwidth and fullwidth form is marked by its plain form when asked, and only then")
    func widths() throws {
        for (scalar, plain) in try UnicodeData.map("WidthForms") {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: plain)
            #expect(marksAll(String(scalar), String(view), .widthInsensitive), "\(scalar)")
            #expect(!marksAll(String(scalar), String(view)), "\(scalar)")
        }
    }
}
