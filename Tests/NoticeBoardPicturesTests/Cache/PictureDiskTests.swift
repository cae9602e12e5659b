import Foundation
import NoticeBoardBase
import NoticeBoardPictures
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Picture cache on disk", .serialized, .inTurn, .trialLimit(minutes: 1)) struct PictureDiskTests {
    private let fixture = PictureFixture()

    private var bytesOnDisk: Int {
        fixture.files.reduce(0) { sum, file in
            sum + ((try? Data(contentsOf: fixture.folder.appendingPathComponent(file)).count) ?? 0)
        }
    }

    @Test("The memory cache matches a model with least-recently-used eviction") func memoryModel() async throws {
        let trials = RandomTrials()
        var random = trials.random
        let limits = PictureLimits(memoryBytes: 12_000)
        let pictures = fixture.pictures(fixture.signedIn(), onDisk: false, limits)
        var model: [(path: String, data: Data)] = []
        var asked = 0
        for step in 0..<trials.count(500) {
            let path = "uploads/\(random.below(24)).jpg"
            if random.below(200) == 0 {
                pictures.forgetMemory()
                model = []
            }
            let index = model.firstIndex { $0.path == path }
            var found = index.map { model.remove(at: $0) }
            if random.chance(30) {
                #expect(pictures.remembered(path) == found?.data, "\(trials), step \(step)")
            } else {
                #expect(try await pictures.picture(at: path) == PictureFixture.picture(path), "\(trials), step \(step)")
                if found == nil {
                    asked += 1
                    let data = PictureFixture.picture(path)
                    while model.reduce(0, { $0 + $1.data.count }) + data.count > 12_000 { model.removeFirst() }
                    found = (path, data)
                }
            }
            if let found { model.append(found) }
            #expect(fixture.count.withLock { $0 } == asked, "\(trials), step \(step)")
        }
    }

    @Test("Stores a picture of at most half the disk limit") func large() async throws {
        let path = "uploads/1.jpg"
        let size = PictureFixture.picture(path).count
        for (room, asked) in [(2 * size - 1, 2), (2 * size, 3)] {
            let pictures = fixture.launch("first", .init(memoryBytes: 0, diskBytes: room))
            for _ in 1...2 {
                _ = try await pictures.picture(at: path)
                await pictures.settled()
            }
            #expect(fixture.count.withLock { $0 } == asked)
        }
    }

    @Test("The disk cache evicts the least recently used pictures")
    func diskModel()
        async throws
    {
        let trials = RandomTrials()
        var random = trials.random
        let (limit, age) = (40_000, 400_000.0)
        func launch() -> Pictures {
            fixture.launch("first", .init(memoryBytes: 0, diskBytes: limit, age: age))
        }
        var pictures = launch()
        var used: [(path: String, at: Double)] = []
        for step in 0..<trials.count(500) {
            // Advance by more than an hour, so that each use is recorded.
            let now = fixture.time.withLock { time in
                time += random.chance(2) ? age + 1 : Double(3_700 + random.below(60))
                return time
            }
            if random.chance(5) { pictures = launch() }
            let path = "uploads/\(random.below(60)).jpg"
            let before = fixture.count.withLock { $0 }
            #expect(try await pictures.picture(at: path) == PictureFixture.picture(path), "\(trials), step \(step)")
            let wasRequested = fixture.count.withLock { $0 } > before
            await pictures.settled()
            if let last = used.last(where: { $0.path == path }) {
                // The pictures used since then fit into the limit, so this one must still be stored.
                let since = Set(used.reversed().prefix { $0.path != path }.map(\.path) + [path])
                let size = since.reduce(0) { $0 + PictureFixture.picture($1).count + 100 }
                if size < limit / 10 * 8, now - last.at <= age { #expect(!wasRequested, "\(trials), step \(step)") }
                if now - last.at > age { #expect(wasRequested, "\(trials), step \(step)") }
            } else {
                #expect(wasRequested, "\(trials), step \(step)")
            }
            used.append((path, now))
            #expect(bytesOnDisk <= limit, "\(trials), step \(step)")
        }
    }

    @Test("Requests a picture again if its file was cut or changed") func damaged() async throws {
        let pictures = fixture.pictures(fixture.signedIn(), .init(memoryBytes: 0))
        let path = "uploads/1.jpg"
        _ = try await pictures.picture(at: path)
        await pictures.settled()
        let file = fixture.folder.appendingPathComponent(try #require(fixture.files.first))
        let whole = try Data(contentsOf: file)
        var asked = 1
        let cuts = stride(from: 0, to: whole.count, by: 7).map { whole.prefix($0) } + [whole + [0]]
        let changes = (1...30).map { back in
            var changed = whole
            changed[whole.count - back] ^= 1
            return changed
        }
        for bytes in cuts + changes {
            try bytes.write(to: file)
            #expect(try await pictures.picture(at: path) == PictureFixture.picture(path))
            asked += 1
            await pictures.settled()
            #expect(fixture.count.withLock { $0 } == asked)
            #expect(try Data(contentsOf: file) == whole)
        }
    }

    @Test(
        "A failed file operation neither loses a picture nor leaves a damaged file")
    func faults() async throws {
        for failsAllLater in [false, true] {
            var number = 0
            while true {
                try? FileManager.default.removeItem(at: fixture.folder)
                let files = FaultyFiles()
                files.fail(number, failsAllLater ? ENOSPC : EIO, failsAllLater: failsAllLater)
                let limits = PictureLimits(memoryBytes: 0, diskBytes: 3_000)
                let pictures = fixture.pictures(fixture.signedIn(), limits, files: files)
                for path in ["uploads/1.jpg", "uploads/2.jpg", "uploads/1.jpg", "uploads/3.jpg"] {
                    #expect(try await pictures.picture(at: path) == PictureFixture.picture(path), "call \(number)")
                    await pictures.settled()
                }
                let later = fixture.launch("first", .init(memoryBytes: 0))
                for path in ["uploads/1.jpg", "uploads/2.jpg"] {
                    #expect(try await later.picture(at: path) == PictureFixture.picture(path), "call \(number)")
                }
                await later.settled()
                if number >= files.calls.count { break }
                number += 1
            }
            #expect(number > (failsAllLater ? 5 : 20))
        }
    }

    @Test("The scope reports pictures that a sign-out could not erase") func notErased() async throws {
        let (files, session) = (FaultyFiles(), fixture.signedIn())
        let pictures = fixture.pictures(session, files: files)
        _ = try await pictures.picture(at: "uploads/1.jpg")
        await pictures.settled()
        files.plan(FileFault(.remove, 0, EACCES, failsAllLater: true))
        session.signOut()
        #expect(await session.waitUntilErased()?.code == .storeReadOnly)
        #expect(fixture.files.count == 1)
    }

    @Test("Deletes a killed process's partial file only when it is old")
    func leftovers()
        async throws
    {
        let first = fixture.launch()
        _ = try await first.picture(at: "uploads/1.jpg")
        await first.settled()
        let place = fixture.folder.appendingPathComponent(try #require(fixture.files.first)).deletingLastPathComponent()
        let left = place.appendingPathComponent("77-1.part")
        try Data("half".utf8).write(to: left)
        await beginning(fixture.launch())
        #expect(FileManager.default.fileExists(atPath: left.path))
        fixture.time.withLock { $0 += 7_200 }
        await beginning(fixture.launch())
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(fixture.files.count == 1)
    }

    /// Makes the first request of a launch, which scans the folder.
    private func beginning(_ pictures: Pictures) async {
        _ = try? await pictures.picture(at: "uploads/1.jpg")
        await pictures.settled()
    }

    #if os(macOS) || os(Linux)
        @Test("Two processes that share a folder never read a damaged picture") func processes()
            async throws
        {
            let folder = fixture.folder.path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            async let first: Void = Self.child(folder, 1)
            async let second: Void = Self.child(folder, 2)
            _ = await (first, second)
            #expect(fixture.files.allSatisfy { !$0.hasSuffix(".part") })
            let pictures = fixture.pictures(fixture.signedIn(), .init(memoryBytes: 0))
            for number in 0..<200 {
                #expect(
                    try await pictures.picture(at: "uploads/\(number).jpg") == PictureFixture.picture("uploads/\(number).jpg"))
            }
            #expect(fixture.count.withLock { $0 } < 200)
        }

        private static func child(_ folder: String, _ seed: UInt64) async {
            await #expect(processExitsWith: .success) { [folder = folder as String, seed = seed as UInt64] in
                var random = SeededRandom(seed: seed)
                let fixture = PictureFixture()
                let session = fixture.signedIn()
                let limits = PictureLimits(memoryBytes: 0, diskBytes: 100_000)
                let pictures = fixture.pictures(session, limits, in: URL(fileURLWithPath: folder))
                for step in 0..<1_500 {
                    let path = "uploads/\(random.below(200)).jpg"
                    guard try await pictures.picture(at: path) == PictureFixture.picture(path) else { exit(1) }
                    if step % 50 == 0 { await pictures.settled() }
                }
                await pictures.settled()
                // The other process wrote most of the pictures that were read, and many were evicted.
                guard 100..<1_500 ~= fixture.count.withLock({ $0 }) else { exit(2) }
                exit(0)
            }
        }
    #endif
}
