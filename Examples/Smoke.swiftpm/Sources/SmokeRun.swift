import Combine
import Foundation
import UIKit

/// Puts a text on the pasteboard.
@MainActor func copy(_ text: String) { UIPasteboard.general.string = text }

/// Runs the steps one after another, and prints the report.
@MainActor final class SmokeRun: ObservableObject {
    private(set) var results = SmokeSteps.all.map { SmokeResult(name: $0.name) } {
        willSet { objectWillChange.send() }
    }
    /// What a person pastes into an issue, as soon as all steps ended.
    private(set) var report: String? {
        willSet { objectWillChange.send() }
    }

    private var isStarted = false

    func start() {
        guard !isStarted else { return }
        isStarted = true
        Task { await run() }
        // Limit the time, so that a step that hangs doesn't block the job.
        Task {
            try? await Task.sleep(nanoseconds: 120_000_000_000)
            finish(isOverdue: true)
        }
    }

    private func run() async {
        for (index, step) in SmokeSteps.all.enumerated() {
            let start = Date()
            do {
                results[index].lines = try await step.run()
                results[index].hasPassed = true
            } catch {
                results[index].lines = ["\(error)"]
                results[index].hasPassed = false
            }
            results[index].milliseconds = Int(1_000 * Date().timeIntervalSince(start))
        }
        finish(isOverdue: false)
    }

    private func finish(isOverdue: Bool) {
        guard report == nil else { return }
        let report = SmokeReport(results: results, isOverdue: isOverdue)
        self.report = report.text
        print(report.text)
        // A job looks for this line, since `simctl launch` hides the exit code. Opened by hand, the app stays.
        print(report.hasPassed ? "SMOKE PASSED" : "SMOKE FAILED")
        if ProcessInfo.processInfo.arguments.contains("--end") { exit(report.hasPassed ? 0 : 1) }
    }
}
