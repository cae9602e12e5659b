/// Notices a service that gives the same again and again under ever new positions.
struct CircleWatch<ID: Hashable & Sendable>: Sendable {
    /// Many things can make a page bring nothing new: filters, or posts that arrived while nobody read on.
    private static var spinnerDelay: Int { 100 }
    /// The same page at another place while the total stays says more: the service does not look at the position.
    private static var patienceWithCopies: Int { 3 }

    private struct Face: Sendable, Equatable {
        let first, last: ID
        let count: Int
        let total: Int
    }

    private var quiet = 0
    private var copies = 0
    private var face: Face?

    /// Whether these are enough pages without anything new.
    mutating func goesRound(first: ID?, last: ID?, count: Int, total: Int?, isNew: Bool) -> Bool {
        quiet = isNew ? 0 : quiet + 1
        var seen: Face?
        if let first, let last, let total { seen = Face(first: first, last: last, count: count, total: total) }
        copies = seen != nil && seen == face && !isNew ? copies + 1 : 0
        face = seen
        guard quiet >= Self.spinnerDelay || copies >= Self.patienceWithCopies else { return false }
        (quiet, copies) = (0, 0)
        return true
    }
}
