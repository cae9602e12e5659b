public import Foundation
public import NoticeBoardBase

/// A screen of several parts that load: a profile with its topics, a topic with its replies.
///
/// ```swift
/// let profile = Loader { try await client.value(Profile.self, for: ForumAPI.profile(name)) }
/// let topics = Feed<Topic> { try await client.value(TopicsAnswer.self, for: ForumAPI.topics(name, $0)).page }
/// let screen = CompositeScreen([ScreenPart(profile), ScreenPart(topics)])
/// let shown = CombinedState([profile, topics, screen]) {
///     ProfileState(profile: profile.state, topics: topics.state, now: screen.state)
/// }
/// screen.open()                       // it appeared: loads what was not loaded yet
/// screen.enterForeground()            // loads again what is older than a minute
/// screen.close()                      // it disappeared
/// ```
///
/// Its state is the time, for the ages of rows ("3 minutes ago"); it is updated every minute while the screen is open. What only
/// a list can do, as `rowAppeared(_:)`, is asked of the list itself.
@MainActor public final class CompositeScreen: StateForwarding {
    private let parts: [ScreenPart]
    private let clock: ScreenClock
    private let oldAge: Double
    private var isOpen = false
    /// Whether the app came to the foreground, or its network returned, since the ages were checked.
    private var mustCheckAges = false
    private var observation: StateObservation?

    /// Creates a screen that is not open yet.
    ///
    /// - Parameters:
    ///   - parts: The parts, in the order in which they are loaded.
    ///   - oldAge: The age in seconds from which a part is loaded again when the app comes to the foreground, or its network
    ///     returns.
    ///   - life: Tells of both, so that ``enterForeground()`` needs no call.
    ///   - now: Returns the time, for the ages of rows.
    ///   - time: The clock for the updates; a test turns it by hand.
    public init(
        _ parts: [ScreenPart], oldAge: Double = 60, life: AppLife? = nil, now: @escaping @Sendable () -> Date = { Date() },
        time: TimeSource = .system
    ) {
        self.parts = parts
        self.oldAge = oldAge
        clock = ScreenClock(now, time)
        observation = life?.observe { [weak self] in self?.follow($0) }
    }

    /// The source of the time.
    public var stateSource: some StateSource<Date> { clock }

    /// The screen appeared: loads each part, unless it was loaded or failed before.
    public func open() {
        appear()
        for part in parts { part.open(for: self) }
    }

    /// The screen disappeared: pauses its clock, and the parts that no other screen has open.
    public func close() {
        disappear()
        for part in parts { part.close(for: self) }
    }

    /// Loads every part again; what is shown stays until then.
    public func refresh() {
        appear()
        for part in parts { part.refresh(for: self) }
    }

    /// Loads every part again, and cancels running requests; what is shown stays until then.
    public func reload() {
        appear()
        for part in parts { part.reload(for: self) }
    }

    /// Repeats what failed.
    public func retry() { for part in parts { part.retry() } }

    /// Empties every part that no other screen shows, as if it had never been opened.
    public func reset() {
        disappear()
        for part in parts { part.reset(for: self) }
    }

    /// The app came to the foreground: updates the time, loads again what is old, and repeats what failed for a reason that may
    /// pass.
    ///
    /// A screen that is not open does this when it is opened.
    public func enterForeground() {
        mustCheckAges = true
        if isOpen { appear() }
    }

    /// Goes on in the foreground, and when the network returns.
    package func follow(_ event: AppLife.Event) {
        switch event {
        case .foreground, .networkReturned: enterForeground()
        case .background: break
        }
    }

    /// Starts the clock, and loads again what is old, without opening parts.
    package func appear() {
        isOpen = true
        clock.start()
        guard mustCheckAges else { return }
        mustCheckAges = false
        // Each has an age of its own: another screen, or a retry, may have loaded one of them later.
        for part in parts { part.goOn(ifOlderThan: oldAge) }
    }

    private func disappear() {
        isOpen = false
        clock.stop()
    }
}
