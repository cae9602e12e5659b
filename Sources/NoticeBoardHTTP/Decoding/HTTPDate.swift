import Foundation
public import NoticeBoardBase

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

extension HTTPResponse {
    /// Returns the seconds to wait before a retry, from a `Retry-After` in seconds or as a date.
    ///
    /// A date is compared with the response's `Date` if it has one, since device clocks are often wrong. A date in the past means
    /// no wait.
    func retryAfter() -> Double? { HTTPDate.delay(headers[.retryAfter], since: headers[.date]) }
}

extension NoticeBoardError.Reply {
    /// The seconds that the server asks to wait before a retry, from a `Retry-After` in seconds or as a date; `nil` without one.
    ///
    /// Also if the error has a code of the app, whose remedy is none to retry.
    public var retryAfter: Double? { HTTPDate.delay(self[.retryAfter], since: self[.date]) }
}

extension HTTPDate {
    /// Returns the seconds that a `Retry-After` asks for, with a date counted from the response's `Date`.
    fileprivate static func delay(_ retryAfter: String?, since date: String?) -> Double? {
        guard let retryAfter else { return nil }
        // Some servers send absurdly long delays.
        if !retryAfter.isEmpty, retryAfter.utf8.allSatisfy({ 48...57 ~= $0 }) { return Double(retryAfter).map { min($0, 1e9) } }
        let now = Date()
        guard let moment = self.date(retryAfter, now: now) else { return nil }
        let reference = date.flatMap { self.date($0, now: now) } ?? now
        return max(moment.timeIntervalSince(reference), 0)
    }
}
