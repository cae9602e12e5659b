import NoticeBoardBase

/// What a value does by itself: it ages, is loaded again at an interval, and shares an item with lists.
@MainActor final class LoaderUpkeep<Value: Sendable & Equatable> {
    /// Whether the value is on screen.
    var isOpen = false
    var observation: StateObservation?
    private let fresh: Freshness?
    private var age: LoadAge
    private var machine: FollowMachine?
    private var follower: Follower?
    /// Begins a request of the shared item, replaces the item by a fresher copy, and shows it elsewhere.
    private var beginRequest: () -> Void = {}
    private var replace: (inout Value) -> Void = { _ in }
    private var send: (Value) -> Void = { _ in }
    private var dropRequest: () -> Void = {}

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
        let mustRead = machine?.update(isUsed: isOpen, reads) ?? false
        for effect in machine?.takeEffects() ?? [] { follower?.carryOut(effect) }
        return mustRead
    }

    var isTooOld: Bool { age.isOlder(than: fresh?.age) }

    func noteLoad() {
        age.noteLoad()
        beginRequest()
    }

    func replaceByNewest(_ value: inout Value) { replace(&value) }
    func publish(_ value: Value) { send(value) }
    /// Ends the request of a load that failed, so that no copy is remembered for it.
    func endRequest() { dropRequest() }

    /// Shares an item of the value; `show` gets fresher copies.
    func share<Item: Identifiable & Equatable & Sendable>(
        _ item: WritableKeyPath<Value, Item>, _ exchange: ItemExchange<Item>, show: @escaping @MainActor ([Item]) -> Void
    ) where Item.ID: Sendable {
        let member = exchange.add(show)
        var request: ItemExchange<Item>.Request?
        beginRequest = { request = exchange.begin() }
        dropRequest = { request = nil }
        replace = { value in
            guard let request else { return }
            value[keyPath: item] = exchange.newest([value[keyPath: item]], request)[0]
        }
        send = { value in
            guard let ended = request else { return }
            request = nil
            exchange.publish([value[keyPath: item]], ended, from: member)
        }
    }
}
