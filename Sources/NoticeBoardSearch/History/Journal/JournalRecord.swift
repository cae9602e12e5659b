import Foundation
import NoticeBoardBase

/// One record of a journal; `Documentation/SearchHistoryFormat.md` shows its bytes.
enum JournalRecord: Equatable {
    /// An entry is as it says here; `replacing` names the one that gave way to it by its sequence.
    case put(SearchHistoryEntry, replacing: UInt64?)
    /// The entries of these sequences gave way.
    case delete([UInt64])
    /// The import from this source is done.
    case imported(String)
    /// These rules hold, and this sequence was given out last.
    case rules(SearchHistoryLog.Rules, lastSequence: UInt64)
    /// What stands at these places, all before this record, says nothing any more; only versions before 1.1 wrote that.
    case erasing([Range<Int>])
    /// Something that was erased where it stood.
    case erased
    /// A kind that a newer minor version writes, whole, so that it can be kept.
    case unknown([UInt8])

    /// Length, kind, flags and checksum.
    static let headSize = 8
    static let longest = Int(UInt16.max)
    /// Head, date, sequence, count and the length of the target.
    static let putSize = 29
    static let rulesSize = 48

    enum Kind {
        static let erased: UInt8 = 0
        static let put: UInt8 = 1
        static let delete: UInt8 = 2
        static let imported: UInt8 = 3
        static let erasing: UInt8 = 4
        static let rules: UInt8 = 5
    }

    enum Flag {
        static let pinned: UInt8 = 1
        static let replacing: UInt8 = 2
        static let imported: UInt8 = 4
    }
}

extension JournalRecord {
    /// Appends the record's bytes to `bytes`.
    func write(to bytes: inout [UInt8]) {
        let start = bytes.count
        switch self {
        case .put(let entry, let replaced):
            let flags =
                (entry.isPinned ? Flag.pinned : 0) | (replaced != nil ? Flag.replacing : 0)
                | (entry.isImported ? Flag.imported : 0)
            bytes.append(contentsOf: repeatElement(0, count: Self.putSize))
            unsafe bytes.withUnsafeMutableBytes { buffer in
                let fields = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
                unsafe (fields[2], fields[3]) = (Kind.put, flags)
                unsafe fields.put(entry.lastUsed.timeIntervalSinceReferenceDate.bitPattern, at: 8)
                unsafe fields.put(entry.sequence, at: 16)
                unsafe fields.put(UInt32(clamping: entry.useCount), at: 24)
                unsafe fields[28] = UInt8(clamping: entry.target.rawValue.utf8.count)
            }
            if let replaced { bytes.append(littleEndian: replaced) }
            unsafe entry.target.rawValue.withBytes { unsafe bytes.append(contentsOf: $0) }
            unsafe entry.keyword.withBytes { unsafe bytes.append(contentsOf: $0) }
        case .delete(let sequences):
            Self.begin(Kind.delete, 0, &bytes)
            for sequence in sequences { bytes.append(littleEndian: sequence) }
        case .imported(let source):
            Self.begin(Kind.imported, 0, &bytes)
            bytes.append(contentsOf: source.utf8)
        case .rules(let rules, let lastSequence):
            Self.begin(Kind.rules, rules.recording.flags, &bytes)
            bytes.append(littleEndian: UInt64(clamping: rules.capacity))
            bytes.append(littleEndian: rules.maximumAge.bitPattern)
            bytes.append(littleEndian: rules.merging.seconds.bitPattern)
            bytes.append(littleEndian: (rules.foundTooOld?.timeIntervalSinceReferenceDate ?? .infinity).bitPattern)
            bytes.append(littleEndian: lastSequence)
        case .erasing(let ranges):
            Self.begin(Kind.erasing, 0, &bytes)
            for range in ranges {
                bytes.append(littleEndian: UInt32(clamping: range.lowerBound))
                bytes.append(littleEndian: UInt32(clamping: range.count))
            }
        case .erased:
            Self.begin(Kind.erased, 0, &bytes)
        case .unknown(let record):
            return bytes.append(contentsOf: record)
        }
        Self.end(from: start, &bytes)
    }

    /// A record that says nothing and has `length` bytes, at least 8.
    static func filler(length: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        begin(Kind.erased, 0, &bytes)
        bytes.append(contentsOf: repeatElement(0, count: max(0, length - headSize)))
        end(from: 0, &bytes)
        return bytes
    }

    private static func begin(_ kind: UInt8, _ flags: UInt8, _ bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt64(kind) << 16 | UInt64(flags) << 24)
    }

    private static func end(from start: Int, _ bytes: inout [UInt8]) {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            let record = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
            unsafe record.put(UInt16(clamping: record.count), at: 0)
            unsafe record.put(checksum(UnsafeRawBufferPointer(record)), at: 4)
        }
    }

    /// The checksum of everything but itself.
    private static func checksum(_ record: UnsafeRawBufferPointer) -> UInt32 {
        unsafe CRC32C.value(
            of: record.number(at: 0, as: UInt32.self), UnsafeRawBufferPointer(rebasing: record[headSize...]))
    }
}

extension JournalRecord {
    /// The length that the bytes at `offset` claim, or nil when they cannot be a record's.
    static func length(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        guard offset >= 0, offset + headSize <= bytes.count else { return nil }
        let length = unsafe Int(bytes.number(at: offset, as: UInt16.self))
        return length >= headSize ? length : nil
    }

    /// The whole record at `offset`, or nil when there is none.
    ///
    /// A search for the next whole record passes over what our own kinds never look like, which makes it quick.
    static func whole(
        in bytes: UnsafeRawBufferPointer, at offset: Int, searching: Bool = false
    ) -> UnsafeRawBufferPointer? {
        guard let length = unsafe length(in: bytes, at: offset), offset + length <= bytes.count else { return nil }
        let record = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
        if searching, unsafe record[2] > 15 || record[3] > 7 { return nil }
        guard unsafe checksum(record) == record.number(at: 4, as: UInt32.self) else { return nil }
        if unsafe record[2] == Kind.put, unsafe textStart(ofPut: record) == nil { return nil }
        if unsafe record[2] == Kind.rules, record.count < rulesSize { return nil }
        return unsafe record
    }

    /// Where an entry's target begins, or nil when there is no room for target and keyword.
    private static func textStart(ofPut record: UnsafeRawBufferPointer) -> Int? {
        guard record.count > putSize else { return nil }
        let start = unsafe record[3] & Flag.replacing != 0 ? putSize + 8 : putSize
        return unsafe start + Int(record[28]) < record.count ? start : nil
    }

    /// What a whole record says.
    init(_ record: UnsafeRawBufferPointer) {
        let places = stride(from: Self.headSize, through: record.count - 8, by: 8)
        func number(_ offset: Int) -> UInt64 { unsafe record.number(at: offset, as: UInt64.self) }
        switch unsafe record[2] {
        case Kind.erased: self = .erased
        case Kind.put: self = unsafe Self.parsePut(record)
        case Kind.delete: self = .delete(places.map(number))
        case Kind.imported: self = unsafe .imported(record.text(Self.headSize..<record.count))
        case Kind.rules: self = unsafe .rules(SearchHistoryLog.Rules(record), lastSequence: number(40))
        case Kind.erasing:
            self = .erasing(
                places.map { place in
                    let start = unsafe Int(clamping: record.number(at: place, as: UInt32.self))
                    let count = unsafe Int(clamping: record.number(at: place + 4, as: UInt32.self))
                    return start..<max(start, start &+ count)
                })
        default: self = unsafe .unknown(Array(record))
        }
    }

    private static func parsePut(_ record: UnsafeRawBufferPointer) -> JournalRecord {
        let flags = unsafe record[3]
        guard let start = unsafe textStart(ofPut: record) else { return .erased }
        let keywordStart = unsafe start + Int(record[28])
        let replaced = unsafe flags & Flag.replacing != 0 ? record.number(at: putSize, as: UInt64.self) : nil
        let target = unsafe SearchTarget(rawValue: record.text(start..<keywordStart))
        let key = unsafe SearchHistoryEntry.Key(normalised: record.text(keywordStart..<record.count), target: target)
        let date = unsafe Date(timeIntervalSinceReferenceDate: Double(bitPattern: record.number(at: 8, as: UInt64.self)))
        let entry = unsafe SearchHistoryEntry(
            key, date, useCount: Int(clamping: record.number(at: 24, as: UInt32.self)), isPinned: flags & Flag.pinned != 0,
            sequence: record.number(at: 16, as: UInt64.self), isImported: flags & Flag.imported != 0)
        return .put(entry, replacing: replaced)
    }
}

extension SearchHistoryLog.Rules {
    /// The rules of a whole record of that kind.
    fileprivate init(_ record: UnsafeRawBufferPointer) {
        func number(_ offset: Int) -> Double { unsafe Double(bitPattern: record.number(at: offset, as: UInt64.self)) }
        self.init()
        let capacity = unsafe Int(clamping: record.number(at: 8, as: UInt64.self))
        obey(SearchHistoryPolicy(capacity: capacity, maximumAge: number(16)))
        if number(24) >= 0 { merging = .typedPrefixes(within: number(24)) }
        if number(32).isFinite { foundTooOld = Date(timeIntervalSinceReferenceDate: number(32)) }
        // What a newer version may have said is at least no permission to record.
        let flags = unsafe record[3]
        recording = SearchHistoryPolicy.Recording.allCases.first { $0.flags == flags } ?? .off
    }
}

extension SearchHistoryPolicy.Recording {
    fileprivate var flags: UInt8 {
        switch self {
        case .on: 0
        case .paused: 1
        case .off: 2
        }
    }
}

extension SearchHistoryPolicy.Merging {
    /// Below zero where nothing is merged.
    fileprivate var seconds: Double {
        switch self {
        case .never: -1
        case .typedPrefixes(let seconds): max(seconds, 0)
        }
    }
}
