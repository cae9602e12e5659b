import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// What every list of the board service comes in.
///
/// Only the list itself is needed.
struct Envelope<Element: Decodable & Sendable>: Decodable, Sendable, SkipReporting {
    let value: LossyList<Element>
    let count, offset, limit, total: Int?
    var skipped: [SkippedElement] { value.skipped }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        value = try container.decode(LossyList<Element>.self, forKey: .value)
        count = container.number(.count)
        offset = container.number(.offset)
        limit = container.number(.limit)
        total = container.number(.total)
    }

    private enum CodingKeys: String, CodingKey { case value, count, offset, limit, total }

    /// How many there are in all, when the server says what can be.
    var knownTotal: Int? { total.flatMap { $0 >= 0 ? $0 : nil } }

    /// The page that was asked for.
    ///
    /// What could not be read still counts for where the next one begins.
    func page(offset askedOffset: Int, limit askedLimit: Int) -> Page<Element> {
        let limit = min(limit.flatMap { $0 > 0 ? $0 : nil } ?? askedLimit, askedLimit)
        let received = received(limit: limit)
        let begin = offset.flatMap { $0 >= 0 ? $0 : nil } ?? askedOffset
        let (end, overflow) = begin.addingReportingOverflow(received)
        let hasMore = received > 0 && !overflow && knownTotal.map { end < $0 } ?? (received >= limit)
        return Page(items: value.elements, next: hasMore ? .offset(end) : nil, total: knownTotal, skipped: value.skipped)
    }

    /// How many items the page took of the list, by the server's `count` where that can be.
    ///
    /// A server may leave out of a page what the reader must not see, and count it; it cannot have sent fewer than came, nor,
    /// where fewer came, have meant more than the limit. A count of 0 is believed, as the end.
    private func received(limit: Int) -> Int {
        guard let count, count >= 0 else { return value.rawCount }
        return count == 0 || value.rawCount...max(value.rawCount, limit) ~= count ? count : value.rawCount
    }
}
