public import Foundation
import NoticeBoardBase

/// Parses and formats RFC 3339 dates by hand: a `DateFormatter` is a thousand times slower, and uses the device's calendar and
/// time zone.
public enum RFC3339 {
    /// Returns the date in `text`, or `nil`: `2023-06-05T03:31:22Z`, with or without a fraction, with `Z`, `+09:00` or `+0900`.
    ///
    /// A leap second becomes the following second.
    public static func date(_ text: String) -> Date? {
        unsafe text.withBytes { bytes in
            var reader = unsafe RFC3339Reader(bytes)
            return date(&reader)
        }
    }

    private static func date(_ reader: inout RFC3339Reader) -> Date? {
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2), reader.skip(":"),
            let second = reader.number(digits: 2), let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        let days = days(year: year, month: month, day: day)
        // Every month has 28 days. A later one that the month does not have is counted into the next month.
        guard 1...12 ~= month, 1...28 ~= day || civil(days: days) == (year, month, day) else { return nil }
        // `Int` has 32 bits on some watches, where seconds end in 2038.
        let whole = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset)
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
        let date = civil(days: days)
        let clock = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        let fraction = padded(Int(parts), to: digits)
        return "\(padded(date.year, to: 4))-\(padded(date.month))-\(padded(date.day))T\(clock).\(fraction)Z"
    }

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Returns the days from 1970-01-01, counting years from March so that the leap day comes last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        // 400 years (146,097 days) later no year is negative.
        let shifted = (month > 2 ? year : year - 1) + 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - 146_097
    }

    /// Returns the Gregorian date a number of days after 1970-01-01.
    package static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
