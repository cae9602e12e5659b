import Foundation
import NoticeBoardBase

/// The queue: sends one draft at a time, in the order in which they were queued.
extension Outbox {
    /// Starts the next draft: first by turn.
    func startNext(_ state: inout State) {
        guard running.current == nil, state.pauseReason == nil, state.maySend else { return }
        let ready = state.allItems.indices.filter { state.allItems[$0].delivery.isReady }
        guard let next = ready.min(by: { state.allItems[$0].delivery.turn < state.allItems[$1].delivery.turn }) else { return }
        let keyIsKnown = isKeyKnown(state.allItems[next].delivery.key)
        let work = state.allItems[next].delivery.beginWork(keyIsKnown: keyIsKnown)
        running.current = state.allItems[next].id
        // The courier stores that it is being sent before anything is sent.
        start(work, for: state.allItems[next])
    }

    private func isKeyKnown(_ key: DeliveryKey) -> Bool {
        key.isKnown(for: courier.keyLifetime, at: now().timeIntervalSince1970)
    }

    private func start(_ work: OutboxDelivery.Work, for item: Item) {
        let willSend = { @Sendable [weak self] existing in await self?.recordAttempt(item.id, existing) ?? false }
        // The newest step replaces those that the main actor has not shown yet.
        let (parts, progress) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        Task { [weak self] in for await part in parts { self?.show(part, of: item.id) } }
        running.sending = Task { [weak self, courier] in
            let outcome: OutboxOutcome
            if work == .search {
                outcome = await courier.search(for: item)
            } else {
                outcome = await courier.send(item, as: work, willSend: willSend) { progress.yield($0) }
            }
            progress.finish()
            if !Task.isCancelled { self?.finish(work, for: item, outcome) }
        }
    }

    /// Records what existed before an attempt; returns whether to go on.
    private func recordAttempt(_ id: Item.ID, _ existing: ExistingItems) -> Bool {
        guard !Task.isCancelled, state[id] != nil else { return false }
        let date = now().timeIntervalSince1970
        update(id) { item in
            let keyIsKnown = isKeyKnown(item.delivery.key)
            item.delivery.recordAttempt(existing, at: date, keyIsKnown: keyIsKnown)
        }
        return state[id] != nil
    }

    private func show(_ part: Double, of id: Item.ID) {
        guard running.current == id else { return }
        stateStore.state.progress = min(max(part, 0), 1)
    }

    func stopSending() {
        running.sending?.cancel()
        running.current = nil
    }

    /// Ends the work for a draft as it was then.
    private func finish(_ work: OutboxDelivery.Work, for item: Item, _ outcome: OutboxOutcome) {
        // Every list shows it before its draft disappears.
        if case .stored(let arrival) = outcome, !folder.isEnded { arrival.announce() }
        running.current = nil
        update { state in
            guard let index = state.index(of: item.id) else { return }
            switch outcome {
            case .stored(let arrival):
                running.failedAttempts = 0
                if state.allItems[index].isUnchanged(since: item) {
                    state.allItems.remove(at: index)
                } else {
                    // What the user has written during the search was not sent.
                    state.allItems[index].delivery.beginAnew()
                }
                state.recordSent(arrival.id)
            case .lost(let error):
                state.allItems[index].delivery.loseAnswer(isServiceFailing: error.isOfFailingService)
                let isRepeated = isKeyKnown(state.allItems[index].delivery.key)
                if isRepeated || error.remedy.namesDelay { pause(&state, error) }
            case .missing(let isCertain):
                let isServiceFailing = state.allItems[index].delivery.endSearch(isCertain: isCertain)
                if isServiceFailing { pause(&state, NoticeBoardError(.serverFailure)) }
            case .held(let error):
                state.allItems[index].delivery.hold(work)
                pause(&state, error)
            case .refused(let error): state.allItems[index].delivery.refuse(error, work)
            }
        }
    }

    /// Pauses all sending for the time that the service named, or with increasing delay.
    private func pause(_ state: inout State, _ reason: NoticeBoardError) {
        state.pauseReason = reason
        running.failedAttempts = min(running.failedAttempts + 1, 5)
        var seconds: Double = [5, 10, 20, 40, 60][running.failedAttempts - 1]
        if case .retry(let named?) = reason.remedy { seconds = max(1, named) }
        running.waiting = Task { [weak self, time] in if await time.over(seconds) { self?.resume() } }
    }
}

extension Outbox.State {
    /// Records what the outbox has just sent for all drafts that are searched for later: an equal one must not be taken for it.
    fileprivate mutating func recordSent(_ id: String?) {
        guard let id else { return }
        for index in allItems.indices { allItems[index].delivery.existing?.sentSince.append(id) }
    }
}

extension OutboxItem {
    /// Whether nothing was written or attached since.
    fileprivate func isUnchanged(since former: Self) -> Bool {
        draft == former.draft && files == former.files && delivery.filesOnTheWay == 0
    }
}

extension NoticeBoardError {
    /// Whether the service itself failed, so that it may still be carrying out the call.
    fileprivate var isOfFailingService: Bool { code == .serverFailure || code == .conflict }
}

extension Remedy {
    /// Whether the service named the time until which it wants no call.
    fileprivate var namesDelay: Bool { if case .retry(_?) = self { true } else { false } }
}
