import NoticeBoardBase
public import NoticeBoardPaging

/// The rules of a list, and the changes of its pages, that fit a service.
public struct ExamSetup<Item: Identifiable & Sendable>: Sendable, CustomStringConvertible where Item.ID: Sendable {
    /// A change of the pages before a list gets them.
    enum Step: Sendable, Hashable {
        case dropTotal
        case pinned(Int)
        case pinnedOnFirstPage(Int)
        /// Offsets count what a filter has removed.
        case offsetsByLimit(Int)
        case shiftOffsets(Int)
        case skipEmptyPages(Int)
        case endAtStatus(Int)
        case endAtKnownPage
    }

    /// The rules of a `Feed`, or its `paging` of a `Paginator`.
    public internal(set) var rules = FeedRules<Item>()
    var steps: [Step] = []
    var code: [String] = []

    /// Returns `load` with the changes that the service's pages need.
    public func pages(
        _ load: @escaping @Sendable (PagePosition?) async throws -> Page<Item>
    ) -> @Sendable (PagePosition?) async throws -> Page<Item> {
        let steps = steps
        let known = Locked(Known())
        return { position in
            var page = try await Self.page(at: position, steps, load)
            for step in steps { Self.apply(step, to: &page, at: position) }
            if steps.contains(.endAtKnownPage), known.withLock({ $0.repeats(page, at: position) }) { return Page(items: []) }
            return page
        }
    }

    /// The lines of code, for an app.
    public var description: String { (["var rules = FeedRules<Item>()"] + code).joined(separator: "\n") }

    /// The pages that a walk has had.
    private struct Known {
        var first: [Item.ID] = []
        var last: [Item.ID] = []

        /// Notes a page; returns whether it is the first or the last one again.
        mutating func repeats(_ page: Page<Item>, at position: PagePosition?) -> Bool {
            let ids = page.items.map(\.id)
            defer { last = ids }
            guard position != nil else {
                first = ids
                return false
            }
            return !ids.isEmpty && (ids == first || ids == last)
        }
    }

    private static func page(
        at position: PagePosition?, _ steps: [Step], _ load: @Sendable (PagePosition?) async throws -> Page<Item>
    ) async throws -> Page<Item> {
        do {
            var page = try await load(position)
            var place = position
            for case .skipEmptyPages(let limit) in steps {
                // A filter removes no more than two pages in a row, as far as was seen.
                for _ in 0..<2 where page.items.isEmpty {
                    guard let next = following(place, page, limit), next != place else { break }
                    place = next
                    page = try await load(next)
                    if page.next != nil, case .offset(let offset) = next { page.next = .offset(offset + limit) }
                }
            }
            return page
        } catch let error as NoticeBoardError {
            for case .endAtStatus(let status) in steps where position != nil && error.status == status { return Page(items: []) }
            throw error
        }
    }

    private static func following(_ position: PagePosition?, _ page: Page<Item>, _ limit: Int) -> PagePosition? {
        switch position {
        case .offset(let offset)?: .offset(offset + limit)
        case .page(let number)?: .page(number + 1)
        case .cursor?, nil: page.next
        }
    }

    private static func apply(_ step: Step, to page: inout Page<Item>, at position: PagePosition?) {
        switch step {
        case .dropTotal: page.total = nil
        case .pinned(let count): page.pinned = min(count, page.items.count)
        case .pinnedOnFirstPage(let count): if position == nil { page.pinned = min(count, page.items.count) }
        case .offsetsByLimit(let limit):
            guard case .offset(let next)? = page.next else { return }
            let offset = if case .offset(let offset)? = position { offset } else { 0 }
            page.next = .offset(max(next, offset + limit))
        case .shiftOffsets(let count):
            if case .offset(let next)? = page.next { page.next = .offset(next - count) }
        case .skipEmptyPages, .endAtStatus, .endAtKnownPage: break
        }
    }
}
