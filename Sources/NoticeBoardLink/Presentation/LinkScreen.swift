import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens

/// A value of a screen that is loaded: the ``Loader`` of a post or a profile.
@MainActor protocol LinkScreenValue: StateSource {
    func open()
    func refresh()
    func reload()
    func retry()
    func reset()
    /// Returns the age of the value, which begins with the next load.
    func makeAge(now: @escaping @Sendable () -> Date) -> LoadAge
}

extension Loader: LinkScreenValue {
    func makeAge(now: @escaping @Sendable () -> Date) -> LoadAge { LoadAge(of: self, now: now) { $0.phase } }
}

/// What all screens of an account share: the builder of their rows, their requests, their refresh in the foreground, and
/// their end.
@MainActor final class LinkScreen {
    private let context: LinkContext
    private let clock: ScreenClock
    let now: @Sendable () -> Date
    private let values: [any LinkScreenValue]
    private let feed: Feed<LinkPost>?
    /// The ages of the values, in their order.
    private let valueAges: [LoadAge]
    private let feedAge: LoadAge?
    private var isOpen = false
    /// Whether the app came to the foreground since the ages were checked.
    private var mustCheckAges = false
    private var observations: [StateObservation] = []

    /// Creates the shared part of a screen with these values and this list, which are reset at the session's end.
    init(_ context: LinkContext, _ values: [any LinkScreenValue] = [], _ feed: Feed<LinkPost>? = nil) {
        self.context = context
        now = context.now
        clock = ScreenClock(context.now, context.time)
        self.values = values
        self.feed = feed
        // Other screens load the user's own profile as well, also before this one exists.
        valueAges = values.map { $0 === context.mine ? context.mineAge : $0.makeAge(now: context.now) }
        feedAge = feed.map { LoadAge(of: $0, now: context.now) { $0.refresh } }
        observations.append(context.foreground.add { [weak self] in self?.enterForeground() })
        observations.append(context.observeEnd { [weak self] in self?.send(.reset) })
    }

    /// The inputs of the builder.
    var sources: [any StateSource] {
        [context.likes, context.hiding, context.hiding.reading, context.languages, context.ended, clock]
    }

    /// The current row builder.
    var builder: LinkRowBuilder {
        LinkRowBuilder(
            me: context.user, now: clock.state, language: context.language, likes: context.likes.state,
            hidden: context.hiding.state, isSignedOut: context.isOver)
    }

    /// Carries out a request to the screen: with its values, and with its list.
    func send(_ request: FeedRequest<LinkPost.ID>) {
        switch request {
        case .open, .openAt:
            open()
            for value in values { value.open() }
        case .refresh:
            open()
            for value in values { value.refresh() }
        case .reload:
            open()
            for value in values { value.reload() }
        case .retry:
            context.hiding.retry()
            for value in values { value.retry() }
        case .close: close()
        case .reset:
            close()
            // The user's own profile belongs to all screens.
            for value in values where value !== context.mine { value.reset() }
        default: break
        }
        feed?.send(request)
    }

    /// The screen appeared: updates ages now and then every minute.
    private func open() {
        isOpen = true
        clock.start()
        guard mustCheckAges else { return }
        mustCheckAges = false
        // Each has an age of its own: another screen, or a retry, may have loaded one of them later.
        for (value, age) in zip(values, valueAges) where age.isDue { value.refresh() }
        if let feedAge, feedAge.isDue { feed?.send(.refresh) }
    }

    private func close() {
        isOpen = false
        clock.stop()
    }

    private func enterForeground() {
        mustCheckAges = true
        if isOpen { open() }
    }

    /// Returns the list to show, which is loading until the block list is read.
    func shown(_ feed: FeedState<LinkPost>) -> FeedState<LinkPost> { context.hiding.shown(feed) }

    /// Returns the value to show: loading until the block list is read, and `nil` after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> {
        context.isOver ? Loaded(phase: loaded.phase) : context.hiding.shown(loaded)
    }
}
