import NoticeBoardBase
import NoticeBoardHTTP

/// A route's answers, and how many of them were asked for.
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

    /// How many answers there are, where they are counted.
    var total: String { once.count == 1 ? "1 answer" : "\(once.count) answers" }

    /// The next answer, when there is one and the request is for this route.
    func take(for request: HTTPRequest) -> StubAnswer? {
        guard route.differences(from: request).isEmpty else { return nil }
        return asked.withLock { asked in
            guard asked < once.count || always != nil else { return nil }
            defer { asked += 1 }
            return asked < once.count ? once[asked] : always
        }
    }

    /// What was not asked for, or nothing.
    var complaint: String? {
        let asked = asked.withLock { $0 }
        if always != nil { return asked == 0 ? "\(route) was never asked for" : nil }
        return asked < once.count ? "\(route) has \(once.count - asked) of \(total) left" : nil
    }
}
