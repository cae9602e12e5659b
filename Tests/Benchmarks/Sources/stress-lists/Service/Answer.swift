import NoticeBoardBase
import NoticeBoardPaging

/// The service's answer to a request.
struct Answer {
    var rows: [Row] = []
    var next: PagePosition?
    var total: Int?
    /// The service's moment at which the answer was computed; it may be delivered later.
    var moment: Int
    /// Whether the answer is the device's stored copy of the first page, delivered because the network failed.
    var isStoredCopy = false
    var failure: NoticeBoardError?
    /// The position that was asked for.
    var position: PagePosition?

    /// The ID of the row whose cursor was asked for; the page begins directly below this row.
    var rowAbove: Int? { position?.cursor.flatMap { ServiceCursor($0) }?.row }
}
