import Foundation

extension HTTPResponse {
    /// How many seconds the server asks to wait before the call is sent again, whether it names them or a moment.
    ///
    /// A moment is compared with the answer's own `Date`, when there is one: clocks of devices are wrong. One that has passed
    /// asks for no wait.
    func retryAfter(now: Date = Date()) -> Double? {
        guard let text = headers[.retryAfter] else { return nil }
        // Some name a time that no clock gets to see.
        if !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) { return Double(text).map { min($0, 1e9) } }
        guard let moment = HTTPDate.date(text, now: now) else { return nil }
        let reference = headers[.date].flatMap { HTTPDate.date($0, now: now) } ?? now
        return max(moment.timeIntervalSince(reference), 0)
    }
}
