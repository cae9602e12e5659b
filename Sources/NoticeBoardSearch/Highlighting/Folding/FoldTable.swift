import Foundation
import NoticeBoardBase

/// A cache of canonical decompositions and case foldings, read from the system's Unicode tables block by block.
///
/// A block is read when a text or a keyword first needs it. A test compares the list of blocks with every scalar. A table is
/// immutable: reading another block replaces it.
final class FoldTable: Sendable {
    struct Entry: Sendable {
        /// The canonical combining class; 0 for a scalar that begins a segment.
        var combiningClass: UInt8 = 0
        /// Whether the scalar is a nonspacing or an enclosing mark.
        var isMark = false
        /// The positions of the decomposition and the folded form in the pool; 0 if equal to the scalar.
        var decomposition: UInt32 = 0
        var folding: UInt32 = 0
    }

    /// The blocks of 256 scalars that folding changes.
    ///
    /// Korean syllables are computed instead.
    static let blocks: [ClosedRange<UInt32>] = [
        0x00...0x24, 0x2A...0x2D, 0x30...0x30, 0xA6...0xAB, 0xF9...0xFB, 0xFE...0xFF, 0x101...0x11F, 0x134...0x134,
        0x161...0x161, 0x16A...0x16F, 0x1BC...0x1BC, 0x1CF...0x1CF, 0x1D1...0x1D2, 0x1DA...0x1DA, 0x1E0...0x1E9,
        0x2F8...0x2FA, 0xE01...0xE01,
    ]

    private static let shared = Locked(FoldTable())
    /// The table with all blocks read so far.
    static var current: FoldTable { shared.withLock { $0 } }

    /// Returns the table with the block of `scalar`.
    static func reading(_ scalar: UInt32) -> FoldTable {
        shared.withLock { table in
            if table.lacks(scalar) { table = FoldTable(table, reading: scalar >> 8) }
            return table
        }
    }

    private static let absent: UInt8 = 0xFF
    private static let unread: UInt8 = 0xFE
    /// The page of `entries` for each block.
    private let pages: [UInt8]
    private let entries: [Entry]
    /// Sequences of scalars, each after its length.
    private let pool: [UInt32]

    /// Returns whether the block of `scalar` must be read first.
    @inline(__always) func lacks(_ scalar: UInt32) -> Bool { pages[Int(scalar >> 8)] == Self.unread }

    /// Returns the entry of `scalar`, whose block was read, or `nil` if folding leaves it as it is.
    @inline(__always) func entry(_ scalar: UInt32) -> Entry? {
        let page = pages[Int(scalar >> 8)]
        return page == Self.absent ? nil : entries[Int(page) << 8 | Int(scalar & 0xFF)]
    }

    /// Returns the sequence at `position` of the pool.
    @inline(__always) func sequence(_ position: UInt32) -> ArraySlice<UInt32> {
        let start = Int(position)
        return pool[start + 1..<start + 1 + Int(pool[start])]
    }

    private init() {
        var pages = [UInt8](repeating: Self.absent, count: 0x1100)
        for blocks in Self.blocks { for block in blocks { pages[Int(block)] = Self.unread } }
        self.pages = pages
        entries = []
        pool = [0]
    }

    /// Uses plain loops over numbers: the first use of a generic type in a process takes longer than reading a block.
    private init(_ table: FoldTable, reading block: UInt32) {
        var pages = table.pages
        var entries = table.entries
        var pool = table.pool
        pages[Int(block)] = UInt8(entries.count >> 8)
        var plain = String.UnicodeScalarView()
        var folded = String.UnicodeScalarView()
        let start = entries.count
        for value in block << 8..<(block + 1) << 8 {
            var entry = Entry()
            if let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned {
                entry.combiningClass = scalar.properties.canonicalCombiningClass.rawValue
                let category = scalar.properties.generalCategory
                entry.isMark = category == .nonspacingMark || category == .enclosingMark
                plain.append(scalar)
                Self.append(foldOf: scalar, to: &folded)
            }
            plain.append(Self.separator)
            folded.append(Self.separator)
            entries.append(entry)
        }
        let decompositions = Self.store(plain, from: block << 8, in: &pool)
        let foldings = Self.store(folded, from: block << 8, in: &pool)
        for index in 0..<256 {
            (entries[start + index].decomposition, entries[start + index].folding) = (decompositions[index], foldings[index])
        }
        self.pages = pages
        self.entries = entries
        self.pool = pool
    }

    /// A private scalar that no scalar folds to or is reordered with.
    private static let separator: Unicode.Scalar = "\u{E000}"

    /// Adds the decompositions of texts that end with a separator to the pool and returns the position of each.
    ///
    /// The position is 0 for an empty text and for one equal to its scalar, counted from `value`. All are decomposed at once:
    /// one call takes as long as a hundred.
    private static func store(_ texts: String.UnicodeScalarView, from value: UInt32, in pool: inout [UInt32]) -> [UInt32] {
        var places: [UInt32] = []
        var start = pool.count
        pool.append(0)
        for scalar in String(texts).decomposedStringWithCanonicalMapping.unicodeScalars {
            guard scalar == separator else {
                pool.append(scalar.value)
                continue
            }
            let count = pool.count - start - 1
            if count == 0 || (count == 1 && pool[start + 1] == value + UInt32(places.count)) {
                places.append(0)
                pool.removeLast(count)
            } else {
                places.append(UInt32(start))
                pool[start] = UInt32(count)
                start = pool.count
                pool.append(0)
            }
        }
        pool.removeLast()
        return places
    }

    /// Lower case of upper case of lower case is full case folding for every scalar except ı, which folds to itself.
    private static func append(foldOf scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
        guard scalar.value != 0x131, scalar.properties.changesWhenCaseMapped else { return folded.append(scalar) }
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            for upper in lower.properties.uppercaseMapping.unicodeScalars {
                folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
            }
        }
    }
}
