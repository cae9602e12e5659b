import Foundation
import NoticeBoardSearch

/// Searches a thousand titles repeatedly, for a profiler: `title-loop product|foundation KEYWORD TIMES`.
@main enum TitleLoop {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let times = Int(arguments[3]) else {
            return print("title-loop product|foundation KEYWORD TIMES")
        }
        let titles = Texts(titles: 1_000, bodyBytes: 0).titles
        let keyword = arguments[2]
        let highlighter = Highlighter(keyword)
        var hits = 0
        for _ in 0..<times {
            for title in titles {
                switch arguments[1] {
                case "product": hits += highlighter.ranges(in: title).count
                default: hits += foundationHits(keyword, title)
                }
            }
        }
        print(hits)
    }

    static func foundationHits(_ keyword: String, _ text: String) -> Int {
        var (hits, rest) = (0, text.startIndex..<text.endIndex)
        while let found = text.range(of: keyword, options: .caseInsensitive, range: rest) {
            hits += 1
            rest = found.upperBound..<text.endIndex
        }
        return hits
    }
}
