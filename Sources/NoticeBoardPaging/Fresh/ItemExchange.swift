import NoticeBoardBase

/// The copies of one type of items in all lists and values of a service: the one that was requested last is shown everywhere.
///
/// Only loaded copies are sent, never received ones, so that no list echoes another. A copy is remembered only while a request
/// that began before it runs, whose copy is older although it arrives later.
@MainActor final class ItemExchange<Item: Identifiable & Equatable & Sendable>: ItemExchanging where Item.ID: Sendable {
    /// A request that runs, for as long as it is held.
    final class Request {
        /// Requests are numbered in the order in which they begin.
        fileprivate let number: Int
        fileprivate init(_ number: Int) { self.number = number }
    }

    /// A list or a value, for as long as it is held.
    final class Member {
        fileprivate let show: @MainActor ([Item]) -> Void
        fileprivate init(_ show: @escaping @MainActor ([Item]) -> Void) { self.show = show }
    }

    private struct Weak<Object: AnyObject> { weak let object: Object? }

    private struct Copy {
        let item: Item
        let request: Int
    }

    private var members: [Weak<Member>] = []
    private var running: [Weak<Request>] = []
    private var copies: [Item.ID: Copy] = [:]
    private var count = 0

    /// Adds a list or a value; `show` gets the fresher copies that another one loaded.
    func add(_ show: @escaping @MainActor ([Item]) -> Void) -> Member {
        let member = Member(show)
        members.removeAll { $0.object == nil }
        members.append(Weak(object: member))
        return member
    }

    /// Begins a request.
    func begin() -> Request {
        forget()
        count += 1
        let request = Request(count)
        running.append(Weak(object: request))
        return request
    }

    /// Replaces items of a response by copies that were requested later.
    func newest(_ items: [Item], _ request: Request) -> [Item] {
        guard !copies.isEmpty else { return items }
        return items.map { item in
            guard let copy = copies[item.id], copy.request > request.number else { return item }
            return copy.item
        }
    }

    /// Remembers items of a response while a request runs that began before and may bring older copies.
    func remember(_ items: [Item], _ request: Request) {
        guard running.contains(where: { ($0.object?.number ?? .max) < request.number }) else { return }
        for item in items where copies[item.id]?.request ?? 0 <= request.number {
            copies[item.id] = Copy(item: item, request: request.number)
        }
    }

    /// Shows loaded items in all other lists and values.
    func publish(_ items: [Item], _ request: Request, from sender: Member?) {
        remember(items, request)
        for member in members {
            guard let member = member.object, member !== sender else { continue }
            member.show(items)
        }
    }

    /// Forgets the copies that no running request can be older than.
    private func forget() {
        running.removeAll { $0.object == nil }
        guard !copies.isEmpty else { return }
        let oldest = running.compactMap { $0.object?.number }.min() ?? .max
        copies = copies.filter { $0.value.request > oldest }
    }
}

/// An exchange of some type of items.
@MainActor protocol ItemExchanging: AnyObject {}
