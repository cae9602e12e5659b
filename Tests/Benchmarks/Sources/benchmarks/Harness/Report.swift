import Foundation

/// What a run printed, and the bars of its plots: `--markdown` makes a page of them.
final class Report: @unchecked Sendable {
    static let shared = Report()

    private let lock = NSLock()
    private var sections: [(title: String, lines: [String])] = []
    private var plots: [BarChart] = []

    func begin(_ subject: Subject) { lock.withLock { sections.append(("\(subject.name): \(subject.summary)", [])) } }

    func add(_ text: String) {
        lock.withLock {
            guard !sections.isEmpty else { return }
            sections[sections.count - 1].lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Adds a bar to the plot of this file name, which is made when its first bar comes.
    func bar(
        _ value: Double, _ series: String, at category: String, in file: String, title: String, unit: String,
        isLogarithmic: Bool = false
    ) {
        lock.withLock {
            let index = plots.firstIndex { $0.file == file } ?? plots.count
            if index == plots.count { plots.append(BarChart(file: file, title: title, unit: unit, isLogarithmic: isLogarithmic)) }
            plots[index].add(value, series, category)
        }
    }

    /// Writes `Performance.md` and its plots into a folder.
    func write(into folder: URL) throws {
        let (sections, plots) = lock.withLock { (self.sections, self.plots) }
        for plot in plots { try plot.svg.write(to: folder.appendingPathComponent(plot.file), atomically: true, encoding: .utf8) }
        var page = """
            # Performance

            Ratios from one run, in which the contenders take turns on the same machine with the same input. They say how the
            library compares with what an app would write by hand; the times themselves are those of this machine.

            \(Self.machine())

            Measure on your own: `swift run -c release --package-path Tests/Benchmarks benchmarks --list` names the subjects,
            `--markdown FOLDER` writes this page.

            """
        for plot in plots { page += "\n![\(plot.title)](\(plot.file))\n" }
        let missed = sections.flatMap { section in
            section.lines.filter { $0.contains("MISSED") }.map { "\(section.title.prefix { $0 != ":" }):\($0)" }
        }
        page += "\n## What was not reached\n\n"
        page += missed.isEmpty ? "Every goal of this run was reached.\n" : Self.block(missed)
        page += "\n## All figures\n"
        for section in sections { page += "\n### \(section.title)\n\n" + Self.block(section.lines) }
        let limits = """

            ## Limitations

            Measured on Linux alone. A goal is a figure that the project set itself; a missed one is named above. Runs differ by
            some percent, and by more on a machine that does other work.

            """
        try (page + limits).write(to: folder.appendingPathComponent("Performance.md"), atomically: true, encoding: .utf8)
    }

    private static func block(_ lines: [String]) -> String {
        let text = lines.map { $0.replacingOccurrences(of: " +$", with: "", options: .regularExpression) }
            .drop { $0.isEmpty }.joined(separator: "\n")
        return "```text\n\(text)\n```\n"
    }

    private static func machine() -> String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
        let system = ProcessInfo.processInfo
        let versions = [["swift", "--version"], ["nginx", "-v"]].compactMap(output).joined(separator: "; ")
        return """
            Processor:\(model ?? " unknown"), \(system.activeProcessorCount) cores. \(system.operatingSystemVersionString).
            \(versions).
            """
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
