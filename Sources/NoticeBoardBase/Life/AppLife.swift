public import Foundation

/// The app's way between foreground and background and the returns of its network, for all lists and values.
///
/// ```swift
/// let life = AppLife(network: SystemNetwork.shared)
/// life.followSystem()                       // on Apple's systems
///
/// var rules = FeedRules<Topic>()
/// rules.life = life
/// ```
///
/// An app makes one. Lists and values with it pause in the background, and go on after a failure when the network returns.
/// Where no system tells it, the app calls ``enterForeground()`` and ``enterBackground()``.
@MainActor public final class AppLife {
    /// Something that happened to the app.
    public enum Event: Sendable, Hashable {
        /// The app came to the foreground.
        case foreground
        /// The app went to the background.
        case background
        /// The network returned while the app was in the foreground.
        case networkReturned
    }

    private struct Member {
        /// `nil` once its observation has ended.
        let body: Locked<Body?>
    }

    /// A struct, because a closure passed through a generic lock is wrapped again each time.
    private struct Body { let call: @MainActor (Event) -> Void }

    /// Whether the app is in the foreground; at first it is.
    public private(set) var isInForeground = true
    /// The wall clock, by which lists measure their age.
    public nonisolated let now: @Sendable () -> Date
    private let network: (any NetworkStatus)?
    private let time: TimeSource
    private let random: @Sendable () -> Double
    /// In the order in which they began to observe.
    private var members: [Member] = []
    /// Waits for the network's returns, in the foreground and with members.
    private var listening: Task<Void, Never>?
    /// Tells the members of a return of the network, one after the other.
    private var telling: Task<Void, Never>?
    private var systemObservers: [SystemObserver] = []

    /// Creates the life of an app in the foreground.
    ///
    /// - Parameters:
    ///   - network: Says when the network returns; without it, call ``networkReturned()``. A `ProbedNetwork` is asked as long as
    ///     the app is in the foreground and a list uses this object.
    ///   - now: The wall clock.
    ///   - time: The clock for delays; a test turns it by hand.
    ///   - random: Returns a number from 0 to below 1, for the delay after a return of the network.
    public init(
        network: (any NetworkStatus)? = nil, now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.network = network
        self.now = now
        self.time = time
        self.random = random
    }

    deinit {
        listening?.cancel()
        telling?.cancel()
    }

    /// Call it when the app enters the foreground: open lists that are too old, or failed, are loaded again.
    public func enterForeground() {
        guard !isInForeground else { return }
        isInForeground = true
        listen()
        notify(.foreground)
    }

    /// Call it when the app enters the background: lists stop following their service.
    public func enterBackground() {
        guard isInForeground else { return }
        isInForeground = false
        listening?.cancel()
        listening = nil
        telling?.cancel()
        telling = nil
        notify(.background)
    }

    /// Call it when the network returns, unless the object has a network: lists that failed go on.
    ///
    /// They are told in the order in which they were made, over the course of a second, so that they do not send all their
    /// requests at once. Does nothing in the background.
    public func networkReturned() {
        guard isInForeground else { return }
        removeEnded()
        telling?.cancel()
        let members = members
        let share = 1 / Double(max(members.count, 1))
        telling = Task { [time, random] in
            // At a random moment, because all devices in a place get their network back at once.
            var wait = share * random()
            for member in members {
                guard await time.over(wait), !Task.isCancelled else { return }
                member.body.withLock { $0 }?.call(.networkReturned)
                wait = share
            }
        }
    }

    /// Calls `body` with every later event, until the observation is released; in the order of the observations.
    ///
    /// For parts of the app that go on with the network, too: `life.observe { if $0 == .networkReturned { outbox.resume() } }`.
    public func observe(_ body: @escaping @MainActor (Event) -> Void) -> StateObservation {
        removeEnded()
        let member = Member(body: Locked(Body(call: body)))
        members.append(member)
        listen()
        return StateObservation { [weak self, body = member.body] in
            // Released outside of the lock: the closure may own this observation, whose `deinit` ends it again.
            guard body.take() != nil, let self else { return }
            if MainQueue.isHere { MainActor.assumeIsolated { self.stopListening() } } else { Task { await self.stopListening() } }
        }
    }

    /// Follows the system's notifications of foreground and background, from now on.
    ///
    /// For iOS, tvOS, watchOS, visionOS and macOS, where a hidden app is in the background; elsewhere nobody posts them.
    public func followSystem(_ center: NotificationCenter = .default) {
        guard systemObservers.isEmpty else { return }
        // The names of UIKit, WatchKit and AppKit, which this module does not link.
        systemObservers = [
            ("UIApplicationWillEnterForegroundNotification", true), ("UIApplicationDidEnterBackgroundNotification", false),
            ("WKApplicationWillEnterForegroundNotification", true), ("WKApplicationDidEnterBackgroundNotification", false),
            ("NSApplicationDidUnhideNotification", true), ("NSApplicationDidHideNotification", false),
        ].map { name, isForeground in
            SystemObserver(center, Notification.Name(name)) { [weak self] in
                if isForeground { self?.enterForeground() } else { self?.enterBackground() }
            }
        }
    }

    private func notify(_ event: Event) {
        for member in members { member.body.withLock { $0 }?.call(event) }
        removeEnded()
    }

    private func removeEnded() { members.removeAll { $0.body.withLock { $0 == nil } } }

    /// Stops waiting for returns of the network if nothing observes any more: a `ProbedNetwork` is asked no longer.
    private func stopListening() {
        removeEnded()
        guard members.isEmpty else { return }
        listening?.cancel()
        listening = nil
    }

    /// Begins to wait for returns of the network.
    private func listen() {
        guard let network, listening == nil, isInForeground, !members.isEmpty else { return }
        // Before the task begins, so that a return in between is not missed.
        let returns = network.returns()
        listening = Task { [weak self] in
            for await _ in returns { self?.networkReturned() }
        }
    }
}

/// An observer of a notification, which ends with this object.
///
/// Sendable: a notification center may be used from any thread, which Foundation does not declare.
private final class SystemObserver: @unchecked Sendable {
    private let center: NotificationCenter
    private let token: any NSObjectProtocol

    init(_ center: NotificationCenter, _ name: Notification.Name, _ body: @escaping @MainActor @Sendable () -> Void) {
        self.center = center
        token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
            // The systems post these on the main thread; the task is for an app that posts them elsewhere.
            if MainQueue.isHere { MainActor.assumeIsolated(body) } else { Task { await body() } }
        }
    }

    deinit { center.removeObserver(token) }
}
