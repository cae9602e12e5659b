public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// Finds items that are new since the last delivery, to notify the user: new topics of a forum, new orders of a shop.
///
/// ```swift
/// let check = NewItemCheck<Topic>(in: folder, scope: session.scope, lists: ["newest"]) { topic in
///     topic.title.contains("swift")                       // which ones to notify of
/// } load: { list, position, limit in
///     try await client.value(TopicsPage.self, for: ForumAPI.topics(list, after: position?.cursor, limit: limit)).page
/// }
/// let found = try await check.run()
/// for topic in found.wanted { notify(topic.item) }
/// try await check.markDelivered(found)
/// ```
///
/// One call serves a background refresh, a widget, a cron job or a server. The first check of a list finds nothing, and records
/// where later ones start. After that only ``markDelivered(_:)`` changes the record: a process that ends before it reports the
/// same items again, and none is lost. The lists are newest first, and newer items have higher IDs.
public final class NewItemCheck<Item: Identifiable & Equatable & Sendable>: Sendable, Redacted
where Item.ID: Comparable & Codable & Sendable {
    /// Loads a page of a list from the service: `limit` items at a position, or the first ones for `nil`.
    public typealias Load = @Sendable (_ list: String, _ position: PagePosition?, _ limit: Int) async throws -> Page<Item>
    private typealias Record = NewItemRecord<Item.ID>

    private let lists: [String]
    private let pageSize: Int
    private let time: TimeSource
    private let file: SmallFile
    /// Whether the account has signed out.
    private let isOver = Locked(false)
    private let isWanted: @Sendable (Item) -> Bool
    private let isPinned: @Sendable (Item) -> Bool
    private let load: Load

    /// Creates a check for the account that `scope` has signed in, without touching the disk.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file that records delivered items.
    ///   - name: Distinguishes several checks in one folder.
    ///   - scope: Erases the record when the account signs out; leave it out for a service without accounts.
    ///   - lists: The lists to check, the most important first.
    ///   - pageSize: The number of items per request.
    ///   - time: The clock for a check's time limit.
    ///   - isWanted: Whether to notify the user of an item; by default of each.
    ///   - isPinned: Whether the service may show an item at any position.
    ///   - load: Loads a page of a list from the service.
    public convenience init(
        in folder: URL, name: String = "new-items", scope: AccountScope? = nil, lists: [String], pageSize: Int = 30,
        time: TimeSource = .system, isWanted: @escaping @Sendable (Item) -> Bool = { _ in true },
        isPinned: @escaping @Sendable (Item) -> Bool = { _ in false }, load: @escaping Load
    ) {
        let account = scope?.state.account
        let name = account.map { name.asFileName + "-" + HashedName.of($0) } ?? name.asFileName
        self.init(
            in: folder, fileName: name + ".json", lists: lists, pageSize: pageSize, time: time, isWanted: isWanted,
            isPinned: isPinned, load: load)
        let path = folder.standardizedFileURL.appendingPathComponent(name + ".json")
        scope?.register(for: account, erasing: [path]) { [isOver] _ in
            isOver.withLock { $0 = true }
        } erase: { [file] in
            try await file.run { try file.remove() }
        }
    }

    /// Creates a check that is not registered with a scope.
    package init(
        in folder: URL, fileName: String, lists: [String], pageSize: Int, time: TimeSource,
        isWanted: @escaping @Sendable (Item) -> Bool, isPinned: @escaping @Sendable (Item) -> Bool, load: @escaping Load
    ) {
        self.lists = lists
        self.pageSize = min(max(pageSize, 1), 1_000)
        self.time = time
        self.isPinned = isPinned
        self.isWanted = isWanted
        self.load = load
        file = SmallFile(directory: folder, name: fileName, what: "the record of new items")
    }

    /// Returns the new items, within a limit of requests for all lists together and of seconds.
    ///
    /// A list's failure is part of the result, and the other lists are still checked. Throws only if the record cannot be read, or
    /// `CancellationError`.
    public func run(requests: Int = 10, seconds: Double = 20) async throws -> NewItems<Item> {
        let records = try await file.run { [file] in try Self.records(in: file.read(isOwn: false)) }
        var found = NewItems<Item>()
        var budget = CheckBudget(requests: requests, end: time.now() + max(seconds, 0))
        for list in lists {
            try Task.checkCancellation()
            var pass = NewItemPass<Item>(record: records[list], isPinned: isPinned)
            do {
                try await read(list, &pass, &budget)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                found.failures[list] = NoticeBoardError(wrapping: error)
            }
            guard let record = pass.finished else {
                found.unreached.append(list)
                continue
            }
            found.items += pass.items.map { NewItems.Found(list: list, item: $0, isWanted: isWanted($0)) }
            found.records[list] = record
            if !record.gaps.isEmpty { found.unreached.append(list) }
        }
        // If this fails, the next check is the first one again.
        try? await add(found.records.filter { records[$0.key] == nil })
        return found
    }

    /// Reads a list as far as the budget lasts.
    private func read(_ list: String, _ pass: inout NewItemPass<Item>, _ budget: inout CheckBudget) async throws {
        var hasRestarted = false
        while !pass.isFinished, budget.requests > 0 {
            budget.requests -= 1
            let position = pass.position
            do {
                guard let page = try await page(of: list, at: position, until: budget.end) else { return }
                pass.take(page)
            } catch let error where position?.isNamed == true && !hasRestarted && PositionRefusal.isRefusal(error) {
                hasRestarted = true
                pass.restart()
            }
        }
    }

    /// Loads a page; returns `nil` if the time is up.
    private func page(of list: String, at position: PagePosition?, until end: Double) async throws -> Page<Item>? {
        let seconds = end - time.now()
        guard seconds > 0 else { return nil }
        return try await time.result(within: seconds) { [load, pageSize] in try await load(list, position, pageSize) }
    }

    /// Records that the items of a check were delivered; the next check leaves them out.
    public func markDelivered(_ found: NewItems<Item>) async throws { try await add(found.records) }

    private func add(_ new: [String: Record]) async throws {
        guard !new.isEmpty else { return }
        try await file.run { [file, isOver] in
            // A check that goes on after the sign-out must not write what was erased.
            if isOver.withLock({ $0 }) { throw NoticeBoardError(.sessionOver, "The account of the check is signed out.") }
            try file.change(waiting: 5) { data in
                var records = try Self.records(in: data)
                // Of two concurrent deliveries, the one with newer items wins.
                records.merge(new) { $0.later($1) }
                return (try StoredJSON.data(of: Stored(format: 2, lists: records)), ())
            }
        }
    }

    /// Erases the record of delivered items, with its file.
    public func erase() async throws { try await file.run { [file] in try file.remove() } }

    /// The record file.
    ///
    /// Format 1 was that of the boards alone, and called the lists `boards`.
    private struct Stored: Codable {
        var format: Int
        var lists: [String: Record]?
        var boards: [String: Record]?
    }

    private static func records(in data: Data?) throws -> [String: Record] {
        guard let data, !data.isEmpty else { return [:] }
        let stored = try StoredJSON.value(Stored.self, in: data, newest: 2, "The record of new items")
        guard let records = stored?.lists ?? stored?.boards else {
            throw NoticeBoardError(.storeDamaged, "The record of new items cannot be read.")
        }
        return records
    }

    /// Hides the lists' names.
    public var description: String { "NewItemCheck(\(lists.count) lists)" }
}

/// The remaining requests and time of a check.
private struct CheckBudget {
    var requests: Int
    /// When the time is up, in seconds of the clock.
    let end: Double
}
