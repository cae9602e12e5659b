import SwiftUI

/// Tries each module once, shows what it did, prints a report, and ends if a job asked for it.
@main struct Smoke: App {
    var body: some Scene {
        WindowGroup { SmokeView() }
    }
}

/// The steps and how they went; a step leads to its own screen.
struct SmokeView: View {
    @StateObject private var run = SmokeRun()

    var body: some View {
        NavigationStack {
            List {
                ForEach(run.results) { result in
                    NavigationLink {
                        StepView(result: result)
                    } label: {
                        HStack {
                            Text(result.mark)
                            Text(result.name)
                        }
                    }
                }
                if let report = run.report { Button("Copy the report") { copy(report) } }
            }
            .navigationTitle("Smoke")
        }
        .onAppear { run.start() }
    }
}

/// What one step showed: the rows of its list, or the error.
struct StepView: View {
    let result: SmokeResult

    var body: some View {
        List {
            ForEach(result.lines.indices, id: \.self) { index in Text(result.lines[index]) }
        }
        .navigationTitle(result.name)
    }
}
