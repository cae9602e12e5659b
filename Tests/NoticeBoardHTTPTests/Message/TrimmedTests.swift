import Foundation
import NoticeBoardTesting
import Testing

@testable import NoticeBoardHTTP

@Suite("Blanks around a text", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TrimmedTests {
    @Test("Trims like Foundation") func foundation() {
        let trials = RandomTrials()
        var random = trials.random
        let pieces = [" ", "\t", "a", "\u{301}", "é", "\r\n", "\u{A0}", "글", "\u{200D}", "", "\n"]
        for _ in 0..<trials.count(2_000) {
            let text = (0..<random.below(8)).map { _ in pieces[random.below(pieces.count)] }.joined()
            let expected = text.trimmingCharacters(in: [" ", "\t"])
            #expect(Array(HeaderParameters.trimmed(text).utf8) == Array(expected.utf8), "\(trials) \(Array(text.utf8))")
        }
    }
}
