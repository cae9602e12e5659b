import NoticeBoardBase

/// Reads the parts of an RFC 3339 date from left to right.
///
/// It reads the text's own bytes, because copying them takes longer than reading the date, and must not outlive the text. Only
/// `next` reads a byte, and never behind the end. As calls, its steps take twice the time.
@safe struct RFC3339Reader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    @unsafe init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

    var isAtEnd: Bool { unsafe position == bytes.count }

    private var next: UInt8? { unsafe isAtEnd ? nil : bytes[position] }

    /// Skips `mark`; returns `false` if something else is next.
    @inline(__always) mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    /// Reads a number of exactly `count` digits.
    @inline(__always) mutating func number(digits count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Reads the fraction of a second, 0 if there is none; `Date` cannot hold digits after the ninth.
    mutating func fraction() -> Double? {
        guard skip(".") || skip(",") else { return 0 }
        guard let first = digit() else { return nil }
        var value = Double(first)
        var scale = 10.0
        while let digit = digit() {
            guard scale < 1e9 else { continue }
            value = value * 10 + Double(digit)
            scale *= 10
        }
        return value / scale
    }

    /// Reads the time zone as seconds east of UTC: `Z`, `+09:00` or `+0900`.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = number(digits: 2) else { return nil }
        _ = skip(":")
        guard let minutes = number(digits: 2), hours < 24, minutes < 60 else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return isEast ? seconds : -seconds
    }

    private mutating func digit() -> Int? {
        guard let next, 48...57 ~= next else { return nil }
        position += 1
        return Int(next) - 48
    }
}
