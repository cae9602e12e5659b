import NoticeBoardPaging

/// How a service positions the pages of a list, as its first page showed.
struct ListShape: Sendable, Hashable, Codable {
    enum Kind: String, Sendable, Codable { case offsets, cursors, numbers }

    var kind = Kind.offsets
    /// The number of the second page, if the service numbers its pages: some begin with 0, some with 1.
    private(set) var secondPage = 2
    /// The number of items of a page, if the service decides it; `nil` if a page is as long as requested.
    private(set) var pageLength: Int?
    /// No list has pages with larger numbers: the arithmetic of positions must not overflow.
    private static let largestNumber = 1 << 30

    /// Returns the shape of a list from the response to its first request; `nil` if there is only one page.
    init?(firstPage next: PagePosition?, length: Int, limit: Int) {
        switch next {
        case nil: return nil
        case .offset?: break
        case .cursor?: kind = .cursors
        case .page(let number)?:
            kind = .numbers
            setPages(from: number, length: length < limit ? length : nil)
        }
    }

    /// Reads a stored shape, whose numbers may be any.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        kind = try values.decode(Kind.self, forKey: .kind)
        let length = try values.decodeIfPresent(Int.self, forKey: .pageLength)
        setPages(from: try values.decode(Int.self, forKey: .secondPage), length: length)
    }

    private mutating func setPages(from second: Int, length: Int?) {
        secondPage = min(max(second, -Self.largestNumber), Self.largestNumber)
        pageLength = length.map { min(max($0, 1), Self.largestNumber) }
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
