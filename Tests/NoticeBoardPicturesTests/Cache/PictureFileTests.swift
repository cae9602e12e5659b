import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardPictures

@Suite("Files of the picture cache", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PictureFileTests {
    private let root = ScratchFolder.url("picture files").path
    private let files = WatchedFiles()
    private let time = Locked(1_000_000.0)
    private let folder = "pictures-" + HashedName.of("me")

    private func disk(_ bytes: Int = 10_000, age: Double = 80_000) -> PictureDisk {
        PictureDisk(root, account: "me", limit: bytes, age: age, files: files) { [time] in
            time.withLock { $0 }
        }
    }
    /// The file operations without closing, which happens on another thread.
    private var unclosed: [String] { files.lines.filter { !$0.hasPrefix("close") } }
    /// The file operations without the unique names of temporary files.
    private var unnamed: [String] {
        files.lines.map { line in
            line.split(separator: " ").map { $0.hasSuffix(".part") ? ".part" : $0 }.joined(separator: " ")
        }
    }
    private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(root)/\(folder)/\(name)") }
    private func file(_ path: String) -> URL { url(HashedName.of(path)) }
    private func age(_ url: URL, _ seconds: Double) throws {
        try POSIXFileSystem().touch(url.path, at: time.withLock { $0 } - seconds)
    }

    @Test("A file name is a stable hash") func names() {
        let all = [
            ("me", "8a95f07b55050a7"), ("", "cbf29ce484222325"), ("uploads/1.jpg", "d97196f38722c58c"), ("봄", "9392811bab3d34ba"),
        ]
        for (text, name) in all { #expect(HashedName.of(text) == name) }
    }

    @Test("Writes a picture atomically, with its owner and checksum behind it") func form()
        async throws
    {
        let (disk, picture, name) = (disk(), Data([1, 2, 3]), HashedName.of("uploads/1.jpg"))
        disk.store(picture, for: "uploads/1.jpg")
        await disk.settled()
        let sum = PictureBuilder.bigEndian(PictureBuilder.crc32(Data("me\nuploads/1.jpg".utf8)) ^ PictureBuilder.crc32(picture))
        #expect(try Data(contentsOf: file("uploads/1.jpg")) == picture + sum)
        let written =
            ["remove .part", "open .part", "write .part", "sync .part ordered"]
            + ["rename .part \(name)", "close .part", "status touch \(name) 1000000"]
        #expect(Array(unnamed.suffix(8)) == ["open names of \(folder)"] + written)
        files.reset()
        disk.store(picture, for: "uploads/1.jpg")
        await disk.settled()
        #expect(unnamed == ["makeDirectory \(folder)"] + written)
        files.reset()
        #expect(disk.data(for: "uploads/1.jpg") == picture)
        #expect(disk.data(for: "uploads/2.jpg") == nil)
        #expect(Array(files.lines.prefix(4)) == ["open", "status", "read", "close"].map { "\($0) \(name)" })
        #expect(files.openFiles == 0)
        // A picture that could not be written gets no date.
        for number in 0..<6 {
            files.reset(failing: number)
            disk.store(picture, for: "uploads/3.jpg")
            await disk.settled()
            #expect(!files.lines.contains { $0.hasPrefix("status touch") }, "\(number)")
            #expect(disk.data(for: "uploads/3.jpg") == nil, "\(number)")
        }
        for number in 0..<3 {
            files.reset(failing: number)
            #expect(disk.data(for: "uploads/1.jpg") == nil, "\(number)")
            #expect(files.openFiles == 0, "\(number)")
        }
    }

    @Test("Rejects a picture with a flipped bit") func flipped() async throws {
        let (disk, picture) = (disk(), Data((0..<200).map { UInt8($0) }))
        for place in stride(from: 0, to: 200, by: 7) {
            disk.store(picture, for: "uploads/1.jpg")
            await disk.settled()
            var bytes = try Data(contentsOf: file("uploads/1.jpg"))
            bytes[place] ^= 0x10
            try bytes.write(to: file("uploads/1.jpg"))
            #expect(disk.data(for: "uploads/1.jpg") == nil, "byte \(place)")
            await disk.settled()
        }
    }

    @Test(
        "Records the use of a picture at most once per hour or eighth of its maximum age",
        arguments: [(80_000.0, 3_600.0), (8_000, 1_000)])
    func used(age: Double, moment: Double) async throws {
        let (disk, name) = (disk(age: age), HashedName.of("p"))
        for (unused, line) in [(0, nil), (moment, nil), (moment + 1, "status touch"), (age, "status touch"), (age + 1, "remove")]
            as [(Double, String?)]
        {
            disk.store(Data([1]), for: "p")
            await disk.settled()
            try self.age(file("p"), unused)
            files.reset()
            #expect((disk.data(for: "p") == nil) == (line == "remove"))
            await disk.settled()
            let more = line.map { ["\($0) \(name)" + ($0 == "remove" ? "" : " 1000000")] } ?? []
            #expect(unclosed == ["open", "status", "read"].map { "\($0) \(name)" } + more, "\(unused)")
            #expect(files.openFiles == 0, "\(unused)")
        }
        // A file that is not a picture is deleted at any age.
        disk.store(Data([1]), for: "p")
        await disk.settled()
        try Data([1]).write(to: file("p"))
        files.reset()
        #expect(disk.data(for: "p") == nil)
        await disk.settled()
        #expect(unclosed.last == "remove \(name)")
    }

    @Test(
        "Evicts the least recently used pictures down to nine tenths when the limit is exceeded",
        arguments: [(11_000, false), (10_999, true)])
    func evicts(room: Int, isTooLittle: Bool) async throws {
        let disk = disk(room)
        let paths = (0...10).map { "p\(10 + $0)" }
        func keep(_ path: String) async {
            time.withLock { $0 += 1 }
            // Each file has a thousand bytes, including the trailer.
            disk.store(Data(count: 1_000 - 4), for: path)
            await disk.settled()
        }
        for path in paths.prefix(10) { await keep(path) }
        func left() -> [String] { paths.filter { FileManager.default.fileExists(atPath: file($0).path) } }
        #expect(left() == Array(paths.prefix(10)))
        #expect(try Data(contentsOf: file("p10")).count == 1_000)
        // Using a picture makes it younger than those stored after it.
        try age(file("p10"), 0)
        await keep(paths[10])
        #expect(left() == (isTooLittle ? ["p10"] + paths.dropFirst(3) : paths))
        // The next launch finds the same files and uses the same limit.
        let later = self.disk(room)
        _ = later.data(for: "none")
        await later.settled()
        #expect(left() == (isTooLittle ? ["p10"] + paths.dropFirst(3) : paths))
        await keep("p99")
        #expect(left().count == (isTooLittle ? 9 : 8))
        await keep("p98")
        #expect(left().count == (isTooLittle ? 7 : 8))
    }

    @Test("Stores pictures of any length") func lengths() async throws {
        let disk = disk(64 << 20)
        for (path, count) in [("e", 0), ("l", 0x81_8283)] {
            disk.store(Data(count: count), for: path)
            await disk.settled()
            #expect(disk.data(for: path)?.count == count)
        }
    }

    @Test("The first start deletes expired and partial files") func begins()
        async throws
    {
        let others = [
            "pictures-" + HashedName.of("other"), "pictures-mine", "drafts-" + HashedName.of("me"), HashedName.of("x"),
        ]
        for other in others + [folder] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(other)", withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(root)/\(other)/x"))
        }
        let ages: [(String, Double)] = [
            ("young", 80_000), ("old", 80_001), ("1-1.part", 3_600), ("1-2.part", 3_601), ("ahead", -5), ("1-3.part", -5),
        ]
        for (name, seconds) in ages {
            try Data("x".utf8).write(to: url(name))
            try age(url(name), seconds)
        }
        try age(url("x"), 0)
        try FileManager.default.createDirectory(at: url("folder"), withIntermediateDirectories: true)
        try age(url("folder"), 90_000)
        let disk = disk()
        _ = disk.data(for: "none")
        await disk.settled()
        func left() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted() }
        #expect(try left() == ["1-1.part", "1-3.part", "ahead", "folder", "x", "young"])
        let kept = others + [folder]
        #expect(try FileManager.default.contentsOfDirectory(atPath: root).sorted() == kept.sorted())
        for other in others { #expect(FileManager.default.fileExists(atPath: "\(root)/\(other)/x")) }
        files.reset()
        _ = disk.data(for: "none")
        await disk.settled()
        #expect(!files.lines.contains("open names of \(folder)"))
    }

    @Test("After ending, the cache only erases its folder") func ends() async throws {
        let disk = disk()
        disk.store(Data([1]), for: "p")
        await disk.settled()
        disk.end()
        files.reset()
        disk.store(Data([2]), for: "q")
        await disk.settled()
        #expect(files.lines.isEmpty)
        let (semaphore, isOver, line) = (DispatchSemaphore(value: 0), Locked(false), "remove \(HashedName.of("p"))")
        files.hold(line, semaphore)
        let erasing = Task {
            try await disk.removeAll()
            isOver.withLock { $0 = true }
        }
        await files.waitForLine(line)
        await letOtherTasksRun()
        #expect(!isOver.withLock { $0 })
        semaphore.signal()
        try await erasing.value
        let builder = "statusOfPath \(HashedName.of("p"))"
        #expect(files.lines == ["statusOfPath \(folder)", "open names of \(folder)", builder, line, "remove folder \(folder)"])
        #expect(!FileManager.default.fileExists(atPath: "\(root)/\(folder)"))
    }
}
