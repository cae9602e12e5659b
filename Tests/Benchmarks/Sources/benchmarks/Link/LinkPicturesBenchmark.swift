import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Pictures of the Link service: from memory, from the disk, stripped before they are sent, and evicted.
enum LinkPicturesBenchmark {
    static let subjects = [
        Subject(name: "link-pictures", summary: "a cached picture, a stripped one, 10,000 evicted, beside bare reads") {
            try await run($0)
        }
    ]

    private static let side = 500_000

    private static func run(_ settings: Settings) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("link-pictures-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await cached(settings, folder.appendingPathComponent("cached"))
        try stripped(settings)
        try await evicted(settings, folder.appendingPathComponent("evicted"))
    }

    /// A service with a picture of `bytes` bytes at every path.
    private static func pictures(_ bytes: Int, _ folder: URL, memory: Int = 32 << 20, disk: Int = 256 << 20) async throws
        -> LinkPictures
    {
        let picture = jpeg(bytes)
        let stub = StubTransport { request in
            request.path == "/login"
                ? .json(#"{"_id":"u1","token":"a","refreshToken":"r"}"#) : HTTPResponse(status: 200, body: picture)
        }
        guard let url = URL(string: "http://127.0.0.1") else { throw CocoaError(.fileNoSuchFile) }
        let session = LinkSession(LinkClient.Configuration(baseURL: url, key: "k"), transport: stub)
        try await session.signIn(email: "a@b.kr", password: "password")
        guard let pictures = session.pictures(in: folder, memoryBytes: memory, diskBytes: disk) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return pictures
    }

    /// A JPEG of noise; the one to strip has Exif and a second picture after its end.
    private static func jpeg(_ bytes: Int, isBurdened: Bool = false) -> Data {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> Data {
            Data([0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content)
        }
        var random = SeededRandom(seed: 7)
        var data = Data([0xFF, 0xD8])
        if isBurdened { data += segment(0xE1, Array("Exif\0\0".utf8) + [UInt8](repeating: 1, count: 60_000)) }
        data += segment(0xC0, [8, 8, 0, 8, 0, 1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 63, 0])
        var noise: [UInt8] = []
        noise.reserveCapacity(bytes)
        while noise.count < bytes - data.count - 2 {
            let number = random.next()
            for shift in stride(from: 0, to: 64, by: 8) {
                let byte = UInt8(truncatingIfNeeded: number >> UInt64(shift))
                noise.append(byte)
                if byte == 0xFF { noise.append(0) }
            }
        }
        data.append(contentsOf: noise)
        data += [0, 0xFF, 0xD9]
        return isBurdened ? data + Data(repeating: 5, count: 1 << 20) : data
    }

    // MARK: - Cached

    private static func cached(_ settings: Settings, _ folder: URL) async throws {
        let count = settings.choose(200, quick: 5)
        let fromMemory = try await pictures(side, folder)
        let fromDisk = try await pictures(side, folder, memory: 0)
        _ = try await fromMemory.picture(at: "uploads/1.jpg")
        let file = try await onDisk(folder)
        _ = try await fromDisk.picture(at: "uploads/1.jpg")
        let contest = Contest(
            contenders: [
                Contender("from the disk") { blockingTask { await total(fromDisk, count) } },
                Contender("open, fstat, read, close, into a Data") {
                    blockingTask { (0..<count).reduce(0) { sum, _ in sum + bareRead(file) } }
                },
                Contender("Data(contentsOf:)") {
                    blockingTask { (0..<count).reduce(0) { sum, _ in sum + (((try? Data(contentsOf: file))?.count) ?? 0) } }
                },
                Contender("from memory") {
                    (0..<count * 100).reduce(0) { sum, _ in sum + (fromMemory.remembered("uploads/1.jpg")?.count ?? 0) }
                },
            ], rounds: settings.choose(15, quick: 1))
        let measurements = contest.measure()
        print("\na picture of \(side / 1_000) KB; the best of \(contest.rounds) rounds of \(count)")
        for (index, contender) in contest.contenders.enumerated() {
            line(contender.name, duration(measurements[index].best / Double(index == 3 ? count * 100 : count)))
        }
        let memory = measurements[3].best / Double(count * 100)
        line("from memory, in µs", String(format: "%.3f", memory / 1_000), Goal.atMost(1).verdict(memory / 1_000))
        let ratio = measurements[0].best / measurements[1].best
        line("from the disk, beside the bare read", String(format: "%.2f", ratio), Goal.atMost(30).verdict(ratio))
    }

    /// The time of a picture from the disk by that of the bare read of its file.
    static func ratio(in folder: URL) async throws -> Double {
        let fromDisk = try await pictures(side, folder, memory: 0)
        _ = try await fromDisk.picture(at: "uploads/1.jpg")
        let file = try await onDisk(folder)
        let contest = Contest(
            contenders: [
                Contender("from the disk") { blockingTask { await total(fromDisk, 20) } },
                Contender("bare read") { blockingTask { (0..<20).reduce(0) { sum, _ in sum + bareRead(file) } } },
            ], rounds: 9)
        let measurements = contest.measure()
        return measurements[0].best / measurements[1].best
    }

    private static func total(_ pictures: LinkPictures, _ count: Int) async -> Int {
        var sum = 0
        for _ in 0..<count { sum += (try? await pictures.picture(at: "uploads/1.jpg").count) ?? 0 }
        return sum
    }

    /// The file of the one picture, once it is there.
    private static func onDisk(_ folder: URL) async throws -> URL {
        while true {
            for name in FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
            where name.contains("/") && !name.hasSuffix(".part") {
                return folder.appendingPathComponent(name)
            }
            try await Task.sleep(nanoseconds: 1_000_000)
        }
    }

    private static func bareRead(_ file: URL) -> Int {
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, let memory = malloc(Int(status.st_size)) else { return 0 }
        let count = read(descriptor, memory, Int(status.st_size))
        return Data(bytesNoCopy: memory, count: count, deallocator: .free).count
    }

    // MARK: - Stripped

    private static func stripped(_ settings: Settings) throws {
        let bytes = settings.choose(5_000_000, quick: 100_000)
        let file = LinkFile(unchecked: jpeg(bytes, isBurdened: true), kind: .jpeg)
        let contest = Contest(
            contenders: [Contender("stripped") { (try? file.prepared()) == nil ? 0 : 1 }], rounds: settings.choose(20, quick: 1))
        let best = contest.measure()[0].median
        print("\na JPEG of \(bytes / 1_000) KB with Exif, and 1 MB behind its end; the median of \(contest.rounds) rounds")
        line("stripped, in ms", String(format: "%.2f", best / 1e6), Goal.atMost(10).verdict(best / 1e6))
    }

    // MARK: - Evicted

    private static func evicted(_ settings: Settings, _ folder: URL) async throws {
        let count = settings.choose(10_000, quick: 200)
        let filling = try await pictures(2_000, folder, memory: 0, disk: 1 << 30)
        for number in 0..<count { _ = try await filling.picture(at: "uploads/\(number).jpg") }
        while files(folder) < count { try await Task.sleep(nanoseconds: 10_000_000) }
        // The next launch has almost no room, and shows pictures while it removes others.
        let clock = ContinuousClock()
        let small = try await pictures(2_000, folder, disk: 100_000)
        let start = clock.now
        var (longest, shown, rounds) = (Duration.zero, 0, 0)
        while rounds % 50 != 0 || files(folder) > 60 {
            let before = clock.now
            shown += try await small.picture(at: "uploads/\(rounds % 500).jpg").count
            longest = max(longest, before.duration(to: clock.now))
            rounds += 1
        }
        let whole = start.duration(to: clock.now)
        print("\n\(count) pictures on the disk, room for 50; \(rounds) pictures shown while the others were evicted")
        func milliseconds(_ duration: Duration) -> Double {
            Double(duration.components.attoseconds) / 1e15 + Double(duration.components.seconds) * 1e3
        }
        let wait = milliseconds(longest)
        line("all evicted after, in ms", String(format: "%.0f", milliseconds(whole)))
        line("the longest wait for a picture, in ms", String(format: "%.1f", wait), Goal.atMost(16).verdict(wait))
    }

    private static func files(_ folder: URL) -> Int {
        let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        return all.count { $0.contains("/") && !$0.hasSuffix(".part") }
    }
}
