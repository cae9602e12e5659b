import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardSearch

/// Every byte of every kind of record, and what is none.
@Suite("A journal's records, byte by byte", .serialized, .inTurn, .timeLimit(.minutes(1))) struct JournalRecordTests {
    /// CRC-32C as its definition has it, bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = crc % 2 == 1
                crc /= 2
                if isOdd { crc ^= 0x82F6_3B78 }
            }
        }
        return ~crc
    }

    /// A number's bytes, the lowest first.
    private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { place -> UInt8 in UInt8(truncatingIfNeeded: value >> UInt64(8 * place)) }
    }
    private static func number(_ value: Double) -> [UInt8] { number(value.bitPattern, 8) }

    /// A record of these parts, by a hand that is not the library's.
    private static func made(_ kind: UInt8, _ flags: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        let content: [UInt8] = Array(parts.joined())
        let head: [UInt8] = number(UInt64(8 + content.count), 2) + [kind, flags]
        let sum: [UInt8] = number(UInt64(checksum(head + content)), 4)
        return head + sum + content
    }

    private static func written(_ record: JournalRecord, after bytes: [UInt8] = []) -> [UInt8] {
        var bytes = bytes
        record.write(to: &bytes)
        return bytes
    }

    @Test("The checksum is that of its definition, at every length, all at once, in two pieces and behind a number")
    func checksum() {
        let bytes = (0..<44).map { place -> UInt8 in UInt8(truncatingIfNeeded: place * 37) ^ 0xC3 }
        for count in 0...44 {
            for cut in [0, 1, 4, 7, 8, 9, count] where cut <= count {
                var crc = CRC32C()
                for piece in [Array(bytes[..<cut]), Array(bytes[cut..<count])] {
                    unsafe piece.withUnsafeBytes { unsafe crc.add($0) }
                }
                #expect(crc.value == Self.checksum(Array(bytes[..<count])))
            }
            let behind = unsafe Array(bytes[..<count]).withUnsafeBytes { unsafe CRC32C.value(of: 0x8070_6050, $0) }
            let whole: [UInt8] = [0x50, 0x60, 0x70, 0x80] + bytes[..<count]
            #expect(behind == Self.checksum(whole))
        }
        #expect(Self.checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    }

    @Test("Zeros are told from what has one bit elsewhere, at every length") func zeros() {
        for count in 0...20 {
            var bytes = [UInt8](repeating: 0, count: count)
            #expect(unsafe bytes.withUnsafeBytes { unsafe $0.isZero })
            for place in 0..<count {
                bytes[place] = place % 2 == 0 ? 1 : 128
                #expect(unsafe !bytes.withUnsafeBytes { unsafe $0.isZero }, "\(place) of \(count)")
                bytes[place] = 0
            }
        }
    }

    @Test("An entry's record holds its flags, date, place, count and texts, and the number of who gave way") func puts() {
        for flags in UInt8(0)..<8 {
            let made = SearchHistoryEntry(
                .init("가a", target: SearchTarget(rawValue: "제목")), Date(timeIntervalSinceReferenceDate: -1.5),
                useCount: 0x0102_0304, isPinned: flags & 1 != 0,
                sequence: 0x0102_0304_0506_0708, isImported: flags & 4 != 0)
            let replaced: UInt64? = flags & 2 != 0 ? 0x1122_3344_5566_7788 : nil
            let numbers: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1, 4, 3, 2, 1, 6]
            let gone: [UInt8] = replaced.map { Self.number($0, 8) } ?? []
            let texts = Array("제목가a".utf8)
            let bytes = Self.made(1, flags, Self.number(-1.5), numbers, gone, texts)
            let record = JournalRecord.put(made, replacing: replaced)
            #expect(Self.written(record) == bytes)
            #expect(Self.written(record, after: [9, 9, 9]) == [9, 9, 9] + bytes)
            let scan = JournalScan(Self.written(record), from: 0)
            #expect(scan.contents == [record] && scan.contents.first != .erased)
            guard case .put(let read, _)? = scan.contents.first else { continue }
            #expect(read.look == made.look && read.target.rawValue == "제목")
        }
    }

    @Test("Every other kind is written so, and read as it was") func others() {
        var rules = SearchHistoryLog.Rules()
        rules.obey(.init(capacity: 7, maximumAge: 60, merging: .typedPrefixes(within: 3)))
        (rules.recording, rules.foundTooOld) = (.off, Date(timeIntervalSinceReferenceDate: 9))
        var usual = SearchHistoryLog.Rules()
        usual.recording = .paused
        let (seven, sixty, three) = (Self.number(7, 8), Self.number(60.0), Self.number(3.0))
        let (hundred, ever, never) = (Self.number(100, 8), Self.number(Double.infinity), Self.number(-1.0))
        let places: [UInt8] = [3, 0, 0, 0, 7, 0, 0, 0, 2, 1, 0, 0, 3, 0, 0, 0]
        let known: [(JournalRecord, [UInt8])] = [
            (.delete([1, 0x0203_0405_0607_0809]), Self.made(2, 0, [1, 0, 0, 0, 0, 0, 0, 0], [9, 8, 7, 6, 5, 4, 3, 2])),
            (.delete([]), Self.made(2, 0)), (.imported("Core 데이터"), Self.made(3, 0, Array("Core 데이터".utf8))),
            (.erasing([3..<10, 258..<261]), Self.made(4, 0, places)),
            (.rules(rules, lastSequence: 5), Self.made(5, 2, seven, sixty, three, Self.number(9.0), Self.number(5, 8))),
            (.rules(usual, lastSequence: 0), Self.made(5, 1, hundred, ever, never, ever, Self.number(0, 8))),
            (.erased, Self.made(0, 0)), (.unknown(Self.made(77, 3, [1, 2])), Self.made(77, 3, [1, 2])),
        ]
        for (record, bytes) in known {
            #expect(Self.written(record, after: [1]) == [1] + bytes, "\(record)")
            #expect(JournalScan(bytes, from: 0).contents == [record], "\(record)")
        }
        for length in [8, 9, 24, 65_535] {
            #expect(JournalRecord.filler(length: length) == Self.made(0, 0, [UInt8](repeating: 0, count: length - 8)))
        }
        #expect(JournalRecord.filler(length: 3) == Self.made(0, 0))
    }

    @Test("Rules of a newer version are no permission to record, and numbers that cannot be are the nearest") func oddRules() {
        typealias Rules = SearchHistoryLog.Rules
        func read(_ flags: UInt8, _ capacity: UInt64, _ age: Double, _ merging: Double, _ found: Double) -> Rules? {
            let limits: [[UInt8]] = [Self.number(capacity, 8), Self.number(age), Self.number(merging), Self.number(found)]
            let record = Self.made(5, flags, Array(limits.joined()), Self.number(1, 8))
            guard case .rules(let rules, 1)? = JournalScan(record, from: 0).contents.first else {
                return nil
            }
            return rules
        }
        let recordings: [SearchHistoryPolicy.Recording] = [.on, .paused, .off, .off, .off]
        for (flags, recording) in recordings.enumerated() { #expect(read(UInt8(flags), 1, 1, 1, 1)?.recording == recording) }
        let capacities: [(UInt64, Int)] = [(0, 1), (1, 1), (.max, 4_294_967_295)]
        for (written, kept) in capacities { #expect(read(0, written, 1, 1, 1)?.capacity == kept) }
        let ages: [(Double, Double)] = [(-1, 0), (0, 0), (.infinity, .infinity), (.nan, .infinity)]
        for (written, kept) in ages { #expect(read(0, 1, written, 1, 1)?.maximumAge == kept) }
        let mergings: [(Double, SearchHistoryPolicy.Merging)] = [
            (-0.5, .never), (0, .typedPrefixes(within: 0)), (0.5, .typedPrefixes(within: 0.5)), (.nan, .never),
        ]
        for (written, kept) in mergings { #expect(read(0, 1, 1, written, 1)?.merging == kept) }
        #expect(read(0, 1, 1, 1, 5)?.foundTooOld == Date(timeIntervalSinceReferenceDate: 5))
        for written in [Double.infinity, .nan] {
            let rules = read(0, 1, 1, 1, written)
            #expect(rules != nil && rules?.foundTooOld == nil)
        }
    }

    @Test("What is too short for its kind, or for what it claims, is no record") func tooShort() {
        func whole(_ bytes: [UInt8], _ offset: Int = 0, searching: Bool = false) -> Int? {
            unsafe bytes.withUnsafeBytes { unsafe JournalRecord.whole(in: $0, at: offset, searching: searching)?.count }
        }
        let (fields, eight) = ([UInt8](repeating: 0, count: 20), [UInt8](repeating: 0, count: 8))
        let rules = [UInt8](repeating: 0, count: 39)
        let records: [([UInt8], Bool)] = [
            (Self.made(1, 0, fields, [0]), false), (Self.made(1, 0, fields, [0, 65]), true),
            (Self.made(1, 0, fields, [1, 65]), false),
            (Self.made(1, 0, fields, [1, 65, 66]), true), (Self.made(1, 2, fields, [0], eight), false),
            (Self.made(1, 2, fields, [0], eight, [65]), true), (Self.made(5, 0, rules), false),
            (Self.made(5, 0, rules, [0]), true),
            (Self.made(5, 0, rules, [0, 1]), true), (Self.made(0, 0), true),
        ]
        for (record, isWhole) in records {
            #expect(whole(record) == (isWhole ? record.count : nil), "\(record)")
            #expect(whole([1] + record, 1) == (isWhole ? record.count : nil))
            #expect(whole(record + [1]) == whole(record))
            for found in [whole(Array(record.dropLast())), whole(record, -1), whole(record, record.count)] {
                #expect(found == nil)
            }
        }
        var bytes = Self.made(0, 0)
        bytes[0] = 7
        #expect(whole(bytes) == nil)
        let odd: [(UInt8, UInt8, Bool)] = [(15, 7, true), (16, 7, false), (15, 8, false), (255, 255, false)]
        for (kind, flags, isFound) in odd {
            let record = Self.made(kind, flags, [1])
            #expect(whole(record) == 9 && whole(record, searching: true) == (isFound ? 9 : nil))
        }
        // Of numbers that are cut off those before count.
        #expect(JournalScan(Self.made(2, 0, [1, 0, 0, 0, 0, 0, 0, 0, 2, 2]), from: 0).contents == [.delete([1])])
    }

    @Test("The head of a file tells its version, and is none when it is short or any bit of it is another") func header() {
        var header = JournalHeader(minor: 3)
        header.major = 2
        let head: [UInt8] = Array("NBsh".utf8) + [2, 0, 3, 0, 0, 0, 0, 0]
        let sum = Self.number(UInt64(Self.checksum(head)), 4)
        #expect(header.bytes == head + sum)
        #expect(JournalHeader(header.bytes) == header && JournalHeader(header.bytes + [1]) == header)
        #expect(JournalHeader(Array(header.bytes.dropLast())) == nil && JournalHeader([]) == nil)
        for bit in 0..<128 {
            var bytes = header.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(JournalHeader(bytes) == nil)
        }
        #expect(JournalHeader().major == 1 && JournalHeader().minor == 1 && JournalHeader.size == 16)
    }
}
