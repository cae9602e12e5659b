import Foundation
import NoticeBoardSearch

/// Ways to find a keyword in texts.
///
/// Each returns its number of matches.
enum Contenders {
    static func highlighter(_ highlighter: Highlighter, _ texts: [String]) -> Contender {
        Contender("Highlighter") {
            var hits = 0
            for text in texts { hits += highlighter.ranges(in: text).count }
            return hits
        }
    }

    /// A loop that calls the highlighter without a search.
    static func emptyLoop(_ highlighter: Highlighter, _ texts: [String]) -> Contender {
        Contender("a loop alone") {
            var hits = 0
            for text in texts { hits += highlighter.ranges(in: text, limit: 0).count }
            return hits
        }
    }

    static func foundation(_ keyword: String, _ texts: [String]) -> Contender {
        Contender("Foundation range(of:) loop") {
            var hits = 0
            for text in texts {
                var rest = text.startIndex..<text.endIndex
                while let found = text.range(of: keyword, options: .caseInsensitive, range: rest) {
                    hits += 1
                    rest = found.upperBound..<text.endIndex
                }
            }
            return hits
        }
    }

    static func regularExpression(_ keyword: String, _ texts: [String]) -> Contender {
        let pattern = NSRegularExpression.escapedPattern(for: keyword)
        let expression = try? NSRegularExpression(pattern: pattern, options: .caseInsensitive)
        return Contender("NSRegularExpression") {
            var hits = 0
            for text in texts {
                let range = NSRange(text.startIndex..<text.endIndex, in: text)
                hits += expression?.numberOfMatches(in: text, range: range) ?? 0
            }
            return hits
        }
    }

    static func swiftRegex(_ keyword: String, _ texts: [String]) -> Contender {
        let regex = (try? Regex(NSRegularExpression.escapedPattern(for: keyword)))?.ignoresCase()
        return Contender("Swift Regex") {
            guard let regex else { return -1 }
            var hits = 0
            for text in texts { hits += text.matches(of: regex).count }
            return hits
        }
    }

    /// Reads every byte once for one that never occurs, at the speed of the memory.
    static func memchrOnce(_ texts: [String]) -> Contender {
        Contender("memchr") {
            var hits = 0
            for text in texts {
                let found = text.utf8.withContiguousStorageIfAvailable { bytes in
                    bytes.baseAddress.map { memchr($0, 1, bytes.count) != nil } ?? false
                }
                hits += found == true ? 1 : 0
            }
            return hits
        }
    }

    /// ripgrep on a file of the text, including its start; `nil` if it is not installed.
    static func ripgrep(_ keyword: String, _ text: String) -> Contender? {
        let places = ["/usr/bin/rg", "/usr/local/bin/rg", "/opt/homebrew/bin/rg"]
        guard let tool = places.first(where: FileManager.default.isExecutableFile), let file = namelessFile(of: text) else {
            return nil
        }
        return Contender("rg -i, with its start") {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: tool)
            process.arguments = ["-i", "-F", "--count-matches", "--no-filename", keyword, "/dev/stdin"]
            let output = Pipe()
            (process.standardInput, process.standardOutput) = (file, output)
            guard (try? file.seek(toOffset: 0)) != nil, (try? process.run()) != nil else { return -1 }
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Int(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        }
    }

    /// An unlinked file of `text`, which disappears when the program ends.
    private static func namelessFile(of text: String) -> FileHandle? {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("highlighting-benchmark-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: url.path, contents: nil) else { return nil }
        let file = try? FileHandle(forUpdating: url)
        guard (try? FileManager.default.removeItem(at: url)) != nil else { return nil }
        return (try? file?.write(contentsOf: Data(text.utf8))) == nil ? nil : file
    }
}
