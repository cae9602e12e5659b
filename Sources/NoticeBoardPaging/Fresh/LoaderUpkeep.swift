import NoticeBoardBase

/// What a value does by itself: it ages, is loaded again at an interval, and shares an item with lists.
@MainActor final class LoaderUpkeep<Value: Sendable & Equatable> {
    /// Whether the value is on screen.
    var isOpen = false
    /// Whether a load began since the value was reset.
    private var wasRequested = false
    var observation: StateObservation?
    private let fresh: Freshness?
    private var age: LoadAge
    private var machine: FollowMachine?
    private var follower: Follower?
    private var sharedItems: [SharedItem] = []

    /// An item of the value that lists show, too.
    private struct SharedItem {
        let beginRequest: () -> Void
        /// Replaces the item by a copy that was requested later.
        let replace: (inout Value) -> Void
        /// Ends the request; the result shows the item elsewhere.
        let endRequest: () -> (Value) -> Void
    }

    init(
        _ fresh: Freshness?, _ life: AppLife?, _ time: TimeSource, waited: @escaping @MainActor (FollowMachine.Input) -> Void
    ) {
        self.fresh = fresh
        age = LoadAge(now: life?.now)
        guard let seconds = fresh?.interval else { return }
        let source = FollowMachine.Source.interval(max(seconds, 0.1))
        machine = FollowMachine(source, isInForeground: life?.isInForeground ?? true, now: life?.now)
        follower = Follower(time) { waited(.waited($0)) }
    }

    /// Returns whether the value has to be loaded again now.
    func follow(_ input: FollowMachine.Input?, _ reads: FollowMachine.Reads) -> Bool {
        guard machine != nil else { return false }
        if let input { machine?.handle(input, reads) }
        let mustRead = machine?.update(isUsed: isInUse, reads) ?? false
        for effect in machine?.takeEffects() ?? [] { follower?.carryOut(effect) }
        return mustRead
    }

    var isTooOld: Bool { age.isOlder(than: fresh?.age) }
    /// Whether the value may be loaded again by itself.
    var isInUse: Bool { isOpen && wasRequested }

    func noteLoad() {
        wasRequested = true
        age.noteLoad()
        for item in sharedItems { item.beginRequest() }
    }

    func noteReset() {
        wasRequested = false
        endRequest()
    }

    func replaceByNewest(_ value: inout Value) {
        for item in sharedItems { item.replace(&value) }
    }

    /// Ends the request of a load, so that no copy is remembered for it; the result shows the loaded value's items elsewhere.
    @discardableResult func endRequest() -> (Value) -> Void {
        let publish = sharedItems.map { $0.endRequest() }
        return { value in for publish in publish { publish(value) } }
    }

    /// Shares an item of the value; `show` gets fresher copies.
    func share<Item: Identifiable & Equatable & Sendable>(
        _ item: WritableKeyPath<Value, Item>, _ exchange: ItemExchange<Item>, show: @escaping @MainActor ([Item]) -> Void
    ) where Item.ID: Sendable {
        let member = exchange.add(show)
        var request: ItemExchange<Item>.Request?
        let shared = SharedItem {
            request = exchange.begin()
        } replace: { value in
            guard let request else { return }
            value[keyPath: item] = exchange.newest([value[keyPath: item]], request)[0]
        } endRequest: {
            let ended = request
            request = nil
            return { value in
                if let ended { exchange.publish([value[keyPath: item]], ended, from: member) }
            }
        }
        sharedItems.append(shared)
    }
}
