import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

/// Files with arbitrary content.
@Suite("LineFile with corrupt content", .serialized, .inTurn, .trialLimit(minutes: 1)) struct LineFileHostileTests {
    private let words = (0..<40).map { "낱말 \($0)" }

    private func whole() throws -> [UInt8] {
        let disk = MemoryFileSystem()
        var file = WordFile(disk)
        for word in words { try file.add(word) }
        return disk.words
    }

    @Test("A file truncated at any byte keeps the complete lines before the cut") func cuts() throws {
        let whole = try whole()
        for count in 0..<whole.count {
            let disk = MemoryFileSystem()
            disk.put(Array(whole.prefix(count)), at: WordFile.path)
            var file = WordFile(disk)
            let lines = whole.prefix(count).count { $0 == 0x0A }
            #expect(try file.words() == Array(words.prefix(max(0, lines - 1))), "cut at \(count)")
            try file.add("neu")
            #expect(try file.words() == Array(words.prefix(max(0, lines - 1))) + ["neu"], "cut at \(count)")
        }
    }

    @Test("Lines that end in CR LF are read") func carriageReturns() throws {
        let disk = MemoryFileSystem()
        disk.put(try whole().flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, at: WordFile.path)
        var file = WordFile(disk)
        #expect(try file.words() == words)
        #expect(file.damagedSize == 0)
        try file.add("neu")
        try file.delete(words[0])
        #expect(try file.words() == words.dropFirst() + ["neu"])
    }

    @Test("A flipped bit loses at most two lines") func flips() throws {
        let whole = try whole()
        let trials = RandomTrials()
        var random = trials.random
        for place in whole.indices {
            for _ in 0..<trials.count(2) {
                let disk = MemoryFileSystem()
                var bytes = whole
                bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
                disk.put(bytes, at: WordFile.path)
                var file = WordFile(disk)
                // A flipped digit of the version may make it a newer file, which is an error.
                guard let found = try? file.words() else { continue }
                let missing = Set(words).subtracting(found)
                #expect(missing.count <= 2, "byte \(place), \(trials)")
                try file.add("neu")
                #expect(try file.words() == found + ["neu"], "byte \(place), \(trials)")
            }
        }
    }

    enum Garbage: String, CaseIterable {
        case zeros, lineBreaks, braces, objects, openObjects, random, ones, quotes, lines, text

        func bytes(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
            func repeated(_ text: String) -> [UInt8] {
                let unit = Array(text.utf8)
                return (0..<count / unit.count).flatMap { _ in unit }
            }
            switch self {
            case .zeros: return [UInt8](repeating: 0, count: count)
            case .lineBreaks: return [UInt8](repeating: 0x0A, count: count)
            case .braces: return [UInt8](repeating: UInt8(ascii: "{"), count: count)
            case .objects: return repeated("{}\n")
            case .openObjects: return repeated("{\"word\":[{\n")
            case .random: return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            case .ones: return [UInt8](repeating: 0xFF, count: count)
            case .quotes: return repeated("{\"\n\"}\n")
            case .lines: return repeated("{\"word\":1}\n")
            case .text: return repeated("한글로 쓴 긴 글 ")
            }
        }
    }

    @Test("4 MB of trailing garbage lose no good line and prevent no change", arguments: Garbage.allCases)
    func garbage(_ kind: Garbage) throws {
        let trials = RandomTrials()
        var random = trials.random
        let disk = MemoryFileSystem()
        var file = WordFile(disk)
        try file.add("가")
        disk.put(disk.words + kind.bytes(4 << 20, &random), at: WordFile.path)
        #expect(try file.words() == ["가"], "\(trials)")
        try file.add("나")
        #expect(try file.words() == ["가", "나"], "\(trials)")
        #expect(disk.words.count < 1_000)
        #expect(disk.contents[WordFile.path + ".damaged"]?.count ?? 0 <= 1 << 20)
    }

    @Test("Ignores content past the maximum size") func tooLong() throws {
        let disk = MemoryFileSystem()
        var file = WordFile(disk)
        try file.add("가")
        disk.put(disk.words + [UInt8](repeating: 0x0A, count: 33 << 20) + Words.line("나") + [0x0A], at: WordFile.path)
        #expect(try file.words() == ["가"])
        try file.add("다")
        #expect(try file.words() == ["가", "다"])
    }

    @Test("Random lines crash no reader and prevent no change") func randomLines() throws {
        let trials = RandomTrials()
        var random = trials.random
        let parts = ["{", "}", "\"word\"", ":", "\"가\"", "\n", "\"id\"", "\"0000000000000000\"", "1", "null", "[", "\u{0}"]
        for _ in 0..<trials.count(2_000) {
            let disk = MemoryFileSystem()
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in random.pick(parts) }.joined()
            disk.put(Array(text.utf8), at: WordFile.path)
            var file = WordFile(disk)
            guard let found = try? file.words() else { continue }
            try file.add("neu")
            #expect(try file.words() == found + ["neu"], "\(trials)")
        }
    }
}
