public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// Stores lists of any service on the device, to show and search them without a network: a forum's topics, a shop's orders.
///
/// ```swift
/// let rules = MirrorRules<Topic>(texts: ["title": { $0.title }])
/// let mirror = Mirror<Topic>(in: folder, scope: session.scope, rules: rules) { list, position, limit in
///     try await client.value(TopicsPage.self, for: ForumAPI.topics(list, after: position?.cursor, limit: limit)).page
/// }
/// let feed = mirror.feed(of: "newest")            // stored topics at once, the service's when they arrive
/// try await mirror.update("newest")               // new, changed and deleted topics
/// for try await match in mirror.search(Highlighter("swift")) { print(match.item.title) }
/// ```
///
/// A list has a name of your choice, and a file of JSON lines. Several processes may read it while one updates it; a kill at any
/// moment loses at most the page being written, and the next update continues from there.
///
/// Signing out erases the mirror, and so does the next launch if the sign-out was interrupted. A session that the service ends
/// leaves it on the device for the same account's next sign-in.
///
/// Safe to use from any task; file access runs on the mirror's own queues. Files that are unreadable on a locked device throw
/// `fileUnavailable` with a retry remedy.
public final class Mirror<Item: Identifiable & Codable & Equatable & Sendable>: Sendable, Redacted
where Item.ID: Codable & Sendable {
    /// Loads a page of a list from the service: `limit` items at a position, or the first ones for `nil`.
    ///
    /// The service may return more or fewer items.
    public typealias Load = @Sendable (_ list: String, _ position: PagePosition?, _ limit: Int) async throws -> Page<Item>

    /// The folder of this account's files.
    public var folder: URL { store.url }
    let store: MirrorFolder
    let load: Load
    let coder: ItemCoder<Item>
    let now: @Sendable () -> Date
    let time: TimeSource
    let service = Locked(ServiceMemory())
    let life: AppLife?
    /// The updates that go on with the network, in the order in which they failed.
    let interrupted = Locked<[InterruptedUpdate]>([])
    let lifeObservation = Locked<StateObservation?>(nil)

    var rules: MirrorRules<Item> { coder.rules }

    /// Creates a mirror that is not registered with a scope, and does not follow the app's life yet.
    package init(
        at folder: URL, prefix: String, rules: MirrorRules<Item>, life: AppLife? = nil, time: TimeSource,
        now: @escaping @Sendable () -> Date, files: any FolderSystem, load: @escaping Load
    ) {
        var rules = rules
        rules.mostItems = max(rules.mostItems ?? .max, 1)
        rules.pageSize = min(max(rules.pageSize, 1), 999)
        coder = ItemCoder(rules: rules)
        store = MirrorFolder(folder, prefix: prefix, mostBytes: rules.mostBytes, files: files)
        self.time = time
        self.now = now
        self.load = load
        self.life = life
    }

    // MARK: - Removing

    /// Removes a list from the device.
    public func delete(_ list: String) async throws {
        _ = try store.file(of: list)
        forgetInterruption(of: list)
        try await store.remove(list)
    }

    /// Removes all lists from the device.
    public func deleteAll() async throws {
        try store.refuseIfEnded()
        interrupted.withLock { $0 = [] }
        for list in try await store.lists() { try await store.remove(list) }
    }

    /// Cancels every update and ends this object's use for good: later calls throw `sessionOver`.
    public func end() { store.end() }

    /// Removes every trace of the mirror from the disk, once the current write has ended; implies ``end()``.
    public func erase() async throws { try await store.erase() }

    /// Hides path and account.
    public var description: String { "Mirror(…)" }
}
