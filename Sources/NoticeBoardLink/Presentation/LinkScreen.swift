import Foundation
package import NoticeBoardBase
import NoticeBoardPaging

/// A value of a screen that is loaded: the ``Loader`` of a post or a profile.
@MainActor protocol LinkScreenValue: StateSource {
    var phase: LoadPhase { get }
    func open()
    func refresh()
    func retry()
    func reset()
}

extension Loader: LinkScreenValue {
    var phase: LoadPhase { state.phase }
}

/// What all screens of an account share: the builder of their rows, their requests, their refresh in the foreground, and
/// their end.
@MainActor final class LinkScreen {
    private let context: LinkContext
    private let clock: ScreenClock
    let now: @Sendable () -> Date
    private let values: [any LinkScreenValue]
    private let feed: Feed<LinkPost>?
    private var isOpen = false
    /// Whether the app came to the foreground since the age was checked.
    private var isDue = false
    private var phase = LoadPhase.idle
    private var loadedAt: Date?
    private var observations: [StateObservation] = []

    /// Creates the shared part of a screen with these values and this list, which are reset at the session's end.
    init(_ context: LinkContext, _ values: [any LinkScreenValue] = [], _ feed: Feed<LinkPost>? = nil) {
        (self.context, now, clock) = (context, context.now, ScreenClock(context.now, context.time))
        (self.values, self.feed) = (values, feed)
        observations = values.map { follow($0) }
        if let feed { observations.append(follow(feed)) }
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
        case .refresh, .reload:
            open()
            for value in values { value.refresh() }
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
        guard isDue else { return }
        isDue = false
        // A load that failed does not count as one.
        let isOld = loadedAt.map { abs(now().timeIntervalSince($0)) >= 60 } ?? (phase.failure != nil)
        if isOld, !phase.isLoading { send(.refresh) }
    }

    private func close() {
        isOpen = false
        clock.stop()
    }

    private func enterForeground() {
        isDue = true
        if isOpen { open() }
    }

    private func follow(_ source: some StateSource) -> StateObservation {
        source.observe { [weak self] _ in self?.note() }
    }

    private func note() {
        let phases = values.map(\.phase) + [feed?.state.refresh].compactMap(\.self)
        let new = phases.first { $0 != .idle } ?? .idle
        if phase.isLoading, new == .idle { loadedAt = now() }
        phase = new
    }

    /// Returns the list to show, which is loading until the block list is read.
    func shown(_ feed: FeedState<LinkPost>) -> FeedState<LinkPost> {
        let reading = context.hiding.reading.state
        guard reading != .idle else { return feed }
        var empty = FeedState<LinkPost>()
        (empty.wasRequested, empty.refresh, empty.isStale) = (feed.wasRequested, feed.refresh, feed.isStale)
        if feed.isLoaded { empty.refresh = reading }
        return empty
    }

    /// Returns the value to show: loading until the block list is read, and `nil` after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> {
        if context.isOver { return Loaded(phase: loaded.phase) }
        let reading = context.hiding.reading.state
        return reading == .idle || loaded.value == nil ? loaded : Loaded(phase: reading)
    }
}

extension LinkPostList.State: FailingState { package var restingFailure: NoticeBoardError? { feed.restingFailure } }
extension LinkPostPage.State: FailingState { package var restingFailure: NoticeBoardError? { failure } }
extension LinkProfilePage.State: FailingState {
    package var restingFailure: NoticeBoardError? { profile.phase.isLoading || feed.isLoading ? nil : failure }
}
extension LinkFollowers.State: FailingState { package var restingFailure: NoticeBoardError? { failure } }
extension LinkSettings.State: FailingState { package var restingFailure: NoticeBoardError? { isBusy ? nil : failure } }
extension LinkSignIn.State: FailingState { package var restingFailure: NoticeBoardError? { failure } }
extension LinkSignUp.State: FailingState { package var restingFailure: NoticeBoardError? { failure } }
