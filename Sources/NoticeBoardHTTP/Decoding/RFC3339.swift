public import Foundation
import NoticeBoardBase

/// Parses and formats RFC 3339 dates by hand: a `DateFormatter` is a thousand times slower, and uses the device's calendar and
/// time zone.
public enum RFC3339 {
    /// Returns the date in `text`, or `nil`: `2023-06-05T03:31:22Z`, with or without a fraction, with `Z`, `+09:00` or `+0900`.
    ///
    /// A leap second becomes the following second.
    public static func date(_ text: String) -> Date? {
        unsafe text.withBytes { buffer in
            guard var reader = unsafe RFC3339Reader(buffer) else { return nil }
            return date(&reader)
        }
    }

    private static func date(_ reader: inout RFC3339Reader) -> Date? {
        let (year, month, day) = (reader.pair(at: 0) * 100 + reader.pair(at: 2), reader.pair(at: 5), reader.pair(at: 8))
        let (hour, minute, second) = (reader.pair(at: 11), reader.pair(at: 14), reader.pair(at: 17))
        guard reader.isDate, let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd else { return nil }
        return date(day: (year, month, day), time: (hour, minute, second), fraction: fraction, offset: offset)
    }

    /// Returns a date from its parts, at an offset in seconds east of UTC; `nil` if a part is invalid.
    static func date(
        day: (year: Int, month: Int, day: Int), time: (hour: Int, minute: Int, second: Int), fraction: Double = 0, offset: Int = 0
    ) -> Date? {
        guard 1...12 ~= day.month, 1...daysIn(month: day.month, of: day.year) ~= day.day, time.hour < 24, time.minute < 60,
            time.second <= 60
        else { return nil }
        let seconds = time.hour * 3600 + time.minute * 60 + time.second - offset
        // `Int` has 32 bits on some watches, where seconds end in 2038.
        let whole = Int64(days(year: day.year, month: day.month, day: day.day)) * 86_400 + Int64(seconds)
        // `Date` counts from 2001: seconds since 1970 would be rounded twice.
        return Date(timeIntervalSinceReferenceDate: Double(whole - 978_307_200) + fraction)
    }

    /// Formats `date` in UTC; returns `nil` outside the years 0 to 9999.
    ///
    /// A whole millisecond, within the precision of seconds, has three digits. Any other date has nine, which ``date(_:)`` parses
    /// to the same date, except within some weeks of 2001-01-01, where `Date` is more precise.
    public static func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        let milliseconds = (seconds * 1e3).rounded()
        // Formatters and sums count from 1970, where a `Double` is less precise.
        let rounding = max(seconds.ulp, date.timeIntervalSince1970.ulp)
        if abs(seconds - milliseconds / 1e3) <= rounding {
            let whole = (milliseconds / 1e3).rounded(.down)
            if let text = text(whole, milliseconds - whole * 1e3, digits: 3) { return text }
        }
        let whole = seconds.rounded(.down)
        // A time just before a second must not round up to it, which is another date.
        return text(whole, min(((seconds - whole) * 1e9).rounded(), 1e9 - 1), digits: 9)
    }

    /// Formats whole seconds since 2001, with `parts` as the fraction.
    private static func text(_ secondsSince2001: Double, _ parts: Double, digits: Int) -> String? {
        let whole = secondsSince2001 + 978_307_200
        guard -62_167_219_200.0 <= whole, whole < 253_402_300_800.0 else { return nil }
        let days = Int((whole / 86_400).rounded(.down))
        let seconds = Int(whole - Double(days) * 86_400)
        let (year, month, day) = civil(days: days)
        let clock = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        let fraction = padded(Int(parts), to: digits)
        return "\(padded(year, to: 4))-\(padded(month))-\(padded(day))T\(clock).\(fraction)Z"
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

    /// Returns the days from 1970-01-01, counting years from March so that the leap day comes last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the Gregorian date a number of days after 1970-01-01.
    package static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
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

/// Parses a date's bytes: the first nineteen by their fixed positions, the rest from left to right.
///
/// It must not outlive the text. Every access is in bounds: the initializer checks the first nineteen bytes, `digit` and `skip`
/// the rest.
@safe private struct RFC3339Reader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 19
    /// Whether all bytes at fixed positions were valid.
    private(set) var isDate: Bool

    /// Returns `nil` if there are fewer bytes than in the shortest date.
    @unsafe init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 20 else { return nil }
        unsafe self.bytes = bytes
        isDate =
            unsafe bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-") && bytes[13] == UInt8(ascii: ":")
            && bytes[16] == UInt8(ascii: ":")
            && (bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == UInt8(ascii: " "))
    }

    var isAtEnd: Bool { unsafe position == bytes.count }

    /// Returns the two digits at a position below nineteen.
    mutating func pair(at place: Int) -> Int {
        let (tens, ones) = unsafe (bytes[place] &- 48, bytes[place + 1] &- 48)
        isDate = isDate && tens < 10 && ones < 10
        return Int(tens) * 10 + Int(ones)
    }

    /// Returns the fraction of a second, 0 if there is none; `Date` cannot hold digits after the ninth.
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

    /// Returns seconds east of UTC.
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
