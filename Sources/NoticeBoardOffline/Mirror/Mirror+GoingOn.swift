package import NoticeBoardBase

/// Going on when the app comes to the foreground, or its network returns.
extension Mirror {
    /// Follows the app's life; on the main actor, mirrors do so in the order in which they are made.
    package func follow(_ life: AppLife) {
        let begin = { @MainActor @Sendable [weak self] in
            let observation = life.observe { [weak self] event in
                if event != .background { self?.goOn() }
            }
            self?.lifeObservation.withLock { $0 = observation }
        }
        if MainQueue.isHere { MainActor.assumeIsolated(begin) } else { Task { await begin() } }
    }

    /// Remembers an update that failed for a reason that may pass.
    func note(_ error: any Error, of update: InterruptedUpdate) {
        guard life != nil, !(error is CancellationError), NoticeBoardError(wrapping: error).mayPass else { return }
        interrupted.withLock { $0.append(update) }
    }

    /// Forgets that an update of a list failed, because another one begins.
    func forgetInterruption(of list: String) {
        guard life != nil else { return }
        interrupted.withLock { $0.removeAll { $0.list == list } }
    }

    /// Asks the service again, and carries out the updates that failed, one after another.
    private func goOn() {
        noteAnswer()
        let updates = interrupted.withLock { $0 }
        guard !updates.isEmpty else { return }
        Task { [weak self] in
            for update in updates {
                // One that fails again is remembered again.
                _ = try? await self?.update(update.list, depth: update.depth, progress: update.progress)
            }
        }
    }
}
