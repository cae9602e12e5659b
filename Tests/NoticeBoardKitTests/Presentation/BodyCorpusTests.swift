import Foundation
import NoticeBoardKit
import Testing

@Suite("Bodies compared with a browser", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BodyCorpusTests {
    private struct Body: Decodable {
        let id: String
        let body: String
        /// The text that a browser shows, or `nil` for plain text.
        let shown: String?
    }

    private static let bodies = read("bodies.json")
    private static let nested = read("nested.json")

    private static func read(_ name: String) -> [Body] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Bodies/" + name)
        return (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode([Body].self, from: $0) } ?? []
    }

    /// The nonempty lines, with each run of white space as one space.
    private func normalized(_ text: String) -> [String] {
        text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
            .map { $0.split(whereSeparator: \.properties.isWhitespace).map { String($0) }.joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    private func blockText(_ contents: String) -> String {
        PostBody(contents).blocks.filter { if case .picture = $0.kind { false } else { true } }.map(\.text)
            .joined(separator: "\n")
    }

    private func differing(in bodies: [Body] = Self.bodies, isPlain: Bool, _ shown: (String) -> String) -> [String] {
        bodies.filter { ($0.shown == nil) == isPlain }
            .filter { normalized(shown($0.body)) != normalized($0.shown ?? $0.body) }.map(\.id)
    }

    @Test("Reads all bodies") func whole() {
        #expect(Self.bodies.count == 182)
        #expect(Self.nested.count == 213)
    }

    @Test("Matches a browser's text for nested, unclosed and hidden elements") func nestedText() {
        #expect(differing(in: Self.nested, isPlain: false) { PlainText.text(of: $0) } == [])
    }

    @Test("Matches a browser's text in the blocks of nested, unclosed and hidden elements") func nestedBlocks() {
        #expect(differing(in: Self.nested, isPlain: false, blockText) == [])
    }

    @Test("Matches a browser's text for all but the listed HTML bodies") func text() {
        let expected = [
            "quill-7", "table-7", "pre-9", "char-9", "brk-7", "brk-17", "brk-19", "brk-29", "brk-39", "sem-1", "sem-3", "sem-13",
            "sem-17",
        ]
        #expect(differing(isPlain: false) { PlainText.text(of: $0) } == expected)
    }

    @Test("Matches a browser's text in the blocks of at least 135 of 149 HTML bodies") func blocks() {
        #expect(differing(isPlain: false, blockText).count <= 14)
    }

    @Test("Leaves all but three of 33 plain texts unchanged") func plain() {
        #expect(differing(isPlain: true) { PlainText.text(of: $0) } == ["plain-29", "plain-37", "plain-55"])
    }

    @Test("Keeps the words of at least 30 of 33 plain texts in their blocks") func plainBlocks() {
        #expect(differing(isPlain: true, blockText).count <= 3)
    }
}
