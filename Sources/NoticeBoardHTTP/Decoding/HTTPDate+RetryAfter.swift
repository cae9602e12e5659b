import Foundation
public import NoticeBoardBase

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
