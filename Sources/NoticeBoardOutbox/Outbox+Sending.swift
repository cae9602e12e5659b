public import NoticeBoardBase

extension Outbox {
    /// Queues a draft to be sent, also one that was refused or that the user was asked about.
    ///
    /// It waits for files that are being prepared. If an earlier attempt may have arrived, the service is searched again before
    /// the draft is sent. Returns why it cannot be sent, or `nil`.
    @discardableResult public func send(_ id: Item.ID) -> NoticeBoardError.Code? {
        guard let item = state[id] else { return nil }
        if let problem = item.problem { return problem }
        let turn = (state.allItems.map(\.delivery.turn).max() ?? 0) + 1
        update(id) { $0.delivery.queue(turn: turn) }
        return nil
    }

    /// Takes a draft back to be edited, also while it is being sent: then the outbox searches for it first, and removes it if the
    /// service has it.
    public func takeBack(_ id: Item.ID) {
        if state[id]?.status == .sending { stopSending() }
        update(id) { $0.delivery.takeBack() }
    }

    /// Sends what waits at once: call it when the network is back or the app comes to the front.
    public func resume() {
        guard state.isLoaded else { return load() }
        running.waiting?.cancel()
        update { $0.pauseReason = nil }
    }

    /// Calls ``resume()`` for each element, such as each return of the network, as long as the result is held.
    public func resume(at returns: AsyncStream<Void>) -> StateObservation {
        let task = Task { [weak self] in for await _ in returns { self?.resume() } }
        return StateObservation { task.cancel() }
    }
}
