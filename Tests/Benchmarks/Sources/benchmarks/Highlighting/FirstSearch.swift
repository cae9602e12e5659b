import Foundation
import NoticeBoardSearch

/// Measures the first search of a process with its tables; the program starts itself for each figure.
enum FirstSearch {
    private static let variable = "NOTICEBOARD_BENCHMARK_FIRST_SEARCH"
    private static let text = "Le café du coin, naïveté — 메일 서버 점검 안내, ÅNGSTRÖM"

    static func run(_ settings: Settings) throws {
        if let keyword = ProcessInfo.processInfo.environment[variable] { return search(keyword) }
        print("\nmaking a highlighter and searching one title with it, the first thing that a process does")
        for (name, keyword) in [("ASCII", "COIN"), ("Hangul", "메일"), ("accented", "CAFÉ"), ("accented, rare", "ångström")] {
            let times = try (0..<settings.choose(20, quick: 2)).map { _ in try inFreshProcess(keyword) }.sorted()
            let median = times[times.count / 2]
            line(name, duration(median), "best \(duration(times[0]))", Goal.atMost(1.5).verdict(median / 1e6) + " (ms)")
        }
    }

    private static func search(_ keyword: String) {
        let clock = ContinuousClock()
        let start = clock.now
        let isMatch = !Highlighter(keyword).ranges(in: text).isEmpty
        let time = start.duration(to: clock.now).components
        print(isMatch ? Int64(time.seconds) * 1_000_000_000 + time.attoseconds / 1_000_000_000 : -1)
    }

    private static func inFreshProcess(_ keyword: String) throws -> Double {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["highlighting-first"]
        process.environment = [variable: keyword]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let last = String(decoding: data, as: UTF8.self).split(separator: "\n").last
        return last.flatMap { Double($0) } ?? .infinity
    }
}
