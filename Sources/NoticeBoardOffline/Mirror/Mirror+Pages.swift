package import NoticeBoardBase
public import NoticeBoardPaging

/// Pages from the network, or else from the device.
extension Mirror {
    /// Returns a page from the service, or from the device if the network is unavailable.
    ///
    /// ```swift
    /// let feed = Feed { try await mirror.page(of: "newest", at: $0) }
    /// ```
    ///
    /// A page from the device has its date in `storedAt`, and in `networkFailure` why it was needed; its `total` is the last one
    /// that the service reported. A list that is not stored, and items below the stored ones, throw the network's error.
    ///
    /// After a failure of the network, the device answers first for at least ten seconds, except for first pages: a refresh asks
    /// the network, and scrolling does not wait for it again.
    ///
    /// `position` is where the page before says that the list continues, and `limit` by default ``MirrorRules/pageSize``.
    public func page(of list: String, at position: PagePosition? = nil, limit: Int? = nil) async throws -> Page<Item> {
        let limit = max(limit ?? rules.pageSize, 1)
        let isFirst = position == nil || position == .offset(0)
        return try await answer(isFirst: isFirst) {
            let page: Page<Item>
            if isFirst {
                page = try await checkingAccess(to: list) { try await load(list, position, limit) }
            } else {
                page = try await load(list, position, limit)
            }
            note(page, of: list)
            return page
        } stored: { failure in
            try await storedPage(of: list, at: position, limit: limit, failure)
        }
    }

    /// Returns a stored page; `nil` if the device does not have it.
    package func storedPage(
        of list: String, at position: PagePosition?, limit: Int, _ failure: NoticeBoardError
    ) async throws -> Page<Item>? {
        let file = try store.file(of: list)
        guard try await !store.isForbidden(list) else { return nil }
        let content = try await file.content()
        let above = position.flatMap { position in service.withLock { $0.item(above: position, of: list) } }
        guard !content.isEmpty, let start = content.index(of: position, limit: limit, below: above),
            let stored = StoredPage(of: content, from: start, limit: limit, number: position?.page)
        else { return nil }
        let page = Page(
            items: try await file.items(stored.ids, coder).items, next: stored.next, total: content.finish?.total,
            storedAt: try await date(of: list), networkFailure: failure)
        note(page, of: list)
        return page
    }

    /// Remembers where a page ends, for a page below it from the device.
    private func note(_ page: Page<Item>, of list: String) {
        guard let next = page.next, next.isNamed, let last = page.items.last, let id = try? coder.id(of: last) else { return }
        service.withLock { $0.note(next, of: list, below: id) }
    }

    /// Returns the service's answer, or the stored one if the network can't be used.
    ///
    /// While the network is known to fail, the device is asked first, unless this is the first page, which a refresh requests.
    package func answer<Value>(
        isFirst: Bool, online: () async throws -> Value, stored: (NoticeBoardError) async throws -> Value?
    ) async throws -> Value {
        if !isFirst, let failure = outage, let value = try? await stored(failure) { return value }
        let start = time.now()
        do {
            let value = try await online()
            noteAnswer()
            return value
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            let failure = NoticeBoardError(wrapping: error)
            guard failure.code.isOfNetwork else {
                // The service answered.
                noteAnswer()
                throw error
            }
            service.withLock { $0.outage = NetworkOutage(failure, from: start, to: time.now()) }
            guard let value = try? await stored(failure) else { throw error }
            return value
        }
    }

    /// Notes that the network works.
    package func noteAnswer() { service.withLock { $0.outage = nil } }

    /// The last failure of the network, while the device answers first.
    private var outage: NoticeBoardError? {
        guard let outage = service.withLock({ $0.outage }), time.now() < outage.end else { return nil }
        return outage.failure
    }
}
