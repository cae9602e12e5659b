import Foundation

/// What the system's Unicode says about the scalars that folding changes, asked once and kept.
///
/// Canonical decompositions and case foldings come from the system, so the table is as new as the system is. Only the blocks in
/// which anything happens are asked about; the tests hold that list against every scalar. The second half of the list, rare
/// scripts, is asked about when a text first needs it.
final class FoldTable: Sendable {
    struct Entry: Sendable {
        /// The canonical combining class; 0 for what begins a segment of its own.
        var combiningClass: UInt8 = 0
        /// Whether it is a nonspacing or an enclosing mark.
        var isMark = false
        /// Where its canonical decomposition stands in the pool, and where its folded form; 0 if it is itself.
        var decomposition: UInt32 = 0
        var folding: UInt32 = 0
    }

    static let common = FoldTable(blocks: commonBlocks, others: rareBlocks)
    static let rare = FoldTable(blocks: rareBlocks)

    static let commonBlocks: [ClosedRange<UInt32>] = [0x00...0x06, 0x1E...0x24, 0x30...0x30, 0xFB...0xFB, 0xFE...0xFF]
    static let rareBlocks: [ClosedRange<UInt32>] = [
        0x07...0x1D, 0x2A...0x2D, 0xA6...0xAB, 0xF9...0xFA, 0x101...0x11F, 0x134...0x134, 0x161...0x161, 0x16A...0x16F,
        0x1BC...0x1BC, 0x1CF...0x1CF, 0x1D1...0x1D2, 0x1DA...0x1DA, 0x1E0...0x1E9, 0x2F8...0x2FA, 0xE01...0xE01,
    ]

    private static let absent: UInt8 = 0xFF
    private static let elsewhere: UInt8 = 0xFE
    /// Which page of `entries` holds the block that a scalar lies in.
    private let pages: [UInt8]
    private let entries: [Entry]
    /// Sequences of scalars, each after its length.
    private let pool: [UInt32]
    /// By a folded scalar: the first bytes of the scalars of this table whose fold may begin with it, under any options.
    let leads: [UInt32: Set<UInt8>]

    /// The first bytes of rare scripts.
    static let rareLeads: [Bool] = {
        var result = [Bool](repeating: false, count: 256)
        for block in rareBlocks.joined() {
            for row in 0..<UInt32(4) {
                if let lead = lead(of: block << 8 | row << 6) { result[Int(lead)] = true }
            }
        }
        return result
    }()

    /// The first byte of a scalar in UTF-8.
    static func lead(of value: UInt32) -> UInt8? { Unicode.Scalar(value).flatMap { UTF8.encode($0)?.first } }

    /// What folding does to `scalar`, or nil when nothing happens to it.
    ///
    /// A Hangul syllable is computed, not looked up.
    @inline(__always) func entry(_ scalar: UInt32) -> Entry? {
        let page = pages[Int(scalar >> 8)]
        if page == Self.absent { return nil }
        if page == Self.elsewhere { return Self.rare.entry(scalar) }
        return entries[Int(page) << 8 | Int(scalar & 0xFF)]
    }

    /// The sequence at `position` of the pool of the table which `scalar` belongs to.
    @inline(__always) func sequence(_ position: UInt32, of scalar: UInt32) -> ArraySlice<UInt32> {
        if pages[Int(scalar >> 8)] == Self.elsewhere { return Self.rare.sequence(position, of: scalar) }
        let start = Int(position)
        return pool[start + 1..<start + 1 + Int(pool[start])]
    }

    private init(blocks: [ClosedRange<UInt32>], others: [ClosedRange<UInt32>] = []) {
        var pages = [UInt8](repeating: Self.absent, count: 0x1100)
        var entries: [Entry] = []
        var pool: [UInt32] = [0]
        for block in others.joined() { pages[Int(block)] = Self.elsewhere }
        for (page, block) in blocks.joined().enumerated() {
            pages[Int(block)] = UInt8(page)
            for value in block << 8..<(block + 1) << 8 { entries.append(Self.makeEntry(value, &pool)) }
        }
        (self.pages, self.entries, self.pool) = (pages, entries, pool)
        leads = Self.leads(blocks) { value in
            let page = pages[Int(value >> 8)]
            return page < Self.elsewhere ? entries[Int(page) << 8 | Int(value & 0xFF)] : nil
        } first: {
            pool[Int($0) + 1]
        }
    }

    /// What each scalar's fold begins with: what it decomposes into, in either case, and the same for its plain form.
    private static func leads(
        _ blocks: [ClosedRange<UInt32>], entry: (UInt32) -> Entry?, first: (UInt32) -> UInt32
    ) -> [UInt32: Set<UInt8>] {
        var leads: [UInt32: Set<UInt8>] = [:]
        for block in blocks.joined() {
            for value in block << 8..<(block + 1) << 8 {
                guard let lead = lead(of: value) else { continue }
                for form in Set([value, WidthForms.plain(value)]) {
                    let base = entry(form).map { $0.decomposition == 0 ? form : first($0.decomposition) } ?? form
                    let folded = entry(base).map { $0.folding == 0 ? base : first($0.folding) } ?? base
                    for head in [base, folded] where head != value { leads[head, default: []].insert(lead) }
                }
            }
        }
        return leads
    }

    private static func makeEntry(_ value: UInt32, _ pool: inout [UInt32]) -> Entry {
        guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { return Entry() }
        let category = scalar.properties.generalCategory
        return Entry(
            combiningClass: scalar.properties.canonicalCombiningClass.rawValue,
            isMark: category == .nonspacingMark || category == .enclosingMark,
            decomposition: value < 0x80 ? 0 : store(decomposed(String(scalar)), unless: value, &pool),
            folding: store(decomposed(caseFolded(scalar)), unless: value, &pool))
    }

    private static func store(_ sequence: [UInt32], unless value: UInt32, _ pool: inout [UInt32]) -> UInt32 {
        if sequence == [value] { return 0 }
        defer { pool += [UInt32(sequence.count)] + sequence }
        return UInt32(pool.count)
    }

    private static func decomposed(_ text: String) -> [UInt32] {
        text.decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
    }

    /// Lower case of upper case of lower case is full case folding for every scalar but the dotless ı, which folds to itself.
    private static func caseFolded(_ scalar: Unicode.Scalar) -> String {
        guard scalar.value != 0x131, scalar.properties.changesWhenCaseMapped else { return String(scalar) }
        let upper = scalar.properties.lowercaseMapping.unicodeScalars.map(\.properties.uppercaseMapping).joined()
        return upper.unicodeScalars.map(\.properties.lowercaseMapping).joined()
    }
}
