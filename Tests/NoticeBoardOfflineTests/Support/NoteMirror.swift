import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardTesting

/// Returns a mirror of a service's list, as an app creates it, but with the files of a test.
func makeMirror(
    of service: NoteService, in folder: URL, rules: MirrorRules<Note> = .notes(), files: any FolderSystem = POSIXFileSystem(),
    time: TimeSource = .system
) -> Mirror<Note> {
    Mirror(
        at: folder, prefix: "list-", rules: rules, time: time, now: { Date(timeIntervalSince1970: 1_000) }, files: files
    ) { _, position, limit in
        try service.load(position, limit)
    }
}

extension Mirror<Note> {
    /// Damages a line of the list's file.
    func damageLine(_ number: Int) throws {
        let file = folder.appendingPathComponent("list-notes.jsonl")
        var lines = try Data(contentsOf: file).split(separator: 0x0A)
        lines[number] = Data("x".utf8) + lines[number].dropFirst()
        try Data(lines.joined(separator: [0x0A]) + [0x0A]).write(to: file)
    }
}

/// The list of the tests.
let notes = "notes"
