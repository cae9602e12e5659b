import Foundation

/// A row as an app has it: a title, a date, and whether it is a notice.
struct FeedRow: Identifiable, Equatable, Sendable {
    let id: Int
    let title: String
    let date: Date
    let isNotice: Bool

    /// A row of a list whose newest row has the lowest number; every tenth is a notice.
    init(_ id: Int) {
        (self.id, title, isNotice) = (id, "The title of the post \(id)", id % 10 == 0)
        date = Date(timeIntervalSince1970: 1_700_000_000 - Double(id) * 60)
    }

    static func precedes(_ one: FeedRow, _ other: FeedRow) -> Bool {
        one.isNotice != other.isNotice ? one.isNotice : (one.date, one.id) > (other.date, other.id)
    }
}
