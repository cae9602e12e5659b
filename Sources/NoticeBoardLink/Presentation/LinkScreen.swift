import Foundation
package import NoticeBoardBase
import NoticeBoardPaging

/// A screen that is refreshed in the foreground and emptied when the session ends.
@MainActor protocol LinkScreenOwner: AnyObject {
    func refresh()
    func reset()
}

/// What all screens of an account share: the builder of their rows, their refresh in the foreground, and their end.
@MainActor final class LinkScreen {
    private let context: LinkContext
    private let clock: ScreenClock
    private let now: @Sendable () -> Date
    private weak var owner: (any LinkScreenOwner)?
    private var isOpen = false
    /// Whether the app came to the foreground since the age was checked.
    private var isDue = false
    private var phase = LoadPhase.idle
    private var loadedAt: Date?
    private var observations: [StateObservation] = []

    init(_ context: LinkContext) {
        (self.context, now, clock) = (context, context.now, ScreenClock(context.now, context.time))
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

    /// Refreshes the screen in the foreground if its last load is older than a minute, and resets it at the session's end.
    func follow<Source: StateSource>(
        _ source: Source, _ phase: @escaping (Source.State) -> LoadPhase, for owner: some LinkScreenOwner
    ) {
        self.owner = owner
        observations = [
            source.observe { [weak self] in self?.note(phase($0)) },
            context.foreground.add { [weak self] in self?.enterForeground() },
            context.observeEnd { [weak owner] in owner?.reset() },
        ]
    }

    /// The screen appeared: updates ages now and then every minute.
    func open() {
        isOpen = true
        clock.start()
        guard isDue else { return }
        isDue = false
        // A load that failed does not count as one.
        let isOld = loadedAt.map { abs(now().timeIntervalSince($0)) >= 60 } ?? (phase.failure != nil)
        if isOld, !phase.isLoading { owner?.refresh() }
    }

    /// The screen disappeared.
    func close() {
        isOpen = false
        clock.stop()
    }

    /// Follows a request to the screen's list, which the list gets as well.
    func follow(_ request: FeedRequest<LinkPost.ID>) {
        switch request {
        case .open, .openAt, .refresh, .reload: open()
        case .close, .reset: close()
        case .retry: context.hiding.retry()
        default: break
        }
    }

    private func enterForeground() {
        isDue = true
        if isOpen { open() }
    }

    private func note(_ new: LoadPhase) {
        if phase.isLoading, new == .idle { loadedAt = now() }
        phase = new
    }

    /// Returns the list to show: loading until the block list is read, and empty after the session's end.
    func shown(_ feed: FeedState<LinkPost>) -> FeedState<LinkPost> {
        let reading = context.hiding.reading.state
        guard context.isOver || reading != .idle else { return feed }
        var empty = FeedState<LinkPost>()
        (empty.wasRequested, empty.refresh, empty.isStale) = (feed.wasRequested, feed.refresh, feed.isStale)
        if !context.isOver, feed.isLoaded { empty.refresh = reading }
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
extension LinkOutbox.State: FailingState { package var restingFailure: NoticeBoardError? { maySend ? nil : failure } }
