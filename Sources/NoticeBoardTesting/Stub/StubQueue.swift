import NoticeBoardBase
import NoticeBoardHTTP

/// The responses of a route, and how many were used.
final class StubQueue: Sendable {
    let route: StubRoute
    private let once: [StubAnswer]
    private let always: StubAnswer?
    private let asked = Locked(0)

    init(_ route: StubRoute, once: [StubAnswer] = [], always: StubAnswer? = nil) {
        self.route = route
        self.once = once
        self.always = always
    }

    /// The number of responses, in words, if they are limited.
    var total: String { once.count == 1 ? "1 answer" : "\(once.count) answers" }

    /// Returns the next response if the route matches the request and has one left.
    func take(for request: HTTPRequest) -> StubAnswer? {
        guard route.differences(from: request).isEmpty else { return nil }
        return asked.withLock { asked in
            guard asked < once.count || always != nil else { return nil }
            defer { asked += 1 }
            return asked < once.count ? once[asked] : always
        }
    }

    /// A message if any are unused; else `nil`.
    var complaint: String? {
        let asked = asked.withLock { $0 }
        if always != nil { return asked == 0 ? "\(route) was never asked for" : nil }
        return asked < once.count ? "\(route) has \(once.count - asked) of \(total) left" : nil
    }
}
