import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens

/// What all screens of an account share: the builder of their rows, their requests, their refresh in the foreground, and
/// their end.
@MainActor final class LinkScreen {
    private let account: LinkAccount
    private let values: [ScreenPart]
    private let feed: Feed<LinkPost>?
    private let parts: CompositeScreen
    private var observations: [StateObservation] = []

    /// Creates the shared part of a screen with these values and this list, which are reset at the session's end.
    init(_ account: LinkAccount, _ values: [ScreenPart] = [], _ feed: Feed<LinkPost>? = nil) {
        self.account = account
        self.values = values
        self.feed = feed
        let list = feed.map { ScreenPart($0, now: account.now) }
        parts = CompositeScreen(values + [list].compactMap(\.self), now: account.now, time: account.time)
        observations.append(account.signals.lifeEvents.add { [parts] in parts.follow($0) })
        observations.append(account.observeEnd { [weak self] in self?.send(.reset) })
    }

    /// The clock of the ages.
    var now: @Sendable () -> Date { account.now }

    /// The inputs of the builder.
    var sources: [any StateSource] {
        [account.likes, account.hiding, account.hiding.reading, account.signals.languages, account.signals.ended, parts]
    }

    /// The current row builder.
    var builder: LinkRowBuilder {
        LinkRowBuilder(
            me: account.user, now: parts.state, language: account.language, likes: account.likes.state,
            hidden: account.hiding.state, isSignedOut: account.isOver)
    }

    /// Carries out a request to the screen: with its values, and with its list.
    func send(_ request: FeedRequest<LinkPost.ID>) {
        switch request {
        case .open: parts.open()
        case .openAt:
            parts.appear()
            for value in values { value.open(for: parts) }
            feed?.send(request)
        case .close: parts.close()
        case .refresh: parts.refresh()
        case .reload: parts.reload()
        case .retry:
            account.hiding.retry()
            parts.retry()
        case .reset: parts.reset()
        default: feed?.send(request)
        }
    }

    /// Returns the list to show, which is loading until the block list is read.
    func shown(_ feed: FeedState<LinkPost>) -> FeedState<LinkPost> { account.hiding.shown(feed) }

    /// Returns the value to show: loading until the block list is read, and `nil` after the session's end.
    func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> {
        account.isOver ? Loaded(phase: loaded.phase) : account.hiding.shown(loaded)
    }
}
