import CountedWrites
import Foundation
import NoticeBoardSearch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// What the file history costs beside SQLite and beside the least that a disk asks for.
enum History {
    static let subjects = [
        Subject(name: "history", summary: "saving, listing, deleting and importing, beside SQLite and a bare append") {
            try await run($0)
        },
        Subject(name: "history-saves", summary: "100 durable saves and nothing else, to be watched by strace") { _ in
            try saves()
        },
    ]

    private static func run(_ settings: Settings) async throws {
        guard let disk = RealDisk() else { return }
        defer { disk.remove() }
        print("  on \(disk.fileSystem); SQLite \(SQLite.version ?? "is not installed: its rows are skipped")")
        for count in [100, 1_000] { durable(disk, settings, count) }
        amortised(disk, settings)
        for (count, goal) in [(100, 1.0), (1_000, 6.0)] { loading(disk, settings, count, goal) }
        garbage(disk, settings)
        for count in [100, 1_000] { listing(disk, settings, count) }
        for count in [100, 1_000] { deleting(disk, settings, count) }
        importing(disk, settings)
        try await driver(disk, settings)
        strace(disk)
    }

    // MARK: - What the rows share

    static func keyword(_ number: Int) -> String { "검색어 \(number)" }

    static func history(_ disk: RealDisk, _ name: String, _ count: Int) -> FileSearchHistory {
        FileSearchHistory(
            directory: URL(fileURLWithPath: disk.folder), scope: "\(name)-\(count)", policy: .init(capacity: max(count, 1)))
    }

    static func save(_ keyword: String, in history: FileSearchHistory) -> Int {
        (try? history.applyBlocking(.save(.init(keyword)))) == nil ? 0 : 1
    }

    private static func fill(_ history: FileSearchHistory, _ count: Int) {
        _ = try? history.applyBlocking(.restore(entries(count)))
    }

    private static func entries(_ count: Int) -> [SearchHistoryEntry] {
        (0..<count).map { number in
            SearchHistoryEntry(keyword: keyword(number), lastUsed: Date(timeIntervalSinceReferenceDate: Double(number)))
        }
    }

    private static func database(_ disk: RealDisk, _ name: String, _ count: Int, _ synchronous: String) -> SQLite? {
        guard let database = SQLite(path: "\(disk.folder)/\(name)-\(count).sqlite", synchronous: synchronous) else { return nil }
        database.run("BEGIN")
        for number in 0..<count { database.save(keyword(number), at: Double(number)) }
        database.run("COMMIT")
        return database
    }

    private static let now: @Sendable () -> Double = { Date().timeIntervalSinceReferenceDate }

    // MARK: - Rows

    private static func durable(_ disk: RealDisk, _ settings: Settings, _ count: Int) {
        let history = history(disk, "durable", count)
        fill(history, count)
        let bare = open("\(disk.folder)/bare-\(count)", O_RDWR | O_CREAT, 0o600)
        defer { close(bare) }
        var (number, end) = (0, 0)
        let record = [UInt8](repeating: 7, count: 85 + keyword(count / 2).utf8.count)
        var lanes = [
            Race.Lane(name: "FileSearchHistory") {
                number += 1
                return save(keyword(number % count), in: history)
            },
            Race.Lane(name: "a bare append and sync") {
                let written = pwrite(bare, record, record.count, off_t(end))
                end += record.count
                #if canImport(Darwin)
                    return fcntl(bare, F_BARRIERFSYNC) == 0 && written > 0 ? 1 : 0
                #else
                    return fdatasync(bare) == 0 && written > 0 ? 1 : 0
                #endif
            },
        ]
        if let database = database(disk, "durable", count, "FULL") {
            lanes.append(
                Race.Lane(name: "SQLite, WAL, FULL") {
                    database.save(keyword(number % count), at: now())
                    return 1
                })
        }
        Race(lanes: lanes, rounds: settings.choose(400, quick: 3)).report(
            "a durable save among \(count)", goals: [nil, .atMost(1.1)])
    }

    /// Rewritings and checkpoints included, with a new keyword each time, so that an old one has to give way.
    private static func amortised(_ disk: RealDisk, _ settings: Settings) {
        let (count, saves) = (1_000, settings.choose(5_000, quick: 50))
        print("\nbytes written a save, with rewritings and checkpoints, over \(saves) saves of new keywords among \(count)")
        guard counted_writes_now().calls >= 0 else { return print("  not counted on this system") }
        let history = history(disk, "amortised", count)
        fill(history, count)
        var before = counted_writes_now()
        for number in 0..<saves { _ = save(keyword(count + number), in: history) }
        let ours = Double(counted_writes_now().bytes - before.bytes) / Double(saves)
        // The new entry, and the key of the entry it replaces.
        let record = Double(125 + 2 * keyword(count + saves / 2).utf8.count)
        line("FileSearchHistory", "\(ours.short) bytes", "record of \(record.short): \((ours / record).short)×")
        line("", "", Goal.atMost(2).verdict(ours / record))
        guard let database = database(disk, "amortised", count, "NORMAL") else { return }
        before = counted_writes_now()
        for number in 0..<saves {
            database.run("BEGIN")
            database.save(keyword(count + number), at: now())
            database.delete(keyword(number))
            database.run("COMMIT")
        }
        let theirs = Double(counted_writes_now().bytes - before.bytes) / Double(saves)
        line("SQLite, WAL", "\(theirs.short) bytes", "\((theirs / ours).short)× ours", Goal.atLeast(100).verdict(theirs / ours))
    }

    /// Prints the median of the first read of a history by a new object, in ms.
    private static func loading(_ disk: RealDisk, _ settings: Settings, _ count: Int, _ goal: Double) {
        fill(history(disk, "loading", count), count)
        let rounds = settings.choose(200, quick: 2)
        let times = (0..<rounds).map { _ in time { _ = try? history(disk, "loading", count).recentBlocking(count) } }
        print("\nthe first list of \(count), by a new object; median of \(rounds)")
        let median = times.sorted()[rounds / 2]
        line("FileSearchHistory", duration(median * 1e6), Goal.atMost(goal).verdict(median))
    }

    /// Prints the worst first read and the worst rewrite of a history with 16 MB of garbage behind it, in ms.
    private static func garbage(_ disk: RealDisk, _ settings: Settings) {
        fill(history(disk, "garbage", 100), 100)
        let path = "\(disk.folder)/garbage-100.jsonl"
        guard let whole = FileManager.default.contents(atPath: path) else { return }
        var worst = 0.0
        for unit in ["\0", "\n", "{", "{}\n", "{\"put\":[{\n", "{\"put\":1}\n", "\u{7F}", "한글 "] {
            let count = settings.choose(16 << 20, quick: 1 << 16) / unit.utf8.count
            let bytes = whole + Data(String(repeating: unit, count: count).utf8)
            try? bytes.write(to: URL(fileURLWithPath: path))
            worst = max(worst, time { _ = try? history(disk, "garbage", 100).recentBlocking(100) })
        }
        print("\n16 MB of garbage behind 100 entries: the slowest of eight kinds, the rewrite included")
        line("FileSearchHistory", duration(worst * 1e6), Goal.atMost(100).verdict(worst))
    }

    /// How long `body` takes, in ms.
    private static func time(_ body: () -> Void) -> Double {
        let time = ContinuousClock().measure(body).components
        return Double(time.seconds) * 1e3 + Double(time.attoseconds) / 1e15
    }

    private static func listing(_ disk: RealDisk, _ settings: Settings, _ count: Int) {
        let history = history(disk, "listing", count)
        fill(history, count)
        let times = settings.choose(500, quick: 5)
        var lanes = [
            Race.Lane(name: "FileSearchHistory") {
                blockingTask {
                    var total = 0
                    for _ in 0..<times { total += (try? await history.recent(20).count) ?? 0 }
                    return total
                }
            }
        ]
        if let database = database(disk, "listing", count, "FULL") {
            lanes.append(Race.Lane(name: "SQLite") { (0..<times).reduce(0) { total, _ in total + database.recent().count } })
        }
        Race(lanes: lanes, rounds: settings.choose(30, quick: 1)).report(
            "list 20 of \(count)", per: times, goals: [.atMost(0.10)])
    }

    private static func deleting(_ disk: RealDisk, _ settings: Settings, _ count: Int) {
        let history = history(disk, "deleting", count)
        fill(history, count)
        var lanes = [
            Race.Lane(name: "FileSearchHistory, without a trace", prepare: { _ = save(keyword(3), in: history) }) {
                (try? history.applyBlocking(.delete([.init(keyword(3))])))?.count ?? 0
            }
        ]
        if let database = database(disk, "deleting", count, "FULL") {
            database.run("PRAGMA secure_delete=ON")
            lanes.append(
                Race.Lane(name: "SQLite, secure_delete and checkpoint", prepare: { database.save(keyword(3), at: now()) }) {
                    database.delete(keyword(3))
                    database.run("PRAGMA wal_checkpoint(TRUNCATE)")
                    return 1
                })
        }
        Race(lanes: lanes, rounds: settings.choose(200, quick: 2)).report(
            "delete one of \(count)", milliseconds: .atMost(10))
    }

    private static func importing(_ disk: RealDisk, _ settings: Settings) {
        let count = 1_000
        let entries = entries(count)
        let history = history(disk, "importing", count)
        var lanes = [
            Race.Lane(name: "FileSearchHistory", prepare: { _ = try? history.applyBlocking(.deleteAll(keepingPinned: false)) }) {
                _ = try? history.applyBlocking(.restore(entries))
                return count
            }
        ]
        if let database = database(disk, "importing", 0, "FULL") {
            lanes.append(
                Race.Lane(name: "SQLite, one transaction", prepare: { database.run("DELETE FROM h") }) {
                    database.run("BEGIN")
                    for entry in entries { database.save(entry.keyword, at: entry.lastUsed.timeIntervalSinceReferenceDate) }
                    database.run("COMMIT")
                    return count
                })
        }
        Race(lanes: lanes, rounds: settings.choose(100, quick: 2)).report(
            "import \(count)", milliseconds: .atMost(15))
    }

    /// What leaving the caller's thread and coming back costs.
    private static func driver(_ disk: RealDisk, _ settings: Settings) async throws {
        let history = history(disk, "driver", 100)
        fill(history, 100)
        let clock = ContinuousClock()
        var (blocking, asynchronous): ([Double], [Double]) = ([], [])
        for number in 0..<settings.choose(4_000, quick: 10) {
            let start = clock.now
            _ = save(keyword(number % 100), in: history)
            let middle = clock.now
            try await history.save(keyword(number % 100))
            blocking.append(Double(start.duration(to: middle).components.attoseconds) / 1e9)
            asynchronous.append(Double(middle.duration(to: clock.now).components.attoseconds) / 1e9)
        }
        let medians = [blocking, asynchronous].map { $0.sorted()[$0.count / 2] }
        print("\na save by `await` beside the same on the calling thread; medians")
        line("applyBlocking", duration(medians[0]))
        line("await apply", duration(medians[1]))
        let over = (medians[1] - medians[0]) / 1_000
        line("more, in µs", over.short, Goal.atMost(20).verdict(over))
    }
}
