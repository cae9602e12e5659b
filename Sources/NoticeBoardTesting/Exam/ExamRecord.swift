import NoticeBoardBase
import NoticeBoardPaging

/// The answers of an exam.
struct ExamRecord<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// A request and its answer.
    struct Sample: Sendable {
        let position: PagePosition?
        let limit: Int
        /// `nil` if the request failed.
        let page: Page<Item>?
        /// The status of a failed request; 0 without an answer.
        var status = 0

        var ids: [Item.ID] { page?.items.map(\.id) ?? [] }
        /// The elements of the page, also those that could not be decoded.
        var count: Int { (page?.items.count ?? 0) + (page?.skipped.count ?? 0) }
        var isEmpty: Bool { page != nil && count == 0 }
    }

    /// How a walk through the list has ended.
    enum End: Sendable, Hashable {
        case lastPage
        case emptyPage
        case repeatedPosition
        case repeatedPage
        case restarted
        case failed(Int)
        /// There was no request left.
        case stopped
    }

    let pageSize: Int
    private let budget: Int
    private let load: @Sendable (PagePosition?, Int) async throws -> Page<Item>
    private(set) var requests = 0
    /// The number of requests before the service refused more.
    private(set) var refusedAfter: Int?
    /// The pages of the list, in order; the last one may have failed or repeat another.
    private(set) var pages: [Sample] = []
    private(set) var end = End.stopped
    /// Answers to the first page with other limits.
    private(set) var small: [Sample] = []
    private(set) var large: [Sample] = []
    /// Pages that were read again, with the index of the first reading.
    private(set) var again: [(index: Int, sample: Sample)] = []

    init(
        pageSize: Int, requests: Int, load: @escaping @Sendable (PagePosition?, Int) async throws -> Page<Item>
    ) {
        self.pageSize = pageSize
        budget = requests
        self.load = load
    }

    /// The pages of the list, without the one that ended it.
    var list: [Sample] {
        switch end {
        case .failed, .repeatedPage, .restarted: Array(pages.dropLast())
        case .lastPage, .emptyPage, .repeatedPosition, .stopped: pages
        }
    }

    private var mayAsk: Bool { requests < budget && refusedAfter == nil && !Task.isCancelled }

    private mutating func ask(_ position: PagePosition?, limit: Int) async -> Sample? {
        guard mayAsk else { return nil }
        requests += 1
        do {
            return Sample(position: position, limit: limit, page: try await load(position, limit))
        } catch {
            let status = (error as? NoticeBoardError)?.status ?? 0
            if status == 429 {
                refusedAfter = requests - 1
                return nil
            }
            return Sample(position: position, limit: limit, page: nil, status: status)
        }
    }

    // MARK: Reading the list

    /// Reads page after page, with at most half of the requests.
    mutating func walk() async {
        var position: PagePosition?
        var asked: Set<PagePosition> = []
        while pages.count < budget / 2, let sample = await ask(position, limit: pageSize) {
            pages.append(sample)
            guard let page = sample.page else { return end = .failed(sample.status) }
            if sample.isEmpty {
                guard await skipEmptyPages(after: sample) else { return end = .emptyPage }
            } else if repeats(sample) {
                return
            }
            // Empty pages may have been skipped.
            let last = pages.last?.page ?? page
            guard let next = last.next else { return end = .lastPage }
            guard asked.insert(next).inserted else { return end = .repeatedPosition }
            position = next
        }
    }

    /// Whether the page was there before; then the walk has ended.
    private mutating func repeats(_ sample: Sample) -> Bool {
        let former = pages.dropLast().last { !$0.isEmpty }
        if pages.count > 1, former?.ids == sample.ids {
            end = .repeatedPage
            return true
        }
        if pages.count > 2, pages[0].ids == sample.ids {
            end = .restarted
            return true
        }
        return false
    }

    /// Asks for up to two pages after an empty one; returns whether there are items, on the last page.
    private mutating func skipEmptyPages(after sample: Sample) async -> Bool {
        var position = sample.page?.next ?? following(sample.position)
        for _ in 0..<2 {
            guard let next = position, next != sample.position, let further = await ask(next, limit: pageSize) else {
                return false
            }
            guard further.page != nil, !known(further) else { return false }
            pages.append(further)
            if !further.isEmpty { return true }
            position = further.page?.next ?? following(next)
        }
        // The empty pages that were asked for in vain end the list.
        return false
    }

    /// Whether all items were on earlier pages.
    private func known(_ sample: Sample) -> Bool {
        guard !sample.isEmpty else { return false }
        let ids = Set(pages.flatMap(\.ids))
        return sample.ids.allSatisfy(ids.contains)
    }

    /// Returns the position of the next page, where it can be told without the service.
    private func following(_ position: PagePosition?) -> PagePosition? {
        switch position {
        case .offset(let offset)?: .offset(offset + pageSize)
        case .page(let number)?: .page(number + 1)
        case .cursor?, nil: nil
        }
    }

    // MARK: Asking otherwise

    /// Asks for the first items with smaller and larger limits.
    mutating func askWithOtherLimits() async {
        let half = pageSize / 2
        if let first = await ask(nil, limit: half) {
            small.append(first)
            if let next = first.page?.next, let second = await ask(next, limit: half) { small.append(second) }
        }
        for factor in [5, 4] {
            if let sample = await ask(nil, limit: pageSize * factor) { large.append(sample) }
        }
    }

    /// Reads the first page and others again, several times.
    mutating func readAgain() async {
        let readable = list.indices.filter { list[$0].page != nil }
        guard let last = readable.last else { return }
        var indices = readable
        // At most ten, evenly.
        if last >= 10 { indices = (0..<10).map { $0 * last / 9 } }
        for _ in 0..<3 {
            for index in indices {
                guard let sample = await ask(list[index].position, limit: pageSize) else { return }
                again.append((index, sample))
            }
        }
    }
}
