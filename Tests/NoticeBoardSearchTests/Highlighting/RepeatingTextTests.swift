import NoticeBoardSearch
import NoticeBoardTesting
import Testing

/// Repetitive keywords in texts that nearly match everywhere.
///
/// The search switches its algorithm for them.
@Suite("Highlighter in repetitive texts", .serialized, .onOwnThread, .trialLimit(minutes: 3))
struct RepeatingTextTests {
    @Test("Finds every match of a repetitive keyword")
    func repeating() {
        let trials = RandomTrials()
        var generator = trials.random
        var hits = 0
        for round in 0..<20 {
            let unit = (0..<Int.random(in: 1...4, using: &generator)).map { _ in generator.chance(50) ? "a" : "b" }.joined()
            let row = String(repeating: unit, count: Int.random(in: 10...40, using: &generator))
            let odd = generator.chance(50) ? "ab" : "ba"
            let keyword = generator.chance(50) ? row + odd + (generator.chance(50) ? row : "") : row + row
            var text = ""
            while text.utf8.count < 30_000 {
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: text += keyword
                case 1: text += String(keyword.dropLast(1))
                case 2: text += String(keyword.dropFirst(Int.random(in: 1...3, using: &generator)))
                case 3: text += odd + "\u{301}"
                default: for _ in 0..<10 { text += row }
                }
            }
            let expected = matches(of: Array(keyword.utf8), in: Array(text.utf8))
            hits += expected.count
            let found = Highlighter(round % 2 == 0 ? keyword : keyword.uppercased()).utf8Ranges(in: text)
            #expect(found == expected, "\(trials), round \(round): \(keyword)")
        }
        #expect(hits > 50, "\(trials)")
    }

    /// Returns the matches by trying every position.
    ///
    /// In these texts only the accent joins the character before it.
    private func matches(of keyword: [UInt8], in text: [UInt8]) -> [Range<Int>] {
        var (matches, start) = ([] as [Range<Int>], 0)
        while start + keyword.count <= text.count {
            let end = start + keyword.count
            let isWhole = end == text.count || text[end] != 0xCC
            if isWhole, text[start] == keyword[0], text[start..<end].elementsEqual(keyword) {
                matches.append(start..<end)
                start = end
            } else {
                start += 1
            }
        }
        return matches
    }
}
