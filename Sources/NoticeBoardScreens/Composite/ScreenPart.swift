public import Foundation
import NoticeBoardBase
public import NoticeBoardPaging

/// A part of a ``CompositeScreen`` that loads, a profile or a list, and the age of what it shows.
///
/// It keeps the loader or the list. If several screens show the same one, give them the same part: each of them may load it, and
/// all of them know its age.
@MainActor public final class ScreenPart {
    private let refreshPart: @MainActor () -> Void
    private let openPart: @MainActor () -> Void
    private let closePart: @MainActor () -> Void
    private let reloadPart: @MainActor () -> Void
    private let retryPart: @MainActor () -> Void
    private let resetPart: @MainActor () -> Void
    /// Whether other screens show it, too, so that the reset of one screen does not empty it.
    let isShared: Bool
    /// Whether a failed load may go well now.
    private let mayGoOn: @MainActor () -> Bool
    private var age: LoadAge
    private var observation: StateObservation?
    /// The screens that have it open.
    private var screens: [WeakScreen] = []

    private struct WeakScreen { weak let screen: AnyObject? }

    /// Creates the part of a value.
    ///
    /// - Parameters:
    ///   - loader: Loads the value.
    ///   - isShared: Whether other screens show it, too: then the reset of a screen does not empty it.
    ///   - now: Returns the time, for the age of the value.
    public init<Value>(
        _ loader: Loader<Value>, isShared: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.isShared = isShared
        age = LoadAge(now: now)
        openPart = { loader.open() }
        closePart = { loader.close() }
        refreshPart = { loader.refresh() }
        reloadPart = { loader.reload() }
        retryPart = { loader.retry() }
        resetPart = { loader.reset() }
        mayGoOn = { loader.state.failure?.mayPass == true }
        observation = loader.observe { [weak self] in self?.age.follow(isStarting: $0.phase == .loading(isSlow: false)) }
    }

    /// Creates the part of a list, whose age is that of its head.
    ///
    /// - Parameters:
    ///   - feed: The list.
    ///   - isShared: Whether other screens show it, too: then the reset of a screen does not empty it.
    ///   - now: Returns the time, for the age of the list.
    public init<Item>(_ feed: Feed<Item>, isShared: Bool = false, now: @escaping @Sendable () -> Date = { Date() }) {
        self.isShared = isShared
        age = LoadAge(now: now)
        openPart = { feed.open() }
        closePart = { feed.close() }
        refreshPart = { feed.refresh() }
        reloadPart = { feed.reload() }
        retryPart = { feed.retry() }
        resetPart = { feed.reset() }
        mayGoOn = { feed.mayGoOn }
        observation = feed.observe { [weak self] in self?.age.follow(isStarting: $0.refresh == .loading(isSlow: false)) }
    }

    /// Loads the value or the first page for a screen, unless they were loaded or failed before.
    package func open(for screen: AnyObject) {
        add(screen)
        openPart()
    }
    /// Pauses a list, and the reloads of a value, unless another screen has it open.
    func close(for screen: AnyObject) {
        remove(screen)
        if screens.isEmpty { closePart() }
    }
    /// Loads the value or the head of the list again for a screen.
    func refresh(for screen: AnyObject) {
        add(screen)
        refreshPart()
    }
    /// Loads them again, and cancels running requests.
    func reload(for screen: AnyObject) {
        add(screen)
        reloadPart()
    }
    /// Repeats what failed.
    func retry() { retryPart() }
    /// Empties it, as if it had never been opened; if other screens show it, too, closes it for this one.
    func reset(for screen: AnyObject) {
        if isShared { return close(for: screen) }
        remove(screen)
        resetPart()
    }

    private func add(_ screen: AnyObject) {
        remove(screen)
        screens.append(WeakScreen(screen: screen))
    }

    private func remove(_ screen: AnyObject) { screens.removeAll { $0.screen == nil || $0.screen === screen } }

    /// Loads it again if its last load began at least `seconds` ago, or repeats what failed for a reason that may pass.
    func goOn(ifOlderThan seconds: Double) {
        if age.isOlder(than: seconds) {
            refreshPart()
        } else if mayGoOn() {
            retry()
        }
    }
}
