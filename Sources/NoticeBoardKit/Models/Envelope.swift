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

    /// The page that was asked for.
    ///
    /// What could not be read still counts for where the next one begins.
    func page(offset askedOffset: Int, limit askedLimit: Int) -> Page<Element> {
        let received = count.flatMap { $0 >= 0 ? $0 : nil } ?? value.rawCount
        let (end, overflow) = (offset ?? askedOffset).addingReportingOverflow(received)
        let hasMore =
            received > 0 && !overflow
            && total.map { end < $0 } ?? (received >= min(limit.flatMap { $0 > 0 ? $0 : nil } ?? askedLimit, askedLimit))
        return Page(items: value.elements, next: hasMore ? .offset(end) : nil, total: total, skipped: value.skipped)
    }
}
