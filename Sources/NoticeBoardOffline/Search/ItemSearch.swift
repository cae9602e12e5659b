import NoticeBoardBase
public import NoticeBoardSearch

/// The stored items that match a search, found as they are requested: a forum's topics with a word, a shop's orders.
///
/// Leaving the loop, or cancelling its task, ends the search after the current part. A second loop continues where the first one
/// stopped.
public struct ItemSearch<Item: Identifiable & Codable & Equatable & Sendable>: AsyncSequence, AsyncIteratorProtocol, Sendable
where Item.ID: Codable & Sendable {
    fileprivate let walk: SearchWalk<Item>

    /// Continues the search.
    public func makeAsyncIterator() -> Self { self }

    /// Returns the next match, or `nil` after the last one.
    public func next() async throws -> ItemMatch<Item>? { try await walk.next() }
}

/// The state of a running search.
fileprivate actor SearchWalk<Item: Identifiable & Codable & Equatable & Sendable> where Item.ID: Codable & Sendable {
    private let mirror: Mirror<Item>
    private let finder: ItemFinder<Item>
    private var lists: [String]?
    private var list = ""
    private var rest: ArraySlice<StoredID> = []
    private var matches: ArraySlice<ItemMatch<Item>> = []
    /// Small at first, so that the first matches arrive soon.
    private var windowSize = 1 << 16
    /// The step that is under way: a second loop waits for it, also if the first one was cancelled.
    private var step: Task<Bool, any Error>?

    init(_ mirror: Mirror<Item>, _ finder: ItemFinder<Item>, _ lists: [String]?) {
        self.mirror = mirror
        self.finder = finder
        self.lists = lists
    }

    func next() async throws -> ItemMatch<Item>? {
        while true {
            try Task.checkCancellation()
            if let match = matches.popFirst() { return match }
            let current = step ?? Task { try await advance() }
            step = current
            guard try await current.value else { return nil }
        }
    }

    /// Reads on; returns whether there was more.
    private func advance() async throws -> Bool {
        defer { step = nil }
        guard rest.isEmpty else {
            try await readWindow()
            return true
        }
        return try await beginList()
    }

    private func beginList() async throws -> Bool {
        if lists == nil { lists = try await mirror.lists() }
        guard let next = lists?.first else { return false }
        let isForbidden = try await mirror.store.isForbidden(next)
        rest = isForbidden ? [] : try await mirror.store.file(of: next).content().all[...]
        lists?.removeFirst()
        list = next
        return true
    }

    private func readWindow() async throws {
        let window = try await mirror.store.file(of: list).read(rest.prefix(4_096), upTo: windowSize)
        rest = rest.dropFirst(window.count)
        matches += finder.items(in: window).map { ItemMatch(list: list, item: $0) }
        windowSize = min(windowSize * 2, 1 << 20)
    }
}

extension Mirror {
    /// Searches stored items, of all lists and texts unless some are named; matches are found as they are requested.
    ///
    /// ```swift
    /// for try await match in mirror.search(Highlighter("ㄱㅈ", options: .hangulTyping), texts: ["title"]) { show(match.item) }
    /// ```
    ///
    /// Lists are searched one after another, each in the service's order, usually newest first. With several keywords, any of
    /// them matches. The names of the texts are those of the mirror's ``MirrorRules``.
    public func search(
        _ highlighter: Highlighter, texts names: Set<String>? = nil, in lists: [String]? = nil
    ) -> ItemSearch<Item> {
        ItemSearch(walk: SearchWalk(self, ItemFinder(highlighter, names, coder), lists))
    }
}
