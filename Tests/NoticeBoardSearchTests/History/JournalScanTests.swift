import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardSearch

/// What is read of a journal, where it stands, and what it comes to.
@Suite("What is read of a journal", .serialized, .inTurn, .timeLimit(.minutes(1))) struct JournalScanTests {
    private static func put(_ keyword: String, _ sequence: UInt64, replacing: UInt64? = nil) -> [UInt8] {
        written(.put(entry(keyword, at: Double(sequence)).with(sequence: sequence, isImported: false), replacing: replacing))
    }
    private static func written(_ record: JournalRecord) -> [UInt8] {
        var bytes: [UInt8] = []
        record.write(to: &bytes)
        return bytes
    }

    @Test("What cannot be read ends where its length says, or where the next whole record begins, and costs no other")
    func damage() {
        let (a, b, eight) = (Self.put("가", 1), Self.put("나", 2), JournalRecord.filler(length: 8))
        var broken = a
        broken[20] ^= 1
        var long = a
        long[0] ^= 1
        let newer = foreign(200, [1, 2])
        let n = a.count
        /// Each piece of a file, and whether it is read.
        func check(_ pieces: ([UInt8], Bool)..., lost: Int, end: [UInt8] = []) {
            var (bytes, records, damage): ([UInt8], [Range<Int>], [Range<Int>]) = ([], [], [])
            for (piece, isRead) in pieces {
                let place = bytes.count..<bytes.count + piece.count
                if isRead { records.append(place) } else { damage.append(place) }
                bytes += piece
            }
            let length = bytes.count
            bytes += end
            for start in [0, 2] {
                let scan = JournalScan([UInt8](repeating: 9, count: start) + bytes, from: start)
                func moved(_ ranges: [Range<Int>]) -> [Range<Int>] {
                    ranges.map { $0.lowerBound + start..<$0.upperBound + start }
                }
                #expect(scan.records == moved(records) && scan.damage == moved(damage), "\(bytes)")
                #expect(scan.end == length + start && scan.lostBytes == lost && !scan.holdsErasing, "\(bytes)")
                #expect(scan.isBlankAtEnd == end.allSatisfy { $0 == 0 })
            }
        }
        check((a, true), (b, true), lost: 0)
        check((broken, false), (b, true), lost: n)
        check((long, false), (b, true), lost: n)
        check((broken + long, false), (b, true), lost: 2 * n)
        check((broken, false), (a, true), (broken, false), (b, true), lost: 2 * n)
        check(([7], false), (b, true), lost: 1)
        check(([7, 7, 7], false), (eight, true), lost: 3)
        check((a, true), ([7] + newer, false), (b, true), lost: 11)
        check((a, true), (newer, true), lost: 0)
        check((a, true), lost: n, end: broken)
        check((a, true), lost: 1, end: [7])
        check((a, true), lost: 0, end: [0, 0, 0])
        check((broken, false), (a, true), lost: n, end: [0, 0])
        check((broken, false), (a, true), lost: n + 2, end: [0, 3])
        check((a, true), ([0, 0, 0, 0, 0, 0, 0, 0, 0], false), (b, true), lost: 9)
        check(lost: 0)
        #expect(JournalScan([1, 2], from: 16).end == 2)
    }

    @Test("An erasing of version 1.0 takes what it names where it stands before it, and nothing that it only touches")
    func erasing() {
        let (a, b) = (Self.put("가", 1), Self.put("나", 2))
        let n = a.count
        func read(_ places: [Range<Int>], _ bytes: [UInt8]? = nil) -> (
            records: [Range<Int>], damage: [Range<Int>], isErasing: Bool
        ) {
            let erasing = Self.written(.erasing(places))
            let scan = JournalScan((bytes ?? a + b) + erasing + a, from: 0)
            return (Array(scan.records.prefix(2)), scan.damage, scan.holdsErasing)
        }
        let own = 2 * n..<2 * n + 16
        #expect(read([n..<2 * n]).records == [0..<n, own] && read([n..<2 * n]).isErasing)
        #expect(read([n - 1..<n]).records == [n..<2 * n, own])
        #expect(read([n - 1..<n + 1]).records.first == own)
        // One that ends behind its beginning, or says nothing.
        #expect(read([n..<2 * n + 1]).records == [0..<n, n..<2 * n])
        #expect(read([n..<n]).records == [0..<n, n..<2 * n])
        var broken = a
        broken[20] ^= 1
        #expect(read([0..<n], broken + b).damage == [] && read([n..<2 * n], broken + b).damage == [0..<n])
    }

    @Test("A history is written as its rules, sources and entries from below, and is as long as was said") func image() {
        var log = SearchHistoryLog(policy: .init(capacity: 9))
        #expect(log.imageSize == 64 && log.image().count == 64)
        log.sources = ["b", "a"]
        log.stored = [
            SearchHistoryEntry(
                .init("다", target: .title), Date(timeIntervalSinceReferenceDate: 3), useCount: 2, isPinned: true, sequence: 3,
                isImported: false),
            entry("가", at: 1).with(sequence: 1, isImported: true),
        ]
        log.lastSequence = 7
        let image = log.image(JournalHeader(minor: 4), keeping: [foreign(9, [1])])
        #expect(log.imageSize == 64 + 18 + 29 + 8 + 29 + 6 && image.count == log.imageSize + 9)
        #expect(JournalHeader(image)?.minor == 4)
        let scan = JournalScan(image, from: 16)
        #expect(scan.look == "rules 9 on 7, source a, source b, ?9, 가#1↓@1, 다#3×2*@3")
        #expect(scan.unknown == [foreign(9, [1])])
        let read = SearchHistoryLog(scan, isOfDates: false)
        #expect(read.stored.map(\.look) == log.stored.map(\.look) && read.stored.map(\.target) == [.title, .all])
        #expect(read.rules == log.rules && read.sources == log.sources && read.lastSequence == 7)
    }

    @Test("What gave way is named by what came, and by itself where that is not enough; what came back is not") func records() {
        let log = SearchHistoryLog(policy: .init(capacity: 3))
        func look(_ puts: [UInt64], _ gone: [UInt64], _ source: String? = nil, rules: Bool = false) -> String {
            var effect = SearchHistoryEffect()
            effect.puts = puts.map { entry("가", at: 0).with(sequence: $0, isImported: false) }
            (effect.gone, effect.source, effect.changesRules) = (gone, source, rules)
            return JournalScan(log.records(effect), from: 0).look
        }
        #expect(look([], []) == "" && look([5], []) == "가#5@0" && look([5, 6], [1]) == "가#5@0-1, 가#6@0")
        #expect(look([5], [1, 2, 3]) == "가#5@0-1, gone [2, 3]" && look([], [4]) == "gone [4]")
        #expect(look([5, 2], [2, 3], "a", rules: true) == "가#5@0-3, 가#2@0, source a, rules 3 on 0")
        var effect = SearchHistoryEffect()
        effect.gone = Array(1...16_001)
        let gone = JournalScan(log.records(effect), from: 0).contents
        #expect(gone == [.delete(Array(1...8_000)), .delete(Array(8_001...16_000)), .delete([16_001])])
    }

    @Test("The same records come to the same history, read as a whole or added to what is known") func replayed() {
        var rules = SearchHistoryLog.Rules()
        rules.capacity = 5
        let first = Self.put("가", 1) + Self.put("나", 4)
        let imported = entry("옛", at: 9).with(sequence: 3, isImported: true)
        let usual = SearchHistoryLog.Rules()
        let rows: [([[UInt8]], String, UInt64, Int)] = [
            ([Self.put("다", 5)], "다#5@5 나#4@4 가#1@1", 5, 100),
            ([Self.put("다", 5, replacing: 4)], "다#5@5 가#1@1", 5, 100),
            ([Self.put("가", 5)], "가#5@5 나#4@4", 5, 100),
            ([Self.put("가", 5, replacing: 4)], "가#5@5", 5, 100),
            ([Self.put("다", 2)], "나#4@4 다#2@2 가#1@1", 4, 100),
            ([Self.written(.put(imported, replacing: nil))], "나#4@4 가#1@1 옛#3↓@9", 4, 100),
            ([Self.written(.delete([4, 9]))], "가#1@1", 4, 100),
            ([Self.written(.imported("a"))], "나#4@4 가#1@1", 4, 100),
            ([Self.written(.rules(rules, lastSequence: 8))], "나#4@4 가#1@1", 8, 5),
            ([Self.written(.rules(rules, lastSequence: 2))], "나#4@4 가#1@1", 4, 5),
            ([JournalRecord.filler(length: 9), foreign(9, [1])], "나#4@4 가#1@1", 4, 100),
            ([Self.written(.delete([4])), Self.put("나", 6)], "나#6@6 가#1@1", 6, 100),
            ([Self.written(.rules(usual, lastSequence: 9)), Self.written(.rules(rules, lastSequence: 7))], "나#4@4 가#1@1", 9, 5),
        ]
        for (pieces, look, last, capacity) in rows {
            let records = Array(pieces.joined())
            let scan = JournalScan(records, from: 0)
            let whole = SearchHistoryLog(JournalScan(first + records, from: 0), isOfDates: false)
            var followed = SearchHistoryLog(JournalScan(first, from: 0), isOfDates: false)
            followed.replay(scan)
            for log in [whole, followed] {
                #expect(log.stored.map(\.look).joined(separator: " ") == look && log.lastSequence == last)
                #expect(log.sources == (scan.look == "source a" ? ["a"] : []) && log.rules.capacity == capacity)
            }
        }
        let dated: [UInt8] = Self.put("나", 9) + Self.put("가", 1) + Self.put("다", 5)
        #expect(SearchHistoryLog(JournalScan(dated, from: 0), isOfDates: true).stored.map(\.look) == ["나#3@9", "다#2@5", "가#1@1"])
    }
}
