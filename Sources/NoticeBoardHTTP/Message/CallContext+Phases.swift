import NoticeBoardBase

// Recording by a transport, for calls with a logger alone.
extension CallContext {
    /// Records the phases of a request that has ended, if the call has a logger.
    func record(_ phases: @autoclosure () -> HTTPPhases) {
        guard isLogged else { return }
        let phases = phases()
        notes.withLock { $0.phases.append(phases) }
    }

    /// Logs the phases of requests that have ended.
    ///
    /// On the call's own task: a logger may be slow, and a transport's thread serves all calls.
    func logPhases() {
        guard isLogged else { return }
        let ended = notes.withLock { notes in
            defer { notes.phases = [] }
            return notes.phases
        }
        for phases in ended { send(.transferred(phases)) }
    }
}
