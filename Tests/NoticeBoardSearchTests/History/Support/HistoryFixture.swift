import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardSearch

/// A clock that a test sets.
///
/// Each reading is one second later than the previous one.
final class TestClock: Sendable {
    private let seconds: Locked<Double>
    init(_ seconds: Double = 1_000) { self.seconds = Locked(seconds) }

    func set(_ seconds: Double) { self.seconds.withLock { $0 = seconds } }

    var read: @Sendable () -> Date {
        { [seconds] in
            Date(
                timeIntervalSinceReferenceDate: seconds.withLock {
                    $0 += 1
                    return $0
                })
        }
    }
}

/// Records the events of a history.
final class Told: Sendable {
    private let heard = Locked<[SearchHistoryEvent]>([])
    var events: [SearchHistoryEvent] { heard.withLock { $0 } }
    var kinds: [SearchHistoryEvent.Kind] { events.map(\.kind) }
    var hear: @Sendable (SearchHistoryEvent) -> Void { { [heard] event in heard.withLock { $0.append(event) } } }
}

/// Opens histories of one path on the test's file system.
struct Fixture: Sendable {
    let files: any FileSystem
    let told = Told()
    let clock: TestClock
    static let directory = "/store"
    static let file = "/store/history.jsonl"

    init(_ files: any FileSystem, _ clock: TestClock = TestClock()) {
        self.files = files
        self.clock = clock
    }

    func open(
        _ policy: SearchHistoryPolicy = SearchHistoryPolicy(), minimumSize: Int = 65_536
    ) -> FileSearchHistory {
        FileSearchHistory(
            files, directory: URL(fileURLWithPath: Self.directory), policy: policy, lockTimeout: 0.1, minimumSize: minimumSize,
            now: clock.read, onEvent: told.hear)
    }
}

/// A directory on the disk that is deleted after the test.
final class TemporaryDirectory: Sendable {
    let url: URL
    var path: String { url.path }
    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UInt64.random(in: 0...UInt64.max))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
}

extension FileSearchHistory {
    func keywords() async throws -> [String] { try await entries().map(\.keyword) }
}

extension SearchHistoryEntry {
    /// A short description of keyword, place, count and date: `가#1×2*↓@5` is pinned (`*`) and was imported (`↓`).
    var summary: String {
        let count = (useCount == 1 ? "" : "×\(useCount)") + (isPinned ? "*" : "") + (isImported ? "↓" : "")
        let seconds = lastUsed.timeIntervalSinceReferenceDate
        return "\(keyword)#\(sequence)\(count)@" + (Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)")
    }
}

extension [UInt8] {
    /// Returns whether the bytes contain a keyword.
    func holds(_ keyword: String) -> Bool { Data(self).range(of: Data(keyword.utf8)) != nil }
}

/// Returns the bytes of a file with these entries, each newer than the previous one.
func historyFile(_ entries: [SearchHistoryEntry], capacity: Int = 100) throws -> [UInt8] {
    var text = #"{"id":"9f2c41d07ab35e68","version":1,"header":{"capacity":\#(capacity),"imports":[],"lastPlace":0,"#
    text += #""recording":"on"}}"# + "\n"
    for (number, entry) in entries.enumerated() {
        let numbered = entry.with(sequence: UInt64(number + 1), isImported: false)
        text += String(decoding: try SearchHistoryLines.line([numbered], gone: []), as: UTF8.self) + "\n"
    }
    return Array(text.utf8)
}

/// Expects that no file contains a keyword.
func expectNoTrace(of keyword: String, in contents: [String: [UInt8]], _ location: SourceLocation = #_sourceLocation) {
    for (name, bytes) in contents { #expect(!bytes.holds(keyword), "\(name)", sourceLocation: location) }
}

func entry(_ keyword: String, at seconds: Double = 0, isPinned: Bool = false) -> SearchHistoryEntry {
    SearchHistoryEntry(keyword: keyword, lastUsed: Date(timeIntervalSinceReferenceDate: seconds), isPinned: isPinned)
}

extension SearchHistoryEntry {
    /// Returns the entry at another place of its list.
    func with(sequence: UInt64, isImported: Bool) -> SearchHistoryEntry {
        var entry = self
        (entry.sequence, entry.isImported) = (sequence, isImported)
        return entry
    }
}
