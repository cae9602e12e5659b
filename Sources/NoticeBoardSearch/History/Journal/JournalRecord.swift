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
    /// What stands at these places, all before this record, says nothing any more, and is being overwritten.
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

    enum Kind {
        static let erased: UInt8 = 0
        static let put: UInt8 = 1
        static let delete: UInt8 = 2
        static let imported: UInt8 = 3
        static let erasing: UInt8 = 4
    }

    enum Flag {
        static let pinned: UInt8 = 1
        static let replacing: UInt8 = 2
    }

    /// How many bytes the record of `count` entries with so many bytes of text in all has.
    static func size(ofEntries count: Int, textBytes: Int) -> Int { count * putSize + textBytes }
}

extension JournalRecord {
    /// Appends the record's bytes to `bytes`.
    func write(to bytes: inout [UInt8]) {
        let start = bytes.count
        switch self {
        case .put(let entry, let replaced):
            Self.write(entry, replacing: replaced, to: &bytes)
        case .delete(let sequences):
            Self.begin(Kind.delete, 0, &bytes)
            for sequence in sequences { bytes.append(littleEndian: sequence) }
        case .imported(let source):
            Self.begin(Kind.imported, 0, &bytes)
            bytes.append(contentsOf: source.utf8)
        case .erasing(let ranges):
            Self.begin(Kind.erasing, 0, &bytes)
            for range in ranges {
                bytes.append(littleEndian: UInt32(clamping: range.lowerBound))
                bytes.append(littleEndian: UInt32(clamping: range.count))
            }
        case .erased:
            Self.begin(Kind.erased, 0, &bytes)
        case .unknown(let record):
            bytes.append(contentsOf: record)
            return
        }
        Self.end(from: start, &bytes)
    }

    private static let blank = [UInt8](repeating: 0, count: putSize + 8)

    /// All but length and checksum; at once and not bit by bit, since it is done for every save.
    private static func write(_ entry: SearchHistoryEntry, replacing replaced: UInt64?, to bytes: inout [UInt8]) {
        let start = bytes.count
        let textStart = replaced == nil ? putSize : putSize + 8
        bytes.append(contentsOf: blank[..<textStart])
        unsafe bytes.withUnsafeMutableBytes { buffer in
            let record = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
            unsafe record[2] = Kind.put
            unsafe record[3] = (entry.isPinned ? Flag.pinned : 0) | (replaced != nil ? Flag.replacing : 0)
            unsafe record.put(entry.lastUsed.timeIntervalSinceReferenceDate.bitPattern, at: 8)
            unsafe record.put(entry.sequence, at: 16)
            unsafe record.put(UInt32(clamping: entry.useCount), at: 24)
            unsafe record[28] = UInt8(clamping: entry.target.rawValue.utf8.count)
            if let replaced { unsafe record.put(replaced, at: putSize) }
        }
        unsafe entry.target.rawValue.withBytes { unsafe bytes.append(contentsOf: $0) }
        unsafe entry.keyword.withBytes { unsafe bytes.append(contentsOf: $0) }
    }

    /// A record that says nothing and has `length` bytes, at least 8.
    static func filler(length: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
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
    fileprivate static func checksum(_ record: UnsafeRawBufferPointer) -> UInt32 {
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
        if searching, unsafe record[2] > 31 || record[3] > 15 { return nil }
        guard unsafe checksum(record) == record.number(at: 4, as: UInt32.self) else { return nil }
        if unsafe record[2] == Kind.put, unsafe textStart(ofPut: record) == nil { return nil }
        return unsafe record
    }

    /// Where an entry's target begins, or nil when there is no room for target and keyword.
    private static func textStart(ofPut record: UnsafeRawBufferPointer) -> Int? {
        guard record.count > putSize else { return nil }
        let start = unsafe record[3] & Flag.replacing != 0 ? putSize + 8 : putSize
        return unsafe start + Int(record[28]) < record.count ? start : nil
    }

    /// Target and keyword of a record that holds an entry; nil for any other.
    static func text(ofPut record: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard unsafe record[2] == Kind.put, let start = unsafe textStart(ofPut: record) else { return nil }
        return unsafe UnsafeRawBufferPointer(rebasing: record[start...])
    }

    /// Calls `body` with the sequence of each entry that gave way by what a record says.
    static func forEachReplaced(in record: UnsafeRawBufferPointer, _ body: (UInt64) -> Void) {
        if unsafe record[2] == Kind.put, unsafe record[3] & Flag.replacing != 0 {
            unsafe body(record.number(at: putSize, as: UInt64.self))
        } else if unsafe record[2] == Kind.delete {
            for place in stride(from: headSize, through: record.count - 8, by: 8) {
                unsafe body(record.number(at: place, as: UInt64.self))
            }
        }
    }

    /// What a whole record says.
    init(_ record: UnsafeRawBufferPointer) {
        switch unsafe record[2] {
        case Kind.erased: self = .erased
        case Kind.put: self = unsafe Self.parsePut(record)
        case Kind.delete:
            let places = stride(from: Self.headSize, through: record.count - 8, by: 8)
            self = .delete(places.map { unsafe record.number(at: $0, as: UInt64.self) })
        case Kind.imported: self = unsafe .imported(record.text(Self.headSize..<record.count))
        case Kind.erasing:
            let places = stride(from: Self.headSize, through: record.count - 8, by: 8)
            self = .erasing(
                places.map { place in
                    let start = unsafe Int(record.number(at: place, as: UInt32.self))
                    return unsafe start..<start + Int(record.number(at: place + 4, as: UInt32.self))
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
            key, date, useCount: Int(record.number(at: 24, as: UInt32.self)), isPinned: flags & Flag.pinned != 0,
            sequence: record.number(at: 16, as: UInt64.self))
        return .put(entry, replacing: replaced)
    }
}
