/// Reads a date's bytes: the first nineteen by their places, which are always the same, the rest from left to right.
///
/// It lives no longer than the text that it reads, and every access is inside it: the initialiser sees to the first
/// nineteen, `next` to the others.
@safe struct RFC3339Reader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 19
    /// Whether everything read by its place was what must stand there.
    private(set) var isDate: Bool

    /// Nothing when there are fewer bytes than the shortest date has.
    @unsafe init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 20 else { return nil }
        unsafe self.bytes = bytes
        isDate =
            unsafe bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-") && bytes[13] == UInt8(ascii: ":")
            && bytes[16] == UInt8(ascii: ":")
            && (bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == UInt8(ascii: " "))
    }

    var isAtEnd: Bool { unsafe position == bytes.count }

    /// The two digits at a place before the nineteenth.
    mutating func pair(at place: Int) -> Int {
        let (tens, ones) = unsafe (bytes[place] &- 48, bytes[place + 1] &- 48)
        isDate = isDate && tens < 10 && ones < 10
        return Int(tens) * 10 + Int(ones)
    }

    /// Parts of a second, 0 where there are none; digits past the ninth change nothing that a `Date` can hold.
    mutating func fraction() -> Double? {
        guard skip(".") || skip(",") else { return 0 }
        var (value, scale, count) = (0.0, 1.0, 0)
        while let digit = digit() {
            count += 1
            guard count <= 9 else { continue }
            value = value * 10 + Double(digit)
            scale *= 10
        }
        return count == 0 ? nil : value / scale
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(), hours < 24 else { return nil }
        _ = skip(":")
        guard let minutes = number(), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard !isAtEnd, unsafe bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private mutating func number() -> Int? {
        guard let tens = digit(), let ones = digit() else { return nil }
        return tens * 10 + ones
    }

    private mutating func digit() -> Int? {
        guard !isAtEnd, case let byte = unsafe bytes[position], 48...57 ~= byte else { return nil }
        position += 1
        return Int(byte) - 48
    }
}
