public import NoticeBoardBase

extension Feed {
    /// Follows a stream of changes while the list is open: `edits` turns each event into edits of this list.
    ///
    /// ```swift
    /// feed.follow(client.live(for: .get("topics/events"))) { event, shown in
    ///     switch event.name {
    ///     case "new": [.insert(try event.value(Topic.self))]
    ///     case "gone": [.remove(try event.value(Topic.ID.self))]
    ///     default: []
    ///     }
    /// }
    /// ```
    ///
    /// `steps` is evaluated for each opening of the stream: when the list is opened, when the app returns to the foreground
    /// (``FeedRules/life``), and after a failure that may pass. After each ``NoticeBoardBase/LiveStep/connected`` the head is read
    /// once: what was missed becomes rows, or a gap. An event for which `edits` throws is counted in
    /// ``FeedState/unreadableEvents``, and the head is read, too; if there are many, after growing waits.
    ///
    /// `edits` may run several times for one event, so it must set values, never add differences. Following replaces what the
    /// list followed before, and ends with the list or ``stopFollowing()``.
    public func follow<Steps: AsyncSequence & Sendable, Event: Sendable>(
        _ steps: @autoclosure @escaping @MainActor () -> Steps,
        edits: @escaping @Sendable (Event, FeedItems<Item>) throws -> [FeedEdit<Item>]
    ) where Steps.Element == LiveStep<Event> {
        startFollowing(.stream) { [weak self] number in
            let steps = steps()
            return Task { [weak self] in
                let error = await Follower.forward(steps) { [weak self] step in
                    // The list may follow another stream since the step was sent.
                    guard !Task.isCancelled else { return }
                    switch step {
                    case .connected: self?.handle(.live(.connected(number)))
                    case .disconnected: self?.handle(.live(.disconnected(number)))
                    case .event(let event): self?.handle(.liveEvent(number) { try edits(event, $0) })
                    }
                }
                if !Task.isCancelled { self?.handle(.live(.ended(number, error))) }
            }
        }
    }

    /// Reads the head again every so many seconds while the list is open, a tenth earlier or later, for a service without a stream.
    ///
    /// It pauses while the list is closed or the app is in the background (``FeedRules/life``). Following replaces what the list
    /// followed before, and ends with the list or ``stopFollowing()``.
    public func follow(every seconds: Double) { startFollowing(.interval(max(seconds, 0.1))) }

    /// Stops following the service; the list stays as it is.
    public func stopFollowing() {
        upkeep?.follower = nil
        handle(.followed(nil))
    }

    /// Begins to follow a source.
    private func startFollowing(_ source: FollowMachine.Source, open: Follower.Open? = nil) {
        let life = machine.rules.life
        upkeepNeeded().follower = Follower(time, open: open) { [weak self] in self?.handle(.live(.waited($0))) }
        handle(.followed(FollowMachine(source, isInForeground: life?.isInForeground ?? true, now: life?.now)))
    }

    /// Follows the rules for too old lists, and the app's life.
    func keepFresh(_ rules: FeedRules<Item>) {
        upkeepNeeded().observation = rules.life?.observe { [weak self] in self?.lifeChanged($0) }
        if let seconds = rules.fresh?.interval { follow(every: seconds) }
    }

    /// Shares copies of items with other lists.
    func share(by exchange: ItemExchange<Item>) {
        let upkeep = upkeepNeeded()
        upkeep.exchange = exchange
        upkeep.membership = exchange.add { [weak self] in self?.handle(.fresher($0)) }
    }

    private func upkeepNeeded() -> FeedUpkeep<Item> {
        if let upkeep { return upkeep }
        let new = FeedUpkeep<Item>(machine.rules)
        upkeep = new
        return new
    }

    /// Whether a load failed for a reason that may pass, or the list ended by mistake.
    package var mayGoOn: Bool { machine.mayGoOn }

    /// Lets a list that is too old or failed go on.
    private func lifeChanged(_ event: AppLife.Event) {
        handle(.live(.life(event)))
        guard event != .background, machine.isInUse else { return }
        if event == .networkReturned, machine.mayGoOn { return send(.retry) }
        if upkeep?.isTooOld == true, !machine.readsWhenConnected {
            send(.refresh)
        } else if machine.state.restingFailure?.mayPass == true {
            send(.retry)
        }
    }
}
