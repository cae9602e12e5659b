package import NoticeBoardBase

/// Reads and saves hidden content on a serial queue.
///
/// Ignores changes of an erased account.
package final class HiddenContentStorage<
    Person: Identifiable & Codable & Hashable & Sendable, ItemID: Hashable & Codable & Sendable
>: Sendable where Person.ID: Sendable {
    package typealias Content = HiddenContent<Person, ItemID>
    /// Applying a change twice has the same effect as once.
    package typealias Change = @Sendable (inout Content) -> Void

    /// The result of an update.
    package struct Update: Sendable {
        /// The stored content with all changes.
        package var content = Content()
        /// Why the changes could not be saved; `nil` if they were, or there are none.
        package var saveFailure: NoticeBoardError?
    }

    private let load: @Sendable (String) throws -> Content?
    private let save: @Sendable (Content?, String) throws -> Void
    private let erased = Locked<Set<String>>([])
    /// The changes that could not be saved; the next update includes them.
    private let unsaved = Locked<[String: [Change]]>([:])
    private let queue = SerialQueue("NoticeBoard.HiddenContent")

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - load: Returns an account's content; `nil` if none was saved or it was erased.
    ///   - save: Replaces an account's content; `nil` erases it.
    package init(
        load: @escaping @Sendable (String) throws -> Content?, save: @escaping @Sendable (Content?, String) throws -> Void
    ) {
        self.load = load
        self.save = save
    }

    /// Applies a change, if any, to an account's stored content, and returns the result.
    ///
    /// Throws if the stored content could not be read.
    @discardableResult package func update(_ account: String, _ change: Change? = nil) -> Task<Update, any Error> {
        queue.addBlocking { [self] in
            guard !erased.withLock({ $0.contains(account) }) else { return Update() }
            let changes = unsaved.withLock { unsaved in
                if let change { unsaved[account, default: []].append(change) }
                return unsaved[account] ?? []
            }
            guard !changes.isEmpty else { return Update(content: try load(account) ?? Content()) }
            var content = Content()
            do { content = try load(account) ?? content } catch let error where Self.startsOver(after: error) {}
            for change in changes { change(&content) }
            do { try save(content, account) } catch {
                return Update(content: content, saveFailure: NoticeBoardError(wrapping: error))
            }
            unsaved.withLock { $0[account] = nil }
            return Update(content: content)
        }
    }

    /// Returns when all earlier changes are saved.
    package func settled() async { await queue.drained() }

    /// Erases an account's hidden content for good.
    package func erase(_ account: String) async throws {
        erased.withLock { _ = $0.insert(account) }
        try await queue.addBlocking { [self] in try save(nil, account) }.value
    }

    /// Whether to start over after a read error: damaged content is replaced; after any other error it is left alone.
    package static func startsOver(after error: any Error) -> Bool { (error as? NoticeBoardError)?.code == .storeDamaged }
}
