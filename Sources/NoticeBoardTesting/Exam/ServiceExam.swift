import NoticeBoardBase
public import NoticeBoardPaging

/// Asks a service for pages of a list, and says what the list is like: order, total, pins, page sizes, its end, changes.
///
/// ```swift
/// let exam = ServiceExam<Topic>(rank: { Double($0.id) }) { position, limit in
///     try await client.value(TopicsAnswer.self, for: ForumAPI.topics(after: position, limit: limit)).page
/// }
/// let report = await exam.run()
/// print(report)              // claims, each with how often it was seen, and the rules of a `Feed` that fit
/// ```
///
/// It only reads, asks for at most 80 pages one after another, and stops when the service refuses with 429. It can't see what
/// needs writing, such as how a service answers a cursor whose item was deleted.
public struct ServiceExam<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// Loads a page of at most `limit` items; `nil` is the position of the first page.
    ///
    /// Return the page as the service answers it: with its total, and with the next position until a page is empty.
    public typealias Load = @Sendable (_ position: PagePosition?, _ limit: Int) async throws -> Page<Item>

    private let pageSize: Int
    private let rank: (@Sendable (Item) -> Double)?
    private let load: Load

    /// Creates an exam of pages of `pageSize` items.
    ///
    /// - Parameters:
    ///   - pageSize: The limit that the app asks for, at least 4.
    ///   - rank: A number by which the list is said to be sorted, such as a date; without it the report says less about the order.
    ///   - load: Loads a page.
    public init(pageSize: Int = 30, rank: (@Sendable (Item) -> Double)? = nil, load: @escaping Load) {
        self.pageSize = min(max(pageSize, 4), 1_000)
        self.rank = rank
        self.load = load
    }

    /// Asks at most `requests` times, at least 10, and returns the report.
    ///
    /// A failure of the service is part of the report. Ends early if the task is cancelled.
    public func run(requests: Int = 80) async -> ExamReport<Item> {
        var record = ExamRecord<Item>(pageSize: pageSize, requests: min(max(requests, 10), 80), load: load)
        await record.walk()
        await record.askWithOtherLimits()
        await record.readAgain()
        return ExamJudge(record, rank: rank).report
    }
}
