import NoticeBoardPaging

/// How a service positions the pages of a list, as its first page showed.
struct ListShape: Sendable, Hashable, Codable {
    enum Kind: String, Sendable, Codable { case offsets, cursors, numbers }

    var kind = Kind.offsets
    /// The number of the second page, if the service numbers its pages: some begin with 0, some with 1.
    var secondPage = 2
    /// The number of items of a page, if the service decides it; `nil` if a page is as long as requested.
    var pageLength: Int?

    /// Returns the shape of a list from the response to its first request; `nil` if there is only one page.
    init?(firstPage next: PagePosition?, length: Int, limit: Int) {
        switch next {
        case nil: return nil
        case .offset?: break
        case .cursor?: kind = .cursors
        case .page(let number)?:
            kind = .numbers
            secondPage = number
            pageLength = length < limit ? max(length, 1) : nil
        }
    }

    init() {}

    /// Returns the index of the first item of a page in the list, for a service that numbers its pages.
    func index(ofPage number: Int, limit: Int) -> Int? {
        let length = pageLength ?? limit
        let (pages, isTooLow) = number.subtractingReportingOverflow(secondPage - 1)
        let (index, isTooHigh) = pages.multipliedReportingOverflow(by: length)
        return isTooLow || isTooHigh || index < 0 ? nil : index
    }
}
