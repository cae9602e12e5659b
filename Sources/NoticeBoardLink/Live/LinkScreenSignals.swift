import NoticeBoardBase

/// What all screens of an account follow: its end, the app's life, and the language.
@MainActor final class LinkScreenSignals {
    /// Set on the thread where the session ended, before the main actor runs the rest.
    private nonisolated let over = Locked(false)
    /// Whether the screens are to show nothing any more.
    let ended = StateStore(false)
    let lifeEvents = Listeners<AppLife.Event>()
    let languages = StateStore(Language.preferred)

    /// Whether the account is signed out.
    nonisolated var isOver: Bool { over.withLock { $0 } }

    /// The account is signed out; ``ended`` follows on the main actor.
    nonisolated func markOver() { over.withLock { $0 = true } }

    /// Tells the screens of the app's life, unless the account is signed out.
    func follow(_ event: AppLife.Event) { if !isOver { lifeEvents.notify(event) } }
}
