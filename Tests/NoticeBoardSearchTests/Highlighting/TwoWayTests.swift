import NoticeBoardTesting
import Testing

@testable import NoticeBoardSearch

/// The search that takes over where others compare too much in vain, in texts in which it seldom has to.
@Suite("Keywords in texts that nearly hold them everywhere", .serialized, .onOwnThread, .trialLimit(minutes: 3))
struct TwoWayTests {
    private static func words(of letters: [Character], upTo length: Int) -> [String] {
        var (all, longest) = ([] as [String], [""])
        for _ in 0..<length {
            longest = longest.flatMap { word in letters.map { word + String($0) } }
            all += longest
        }
        return all
    }

    private func found(_ keyword: String, in text: String) -> [Int] {
        ByteView.read(text) { bytes, text in
            let search = TwoWaySearch(BytePattern(Array(keyword.utf8), ignoresCase: false), from: 0)
            var places: [Int] = []
            while let range = search.next(bytes, text, before: bytes.count - keyword.utf8.count + 1) {
                places.append(range.lowerBound)
            }
            return places
        } ?? []
    }

    /// Where a keyword stands that begins behind the end of the one before it.
    private func expected(_ keyword: String, in text: String) -> [Int] {
        let (word, letters) = (Array(keyword.utf8), Array(text.utf8))
        var (places, index) = ([] as [Int], 0)
        while index + word.count <= letters.count {
            let isHere = letters[index..<index + word.count].elementsEqual(word)
            if isHere { places.append(index) }
            index += isHere ? word.count : 1
        }
        return places
    }

    @Test("Every word of two letters is found where it stands, in every text of them that is a little longer") func short() {
        let texts = Self.words(of: ["a", "b"], upTo: 11)
        for keyword in Self.words(of: ["a", "b"], upTo: 5) where keyword.count > 1 {
            for text in texts where text.count > 8 {
                let found = found(keyword, in: text)
                guard found != expected(keyword, in: text) else { continue }
                Issue.record("\(keyword) in \(text): \(found)")
                return
            }
        }
    }

    @Test("A longer one is found among its own parts, whatever letter is another") func long() {
        let trials = RandomTrials()
        var random = trials.random
        for trial in 0..<trials.count(6_000) {
            // In every second trial of less than a block, in the others of up to three, some of which repeat their beginning.
            let count = Int.random(in: 3...(trial.isMultiple(of: 2) ? 14 : 48), using: &random)
            let period = random.chance(50) ? Int.random(in: 1...count, using: &random) : count
            let beginning = (0..<period).map { _ in random.pick(["a", "a", "b", "c"]) }
            let letters = (0..<count).map { beginning[$0 % period] }
            var text: [String] = []
            for _ in 0..<6 {
                let part = letters.suffix(Int.random(in: 1...letters.count, using: &random))
                text += part
                if random.chance(40) { text[random.below(text.count)] = random.pick(["a", "b", "c"]) }
            }
            let (keyword, whole) = (letters.joined(), (text + letters).joined())
            #expect(found(keyword, in: whole) == expected(keyword, in: whole), "\(keyword) in \(whole), \(trials)")
        }
    }
}
