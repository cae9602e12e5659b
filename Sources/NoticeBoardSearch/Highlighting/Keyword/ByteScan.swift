/// Finds a byte, or a letter in either case, in one text.
struct ByteScan {
    private let byte: UInt8
    /// The letter in the other case.
    private let other: UInt8
    /// The next offset of `byte`.
    private var nextByte = -1
    /// The next offset of `other`.
    private var nextOther = -1

    init(_ byte: UInt8, ignoresCase: Bool) {
        self.byte = byte
        other = byte | 0x20
        if !ignoresCase { nextOther = .max }
    }

    /// Returns the first offset from `start` on, which never decreases, unless it is not before `end`.
    @inline(__always) mutating func next(from start: Int, to end: Int, _ bytes: ByteView) -> Int? {
        if nextByte < start { nextByte = bytes.offset(of: byte, from: start, to: end) ?? .max }
        if nextOther < start { nextOther = bytes.offset(of: other, from: start, to: end) ?? .max }
        let next = min(nextByte, nextOther)
        return next < end ? next : nil
    }
}
