import Foundation

extension HTTPResponse {
    /// Returns the seconds to wait before a retry, from a `Retry-After` in seconds or as a date.
    ///
    /// A date is compared with the response's `Date` if it has one, since device clocks are often wrong. A date in the past means
    /// no wait.
    func retryAfter(now: Date = Date()) -> Double? {
        guard let text = headers[.retryAfter] else { return nil }
        // Some servers send absurdly long delays.
        if !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) { return Double(text).map { min($0, 1e9) } }
        guard let moment = HTTPDate.date(text, now: now) else { return nil }
        let reference = headers[.date].flatMap { HTTPDate.date($0, now: now) } ?? now
        return max(moment.timeIntervalSince(reference), 0)
    }
}

/// A date in HTTP format: `Sun, 06 Nov 1994 08:49:37 GMT`, or one of the two obsolete formats (RFC 9110, 5.6.7).
enum HTTPDate {
    /// Returns the date in `text`, or `nil` if it is invalid.
    ///
    /// Parsed by hand: a `DateFormatter` depends on the device and is a thousand times slower.
    static func date(_ text: String, now: Date = Date()) -> Date? {
        let words = text.unicodeScalars.split { $0 == " " || $0 == "," || $0 == "-" }.map { Substring($0) }
        switch words.count {
        case 6 where words[5] == "GMT":
            // Sun, 06 Nov 1994 08:49:37 GMT; Sunday, 06-Nov-94 08:49:37 GMT
            guard let year = number(words[3], 2...4) else { return nil }
            return moment(words[3].count == 2 ? century(of: year, now) : year, words[2], words[1], words[4])
        case 5:
            // Sun Nov  6 08:49:37 1994
            guard let year = number(words[4], 4...4) else { return nil }
            return moment(year, words[1], words[2], words[3])
        default: return nil
        }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func moment(_ year: Int, _ month: Substring, _ day: Substring, _ time: Substring) -> Date? {
        let parts = time.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false)
            .map { number(Substring($0), 2...2) }
        guard let month = months.firstIndex(of: String(month)), let day = number(day, 1...2), parts.count == 3,
            let hour = parts[0], let minute = parts[1], let second = parts[2]
        else { return nil }
        return RFC3339.date(day: (year, month + 1, day), time: (hour, minute, second))
    }

    /// Returns the full year for two digits: at most fifty years ahead (RFC 9110, 5.6.7).
    private static func century(of year: Int, _ now: Date) -> Int {
        let years = (now.timeIntervalSince1970 / 31_556_952).rounded(.down)
        let present = 1970 + Int(max(-10_000, min(10_000, years)))
        let near = present - present % 100 + year
        return near > present + 50 ? near - 100 : near
    }

    private static func number(_ digits: Substring, _ length: ClosedRange<Int>) -> Int? {
        guard length.contains(digits.utf8.count), digits.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(digits)
    }
}
