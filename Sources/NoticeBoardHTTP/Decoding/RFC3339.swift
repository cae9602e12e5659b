public import Foundation

/// Dates as RFC 3339 writes them, read and written by hand: a `DateFormatter` takes a thousand times as long, and reads
/// the device's calendar and time zone into the bargain.
public enum RFC3339 {
    /// The date that `text` names, or nothing: `2023-06-05T03:31:22Z`, with or without a fraction, `Z`, `+09:00` or `+0900`.
    ///
    /// A leap second is the second after it.
    public static func date(_ text: String) -> Date? {
        var reader = Reader(text)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2),
            reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"),
            let second = reader.number(2),
            1...12 ~= month, 1...daysIn(month: month, of: year) ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        var fraction = 0.0
        if reader.skip(".") || reader.skip(",") {
            guard let value = reader.fraction() else { return nil }
            fraction = value
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        let seconds = days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// `date` in UTC with three fraction digits; nothing outside the years 0 to 9999.
    public static func text(_ date: Date) -> String? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard -62_167_219_200_000 <= milliseconds, milliseconds < 253_402_300_800_000 else { return nil }
        let (days, rest) = Int(milliseconds).quotientAndRemainder(flooringBy: 86_400_000)
        let (year, month, day) = civil(days: days)
        let (seconds, fraction) = (rest / 1000, rest % 1000)
        let clock = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        return "\(padded(year, to: 4))-\(padded(month))-\(padded(day))T\(clock).\(padded(fraction, to: 3))Z"
    }

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func daysIn(month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01, counting years from March so that the leap day comes last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The other way round.
    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(flooringBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int {
    fileprivate func quotientAndRemainder(flooringBy divisor: Int) -> (Int, Int) {
        let remainder = ((self % divisor) + divisor) % divisor
        return ((self - remainder) / divisor, remainder)
    }
}

/// Reads digits and marks from left to right, one byte ahead.
private struct Reader {
    private var bytes: String.UTF8View.Iterator
    private var next: UInt8?

    init(_ text: String) {
        bytes = text.utf8.makeIterator()
        next = bytes.next()
    }

    var isAtEnd: Bool { next == nil }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: mark) else { return false }
        next = bytes.next()
        return true
    }

    mutating func number(_ digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Digits after the point; those past the ninth change nothing that a `Date` can hold.
    mutating func fraction() -> Double? {
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
        guard let hours = number(2), hours < 24 else { return nil }
        _ = skip(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func digit() -> Int? {
        guard let byte = next, 48...57 ~= byte else { return nil }
        next = bytes.next()
        return Int(byte) - 48
    }
}
