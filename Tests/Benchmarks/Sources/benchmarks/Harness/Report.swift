import Foundation

/// What a run printed, section by section: `--markdown` puts it into the raw tables of `Performance.md`.
final class Report: @unchecked Sendable {
    static let shared = Report()

    private let lock = NSLock()
    private var sections: [Section] = []

    /// What one subject printed.
    private struct Section {
        let title: String
        var lines: [String] = []
    }

    func begin(_ subject: Subject) {
        lock.withLock { sections.append(Section(title: "\(subject.name): \(subject.summary)")) }
    }

    func add(_ text: String) {
        lock.withLock {
            guard !sections.isEmpty else { return }
            sections[sections.count - 1].lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Replaces the tables of the subjects that ran in the folder's `Performance.md`, and prints the missed goals.
    ///
    /// The text above `## Raw tables` and the tables of other subjects stay.
    func write(into folder: URL) throws {
        let sections = lock.withLock { self.sections }
        let file = folder.appendingPathComponent("Performance.md")
        let page = (try? String(contentsOf: file, encoding: .utf8)) ?? "# Performance\n"
        var parts = page.components(separatedBy: Self.heading)
        var tables = (parts.count > 1 ? parts[1] : "").components(separatedBy: "\n### ").dropFirst().map { "\n### " + $0 }
        for section in sections where section.lines.contains(where: { !$0.isEmpty }) {
            let name = section.title.prefix { $0 != ":" }
            let text = "\n### \(section.title)\n\nMeasured on \(Self.today()). \(Self.machine())\n\n" + Self.block(section.lines)
            if let index = tables.firstIndex(where: { $0.hasPrefix("\n### \(name):") }) {
                tables[index] = text
            } else {
                tables.append(text)
            }
        }
        parts = [parts[0], tables.joined()]
        try parts.joined(separator: Self.heading).write(to: file, atomically: true, encoding: .utf8)
        for section in sections {
            let name = section.title.prefix { $0 != ":" }
            for line in section.lines where line.contains("MISSED") { Swift.print("\(name):\(line)") }
        }
    }

    private static let heading = "\n## Raw tables\n"

    private static func block(_ lines: [String]) -> String {
        let text = lines.map { $0.replacingOccurrences(of: " +$", with: "", options: .regularExpression) }
            .drop { $0.isEmpty }.joined(separator: "\n")
        return "```text\n\(text)\n```\n"
    }

    private static func today() -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = .withFullDate
        return formatter.string(from: Date())
    }

    /// The processor, the system and the versions, in one line.
    private static func machine() -> String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
        let system = ProcessInfo.processInfo
        let versions = [["swift", "--version"], ["nginx", "-v"]].compactMap(output).joined(separator: "; ")
        let processor = (model ?? "unknown processor").trimmingCharacters(in: .whitespaces)
        return "\(processor), \(system.activeProcessorCount) cores; \(system.operatingSystemVersionString); \(versions)."
    }

    /// The first line that a program says.
    private static func output(of command: [String]) -> String? {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        process.standardError = pipe
        guard (try? process.run()) != nil else { return nil }
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? said.split(separator: "\n").first.map(String.init) : nil
    }
}

/// Prints a line, and keeps it for the report.
func print(_ text: String) {
    Report.shared.add(text)
    Swift.print(text)
}
