import Foundation

extension HTTPResponse {
    /// Returns the seconds to wait before a retry, from a `Retry-After` in seconds or as a date.
    ///
    /// A date is compared with the response's `Date` if it has one, since device clocks are often wrong. A date in the past means
    /// no wait.
    func retryAfter() -> Double? {
        guard let text = headers[.retryAfter] else { return nil }
        // Some servers send absurdly long delays.
        if !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) { return Double(text).map { min($0, 1e9) } }
        guard let moment = Self.date(text) else { return nil }
        return max(moment.timeIntervalSince(headers[.date].flatMap(Self.date) ?? Date()), 0)
    }

    /// Returns a date in HTTP format, `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` for its obsolete forms (RFC 9110, 5.6.7).
    private static func date(_ text: String) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: words[2]) else { return nil }
        return RFC3339.date("\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])T\(words[4])Z")
    }
}
