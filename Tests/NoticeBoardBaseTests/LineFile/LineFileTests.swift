import Foundation
import NoticeBoardBase
import TestSupport
import Testing

@Suite("LineFile", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LineFileTests {
    private let disk = MemoryFileSystem()

    private func text() -> String { String(decoding: disk.words, as: UTF8.self) }

    @Test("Writes a first line with identifier, version and header, then a line for each change") func format() throws {
        var file = WordFile(disk)
        try file.change(until: 0) { _, _ in .rewrite(Words([], note: "메모"), isDeleting: false) }
        try file.add("가")
        try file.add("나")
        let lines = text().split(separator: "\n", omittingEmptySubsequences: false)
        let first = try #require(lines.first)
        #expect(first.hasPrefix("{\"id\":\""))
        #expect(first.dropFirst(23) == "\",\"version\":1,\"header\":{\"note\":\"메모\"}}")
        #expect(lines.dropFirst() == ["{\"word\":\"가\"}", "{\"word\":\"나\"}", ""])
        #expect(file.content?.offsets == [first.utf8.count + 1, first.utf8.count + 16])
    }

    @Test("A second reader sees appended, rewritten and removed content") func twoReaders() throws {
        var (writer, reader) = (WordFile(disk), WordFile(disk))
        #expect(try reader.words() == [])
        #expect(!reader.exists)
        try writer.add("가", "나")
        #expect(try reader.words() == ["가", "나"])
        try writer.add("다")
        #expect(try reader.words() == ["가", "나", "다"])
        try writer.delete("나")
        #expect(try reader.words() == ["가", "다"])
        try writer.erase(until: 0) { _ in nil }
        #expect(try reader.words() == [])
        #expect(!reader.exists)
    }

    @Test("Erasing without a header leaves only the lock file") func erased() throws {
        var file = WordFile(disk)
        try file.add("가")
        try file.erase(until: 0) { _ in nil }
        #expect(disk.contents.keys.sorted() == ["/store/lock"])
    }

    @Test("Erasing keeps the header, even on a full disk", arguments: [false, true])
    func erasingKeepsHeader(_ isFull: Bool) throws {
        var file = WordFile(disk)
        try file.change(until: 0) { _, _ in .rewrite(Words(["비밀"], note: "남는 것"), isDeleting: false) }
        if isFull { disk.room = 0 }
        try file.erase(until: 0) { Words([], note: String($0.header.note.prefix(1))) }
        #expect(!disk.holds("비밀"))
        var other = WordFile(disk)
        #expect(try other.words() == [])
        #expect(other.content?.header.note == "남")
        disk.room = .max
        try other.add("다음")
        #expect(try file.words() == ["다음"])
        #expect(file.content?.header.note == "남")
    }

    @Test("A deleted word remains in no file, including leftovers and damaged copies") func noTrace() throws {
        var file = WordFile(disk)
        try file.add("비밀")
        disk.put(disk.words + Array("비밀}\n".utf8), at: WordFile.path)
        try file.add("다른 것")
        #expect(disk.contents[WordFile.path + ".damaged"] == Array("비밀}\n".utf8))
        disk.put(Array("비밀".utf8), at: WordFile.path + ".new")
        try file.delete("비밀")
        #expect(!disk.holds("비밀"))
        #expect(try file.words() == ["다른 것"])
    }

    @Test("An unterminated last line is ignored and removed by the next change") func tornLine() throws {
        var file = WordFile(disk)
        try file.add("가")
        disk.put(disk.words + Words.line("나"), at: WordFile.path)
        #expect(try file.words() == ["가"])
        try file.add("다")
        #expect(try file.words() == ["가", "다"])
        #expect(!text().contains("나"))
    }

    @Test("Sets aside up to 1 MB of unreadable lines") func damage() throws {
        var file = WordFile(disk)
        try file.add("가")
        let broken = Array("{\"word\":\"부서진\n".utf8) + [UInt8](repeating: 0x7B, count: 2 << 20) + [0x0A]
        disk.put(disk.words + broken + Words.line("나") + [0x0A], at: WordFile.path)
        #expect(try file.words() == ["가", "나"])
        #expect(file.damagedSize == broken.count)
        try file.add("다")
        #expect(try file.words() == ["가", "나", "다"])
        #expect(file.damagedSize == 0)
        #expect(disk.contents[WordFile.path + ".damaged"] == Array(broken.prefix(1 << 20)))
    }

    @Test("An unreadable first line loses no other line", arguments: ["", "{}", "{\"id\":\"0", "\u{0}\u{0}"])
    func badFirstLine(_ first: String) throws {
        disk.put(Array((first + "\n").utf8) + Words.line("가") + [0x0A], at: WordFile.path)
        var file = WordFile(disk)
        #expect(try file.words() == ["가"])
        try file.add("나")
        #expect(try file.words() == ["가", "나"])
        #expect(text().hasPrefix("{\"id\":\""))
    }

    @Test("A file of a newer version can only be erased") func newer() throws {
        let newer = Array("{\"id\":\"9f2c41d07ab35e68\",\"version\":2,\"head\":[]}\n{\"새\":1}\n".utf8)
        disk.put(newer, at: WordFile.path)
        var file = WordFile(disk)
        #expect(throws: LineFileError.tooNew(2)) { try file.words() }
        #expect(throws: LineFileError.tooNew(2)) { try file.add("가") }
        #expect(throws: LineFileError.tooNew(2)) { try file.delete("가") }
        #expect(disk.words == newer)
        try file.erase(until: 0) { $0 }
        #expect(try file.words() == [])
        #expect(disk.words == [])
    }

    @Test("Waits for a held lock only to change") func busy() throws {
        var file = WordFile(disk)
        try file.add("가")
        let lock = try disk.open("/store/lock", .create)
        #expect(try disk.lock(lock))
        let start = disk.uptime
        #expect(throws: LineFileError.busy) { try file.change(until: start + 0.5) { _, _ in .append([Words.line("나")]) } }
        #expect(abs(disk.uptime - start - 0.5) < 0.001)
        #expect(throws: LineFileError.busy) { try file.erase(until: 0) { _ in nil } }
        #expect(try file.words() == ["가"])
    }

    @Test("A removed lock file blocks no writer") func removedLock() throws {
        var file = WordFile(disk)
        try file.add("가")
        let held = try disk.open("/store/lock", .create)
        #expect(try disk.lock(held))
        try disk.remove("/store/lock")
        try file.add("나")
        #expect(try file.words() == ["가", "나"])
    }

    @Test("Rewrites a file that exceeds twice its live size") func growth() throws {
        var file = WordFile(disk, minimumSize: 500)
        for number in 0..<200 {
            try file.change(until: 0) { _, _ in .append([Words.line("\(number)"), Words.gone("\(number)")]) }
        }
        #expect(disk.words.count <= 500)
        try file.add("남는 것")
        #expect(try file.words() == ["남는 것"])
    }

    @Test("Replaces a file that others can read or that has a second name", arguments: [false, true])
    func exposed(_ isLinked: Bool) throws {
        var file = WordFile(disk)
        try file.add("가")
        if isLinked {
            disk.link(WordFile.path, to: "/store/copy")
        } else {
            disk.put(disk.words, at: WordFile.path, isReadableByAll: true)
        }
        try file.add("나")
        #expect(try file.words() == ["가", "나"])
        #expect(try disk.status(at: WordFile.path)?.isPrivate == true)
        #expect(disk.contents["/store/copy"].map { Data($0).range(of: Data("나".utf8)) == nil } ?? true)
    }

    @Test("Every call closes its files, whether it throws or not") func nothingStaysOpen() throws {
        let files = FaultyFiles(disk)
        var file = WordFile(files)
        for number in 0..<60 {
            files.fail(number)
            try? file.add("가")
            #expect(files.openFiles == 0, "call \(number)")
            files.fail(number)
            try? file.delete("가")
            #expect(files.openFiles == 0, "call \(number)")
        }
    }

    @Test("A long header does not make later changes rewrite the file") func longHeader() throws {
        var (writer, other) = (WordFile(disk, minimumSize: 1 << 20), WordFile(disk, minimumSize: 1 << 20))
        try writer.change(until: 0) { _, _ in
            .rewrite(Words(["가"], note: String(repeating: "n", count: 70_000)), isDeleting: false)
        }
        try other.add("나")
        #expect(try writer.words() == ["가", "나"])
        #expect(!writer.needsRewrite)
    }
}
