import Foundation
import NoticeBoardBase

@testable import NoticeBoardSearch

/// A clock that a test turns; every look at it is a second later.
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

/// What a history told.
final class Told: Sendable {
    private let heard = Locked<[SearchHistoryEvent]>([])
    var events: [SearchHistoryEvent] { heard.withLock { $0 } }
    var kinds: [SearchHistoryEvent.Kind] { events.map(\.kind) }
    var hear: @Sendable (SearchHistoryEvent) -> Void { { [heard] event in heard.withLock { $0.append(event) } } }
}

/// Histories of one place, on a file system of the test's.
struct Fixture: Sendable {
    let files: any FileSystem
    let told = Told()
    let clock: TestClock
    static let directory = "/store"
    static let journal = "/store/history.journal"

    init(_ files: any FileSystem, _ clock: TestClock = TestClock()) {
        self.files = files
        self.clock = clock
    }

    func open(
        _ policy: SearchHistoryPolicy = SearchHistoryPolicy(), _ durability: SearchHistoryDurability = .ordered,
        roomyEnough: Int = 65_536
    ) -> FileSearchHistory {
        FileSearchHistory(
            files, directory: URL(fileURLWithPath: Self.directory), policy: policy, durability: durability, lockTimeout: 0.1,
            roomyEnough: roomyEnough, clock: clock.read, onEvent: told.hear)
    }
}

/// A directory on the disk that is gone after the test.
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

extension JournalScan {
    /// What its records say.
    var contents: [JournalRecord] { records.map { record(at: $0) } }

    /// The same in a few words: entries as ``SearchHistoryEntry/look`` has them, and how long it is where nothing is said.
    var look: String {
        records.map { range in
            switch record(at: range) {
            case .put(let entry, let replaced): entry.look + (replaced.map { "-\($0)" } ?? "")
            case .delete(let sequences): "gone \(sequences)"
            case .imported(let source): "source \(source)"
            case .rules(let rules, let last): "rules \(rules.capacity) \(rules.recording) \(last)"
            case .erasing(let places): "erasing \(places)"
            case .erased: "_\(range.count)"
            case .unknown(let record): "?\(record.count)"
            }
        }.joined(separator: ", ")
    }
}

extension SearchHistoryEntry {
    /// Keyword, place, how often, and when: `가#1×2*↓@5` is pinned and was imported.
    var look: String {
        let count = (useCount == 1 ? "" : "×\(useCount)") + (isPinned ? "*" : "") + (isImported ? "↓" : "")
        let seconds = lastUsed.timeIntervalSinceReferenceDate
        return "\(keyword)#\(sequence)\(count)@" + (Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)")
    }
}

extension [UInt8] {
    /// Whether a keyword stands anywhere in them.
    func holds(_ keyword: String) -> Bool { Data(self).range(of: Data(keyword.utf8)) != nil }
}

/// The bytes of a journal that holds these entries, each newer than the one before.
func journal(_ entries: [SearchHistoryEntry]) -> [UInt8] {
    var log = SearchHistoryLog()
    for entry in entries {
        log.lastSequence += 1
        log.stored.insert(entry.with(sequence: log.lastSequence, isImported: false), at: 0)
    }
    return log.image()
}

/// A whole record of a kind, which may be one that nobody knows.
func foreign(_ kind: UInt8, _ content: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    let head = [UInt8(8 + content.count), 0, kind, flags]
    var crc = CRC32C()
    unsafe (head + content).withUnsafeBytes { unsafe crc.add($0) }
    return head + (0..<4).map { UInt8(crc.value >> (8 * $0) & 0xFF) } + content
}

func entry(_ keyword: String, at seconds: Double = 0, isPinned: Bool = false) -> SearchHistoryEntry {
    SearchHistoryEntry(keyword: keyword, lastUsed: Date(timeIntervalSinceReferenceDate: seconds), isPinned: isPinned)
}
