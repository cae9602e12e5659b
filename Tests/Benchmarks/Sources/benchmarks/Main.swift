import Foundation

/// Prints tables of ratios: `benchmarks [--quick] [--list] [--markdown FOLDER] [SUBJECT …]`; all subjects when none is named.
@main enum Main {
    static let subjects: [Subject] =
        Work.subjects + Highlighting.subjects + History.subjects + Requests.subjects + BoardService.subjects + Paging.subjects
        + ListBenchmark.subjects + LinkLiveBenchmark.subjects + LinkPicturesBenchmark.subjects
        + Transports.subjects + Streams.subjects + OfflineSearch.subjects

    static func main() async throws {
        var names = Array(CommandLine.arguments.dropFirst())
        let settings = Settings(isQuick: names.contains("--quick"))
        if names.contains("--list") {
            for subject in subjects { print("\(subject.name): \(subject.summary)") }
            return
        }
        names.removeAll { $0 == "--quick" }
        var folder: URL?
        if let index = names.firstIndex(of: "--markdown") {
            guard index + 1 < names.count else {
                FileHandle.standardError.write(Data("--markdown wants a folder\n".utf8))
                exit(2)
            }
            folder = URL(fileURLWithPath: names[index + 1], isDirectory: true)
            names.removeSubrange(index...index + 1)
            if settings.isQuick {
                FileHandle.standardError.write(Data("--markdown does not go with --quick, whose figures say nothing\n".utf8))
                exit(2)
            }
        }
        let chosen = names.isEmpty ? subjects : subjects.filter { names.contains($0.name) }
        let unknown = names.filter { name in !subjects.contains { $0.name == name } }
        if !unknown.isEmpty {
            FileHandle.standardError.write(Data("no such subject: \(unknown.joined(separator: ", ")); see --list\n".utf8))
            exit(2)
        }
        for subject in chosen {
            Swift.print("\(subject.name): \(subject.summary)")
            Report.shared.begin(subject)
            try await subject.run(settings)
        }
        if let folder { try Report.shared.write(into: folder) }
    }
}
