import Foundation
import NoticeBoardBase

/// Parses the dates of header fields: the present form and the two obsolete ones, which a recipient must accept, too (RFC 9110,
/// 5.6.7).
///
/// By hand, because a `DateFormatter` depends on the device. The name of the day is not compared with the date.
enum HTTPDate {
    /// Returns the date in `text`, or `nil`; a two-digit year is never more than fifty years after `now`.
    static func date(_ text: String, now: Date = Date()) -> Date? {
        let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
        guard let dayName = words.first, let end = words.last else { return nil }
        let hasComma = dayName.hasBytes(atEnd: ",")
        switch words.count {
        case 6 where hasComma && end == "GMT":
            // Sun, 06 Nov 1994 08:49:37 GMT
            return date(words[3], words[2], words[1], words[4])
        case 4 where hasComma && end == "GMT":
            // Sunday, 06-Nov-94 08:49:37 GMT
            let parts = words[1].unicodeScalars.split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
            guard parts.count == 3, let year = year(parts[2], parts[1], parts[0], now) else { return nil }
            return date(year, parts[1], parts[0], words[2])
        case 5 where !hasComma:
            // Sun Nov 16 08:49:37 1994
            return date(words[4], words[1], words[2], words[3])
        case 6 where !hasComma && words[2].isEmpty && words[3].utf8.count == 1:
            // Sun Nov  6 08:49:37 1994
            return date(words[5], words[1], "0" + words[3], words[4])
        default: return nil
        }
    }

    /// Returns the date of a four-digit year, an English month, a two-digit day and a time.
    private static func date(_ year: String, _ month: String, _ day: String, _ time: String) -> Date? {
        guard let index = months.firstIndex(of: month) else { return nil }
        return RFC3339.date("\(year)-\(index < 9 ? "0" : "")\(index + 1)-\(day)T\(time)Z")
    }

    /// Returns the newest year that ends with two digits and is not more than fifty years ahead.
    private static func year(_ digits: String, _ month: String, _ day: String, _ now: Date) -> String? {
        guard digits.utf8.count == 2, let number = UInt8(digits), let monthIndex = months.firstIndex(of: month) else {
            return nil
        }
        let days = (now.timeIntervalSince1970 / 86_400).rounded(.down)
        let today = RFC3339.civil(days: Int(min(max(days, 0), 1_000_000)))
        let newest = today.year + 50
        let year = newest - (newest - Int(number)) % 100
        let isLater = (monthIndex + 1, Int(day) ?? 0) > (today.month, today.day)
        return String(year == newest && isLater ? year - 100 : year)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
