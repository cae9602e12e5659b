import Foundation

/// The report: where the app ran, and a row for each step.
struct SmokeReport {
    let results: [SmokeResult]
    let isOverdue: Bool

    var hasPassed: Bool { !isOverdue && results.allSatisfy { $0.hasPassed == true } }

    /// Markdown for an issue.
    var text: String {
        var lines = [
            "### NoticeBoard smoke report",
            "",
            "- system: \(Self.system) \(ProcessInfo.processInfo.operatingSystemVersionString), \(Self.machine)",
            "- compiler: \(Self.compiler), optimized: \(Self.isOptimized ? "yes" : "no")",
            "- result: \(hasPassed ? "passed" : isOverdue ? "not done after two minutes" : "failed")",
            "",
            "| step | result | ms | what it showed |",
            "|---|---|---|---|",
        ]
        lines += results.map { result in
            let shown = result.lines.joined(separator: "; ").replacingOccurrences(of: "|", with: "/")
            return "| \(result.name) | \(result.mark) | \(result.milliseconds) | \(shown.prefix(300)) |"
        }
        return lines.joined(separator: "\n")
    }

    private static var system: String {
        #if targetEnvironment(simulator)
            "simulator"
        #else
            "device"
        #endif
    }

    /// The model of the simulated device, or of this one.
    private static var machine: String {
        if let model = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return model }
        var name = utsname()
        uname(&name)
        return withUnsafeBytes(of: &name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static var compiler: String {
        #if compiler(>=6.4)
            "Swift 6.4 or newer"
        #elseif compiler(>=6.3)
            "Swift 6.3"
        #else
            "Swift 6.2"
        #endif
    }

    private static var isOptimized: Bool {
        var isOptimized = true
        assert(
            {
                isOptimized = false
                return true
            }())
        return isOptimized
    }
}
