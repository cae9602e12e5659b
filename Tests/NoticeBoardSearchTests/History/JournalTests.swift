import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

@Suite("The journal's bytes", .serialized, .inTurn, .trialLimit(minutes: 1))
struct JournalTests {
    @Test("The checksum is CRC-32C")
    func checksum() {
        var crc = CRC32C()
        let digits = Array("123456789".utf8)
        unsafe digits.withUnsafeBytes { unsafe crc.add($0) }
        #expect(crc.value == 0xE306_9283)
        // In pieces and at other lengths the same: the quick way and the plain one agree.
        var pieces = CRC32C()
        for digit in digits { unsafe [digit].withUnsafeBytes { unsafe pieces.add($0) } }
        #expect(pieces.value == crc.value)
    }

    @Test("The documented dump is what is written")
    func documentedSample() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("Documentation/SearchHistoryFormat.md"), encoding: .utf8)
        let dump = try #require(page.components(separatedBy: "```dump\n").dropFirst().first?.components(separatedBy: "```").first)
        let documented = dump.split(separator: "\n").flatMap { line in
            line.dropFirst(6).prefix(47).split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
        #expect(documented == Self.sample)
    }

    /// What the format's page shows: rules, an import that is done, three entries, of which one gave way and one was erased.
    static var sample: [UInt8] {
        var bytes = JournalHeader().bytes
        var rules = SearchHistoryLog.Rules()
        rules.obey(SearchHistoryPolicy(capacity: 50, maximumAge: 7_776_000))
        rules.recording = .paused
        func put(_ keyword: String, _ target: SearchTarget, _ seconds: Double, _ sequence: UInt64, isPinned: Bool = false)
            -> SearchHistoryEntry
        {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            return SearchHistoryEntry(keyword: keyword, target: target, lastUsed: date, isPinned: isPinned).with(
                sequence: sequence, isImported: sequence == 2)
        }
        for record in [
            JournalRecord.rules(rules, lastSequence: 3), .imported("Core Data"),
            .put(put("공지", .all, 700_000_060.5, 2, isPinned: true), replacing: nil),
            .put(put("검색", .title, 700_000_120, 3), replacing: 1), .delete([2]),
        ] { record.write(to: &bytes) }
        return bytes + JournalRecord.filler(length: 24)
    }

    @Test("What is written is read again, whatever it holds")
    func roundTrip() {
        let odd = Double(bitPattern: 0x7FF8_0000_0000_0001)
        let entries = [
            entry("a\0b", at: odd), entry("👨‍👩‍👧‍👦", at: -0.0, isPinned: true), entry(String(repeating: "가", count: 10_000)),
        ]
        var bytes: [UInt8] = []
        for entry in entries { JournalRecord.put(entry, replacing: .max).write(to: &bytes) }
        let read = JournalScan(bytes, from: 0)
        #expect(read.lostBytes == 0)
        #expect(read.records.count == 3)
        for (found, entry) in zip(read.contents, entries) {
            guard case .put(let other, .max) = found else { return #expect(Bool(false), "no entry") }
            #expect(other.id == entry.id && other.isPinned == entry.isPinned)
            let bits = (other.lastUsed, entry.lastUsed)
            #expect(bits.0.timeIntervalSinceReferenceDate.bitPattern == bits.1.timeIntervalSinceReferenceDate.bitPattern)
        }
    }

    @Test("Of a file cut at every byte the whole records are read", arguments: ["cut", "zeros", "garbage"])
    func tornTail(_ kind: String) async throws {
        let entries = (0..<4).map { entry("검색 \($0)", at: Double($0)) }
        let whole = journal(entries)
        let ends = JournalScan(whole, from: JournalHeader.size).records.map(\.upperBound)
        let afterRules = ends[0]
        let trials = RandomTrials()
        var random = trials.random
        for cut in 0..<whole.count {
            let files = MemoryFileSystem()
            var bytes = Array(whole.prefix(cut))
            switch kind {
            case "zeros": bytes += [UInt8](repeating: 0, count: whole.count - cut)
            // Never what was cut off, which would make it whole again.
            case "garbage": bytes += whole[cut...].map { $0 ^ UInt8.random(in: 1...255, using: &random) }
            default: break
            }
            files.put(bytes, at: Fixture.journal)
            let fixture = Fixture(files)
            let history = fixture.open()
            // The rules end in zeros, which are as good as what was cut off.
            let cut = bytes.starts(with: whole.prefix(afterRules)) ? max(cut, afterRules) : cut
            let expected = max(0, ends.count { $0 <= cut } - 1)
            #expect(try await history.entries().count == expected, "cut at \(cut), \(trials)")
            // Zeros after a whole record are room, and nothing that was cut off.
            let isTorn = !(ends + [JournalHeader.size]).contains(cut) || (kind == "garbage" && bytes.count > cut)
            // Without a whole header nothing says that this was a journal at all.
            let told: [SearchHistoryEvent.Kind] = cut < JournalHeader.size ? [.salvaged] : isTorn ? [.tailCut] : []
            #expect(fixture.told.kinds == told, "cut at \(cut)")
            // What is saved afterwards stands where the tail was.
            try await history.save("그 뒤")
            #expect(try await Fixture(files).open().keywords().count == expected + 1, "cut at \(cut)")
        }
    }

    @Test("Of a file with any bit flipped at most one record is lost, and the file is kept aside")
    func everyBit() async throws {
        let entries = (0..<4).map { entry("검색 \($0)", at: Double($0)) }
        let whole = journal(entries)
        for bit in 0..<whole.count * 8 {
            let files = MemoryFileSystem()
            var bytes = whole
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            files.put(bytes, at: Fixture.journal)
            let fixture = Fixture(files)
            let found = try await fixture.open().entries()
            #expect(found.allSatisfy { entries.contains($0) }, "bit \(bit)")
            #expect(found.count >= (bit < (JournalHeader.size + JournalRecord.rulesSize) * 8 ? 4 : 3), "bit \(bit)")
            #expect(fixture.told.kinds.count == 1, "bit \(bit)")
            #expect(files.contents["/store/history.damaged-1"] == bytes, "bit \(bit)")
            #expect(try await Fixture(files).open().entries() == found, "bit \(bit)")
        }
    }

    @Test("Random bytes are no history, and nothing that ends the process")
    func randomFiles() async throws {
        let trials = RandomTrials()
        var random = trials.random
        for round in 0..<trials.count(100) {
            let files = MemoryFileSystem()
            let size = Int.random(in: 0...600, using: &random)
            var bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            if random.chance(50) { bytes = JournalHeader().bytes + bytes }
            files.put(bytes, at: Fixture.journal)
            let history = Fixture(files).open()
            let before = try await history.entries()
            try await history.save("검색")
            #expect(try await Fixture(files).open().entries().count == before.count + 1, "round \(round), \(trials)")
        }
    }

    @Test("Several damaged records cost themselves alone")
    func severalDamaged() async throws {
        let whole = journal((0..<20).map { entry("검색 \($0)", at: Double($0)) })
        let records = Array(JournalScan(whole, from: JournalHeader.size).records.dropFirst())
        var bytes = whole
        for number in [3, 4, 11] { bytes[records[number].lowerBound + 20] ^= 0xFF }
        bytes[records[15].lowerBound] ^= 0x55
        let files = MemoryFileSystem()
        files.put(bytes, at: Fixture.journal)
        let fixture = Fixture(files)
        #expect(try await fixture.open().entries().count == 16)
        #expect(fixture.told.kinds == [.salvaged])
    }

    @Test("What an erasing names counts no longer, whole or half written over, and what stands beside it does")
    func waitUntilErased() {
        var bytes = JournalHeader().bytes
        var places: [Range<Int>] = []
        for keyword in ["가", "비밀", "나"] {
            let start = bytes.count
            JournalRecord.put(entry(keyword), replacing: nil).write(to: &bytes)
            places.append(start..<bytes.count)
        }
        JournalRecord.erasing([places[1]]).write(to: &bytes)
        for isHalfWritten in [false, true] {
            if isHalfWritten { for index in places[1].dropFirst(places[1].count / 2) { bytes[index] = 0 } }
            let scan = JournalScan(bytes, from: places[0].lowerBound)
            #expect(Array(scan.records.dropLast()) == [places[0], places[2]] && scan.damage.isEmpty)
        }
    }

    @Test("A newer major version is left as it is")
    func newerMajor() async throws {
        var header = JournalHeader()
        header.major = 2
        let bytes = header.bytes + journal([entry("가")]).dropFirst(JournalHeader.size)
        let files = MemoryFileSystem()
        files.put(bytes, at: Fixture.journal)
        let history = Fixture(files).open()
        await #expect { _ = try await history.entries() } throws: { ($0 as? NoticeBoardError)?.code == .storeTooNew }
        await #expect { try await history.save("나") } throws: { ($0 as? NoticeBoardError)?.code == .storeTooNew }
        await #expect { try await history.clear(keepingPinned: false) } throws: {
            ($0 as? NoticeBoardError)?.code == .storeTooNew
        }
        #expect(files.contents[Fixture.journal] == bytes)
    }

    @Test("Records of a newer minor version are kept, and go when everything is erased")
    func newerMinor() async throws {
        var unknown = JournalRecord.filler(length: 24)
        // Of a kind and with flags that no record has today.
        (unknown[2], unknown[3]) = (200, 255)
        var crc = CRC32C()
        let covered = unknown[..<4] + unknown[8...]
        unsafe Array(covered).withUnsafeBytes { unsafe crc.add($0) }
        unsafe unknown.withUnsafeMutableBytes { unsafe $0.put(crc.value, at: 4) }
        let files = MemoryFileSystem()
        let records = journal([entry("가")]).dropFirst(JournalHeader.size)
        files.put(JournalHeader(minor: 7).bytes + unknown + records, at: Fixture.journal)
        let history = Fixture(files).open()
        try await history.save("나")
        try await history.delete("가")
        let kept = try #require(files.contents[Fixture.journal])
        #expect(JournalHeader(kept)?.minor == 7)
        #expect(JournalScan(kept, from: JournalHeader.size).contents.contains(.unknown(unknown)))
        try await history.clear(keepingPinned: false)
        #expect(files.contents[Fixture.journal]?.count == JournalHeader.size + JournalRecord.rulesSize)
    }
}
