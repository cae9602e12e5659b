import BoardTerminal
import Foundation
import NoticeBoardKit
import Testing

@Suite("Board browser: JSON Lines") struct JSONLinesTests {
    @Test("Escapes control characters without changing the decoded text") func escaping() throws {
        let keyword = "a\u{9B}31m\u{9D}\u{7F}\u{2028}\u{2029}\u{202E}\u{85}\u{1B}\u{E0041}👨‍👩‍👧 가"
        let lines = JSONLines.lines(of: [SearchHistoryEntry(keyword: keyword, lastUsed: Date())])
        #expect(lines.count == 1)
        let bad = try #require(lines.first).unicodeScalars.filter { scalar in
            [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        #expect(bad.isEmpty)
        let read = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: String]
        #expect(read?["keyword"].map { Array($0.unicodeScalars) } == Array(keyword.unicodeScalars))
    }
}
