import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// A page of posts as the service sends it.
struct LinkPostsAnswer: Decodable, Sendable, SkipReporting {
    private enum CodingKeys: String, CodingKey {
        case data
        case next = "next_cursor"
    }

    let page: Page<LinkPost>
    var skipped: [SkippedElement] { page.skipped }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // A null element was no post; an undecodable element was one, and is reported.
        let data = try container.decode(LossyList<LinkPost?>.self, forKey: .data)
        let posts = data.elements.compactMap(\.self)
        // Requesting the cursor "0" restarts at the first page, so iteration would never end.
        let next = container.text(.next).flatMap { $0.isEmpty || $0 == "0" ? nil : PagePosition.cursor($0) }
        page = Page(items: posts, next: next, skipped: data.skipped)
    }
}
