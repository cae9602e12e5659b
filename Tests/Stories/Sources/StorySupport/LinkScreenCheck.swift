import Foundation
import NoticeBoardBase
public import NoticeBoardLink
import NoticeBoardPaging

/// Checks every state that a Link screen shows.
///
/// Finds rows beside an empty text, endless spinners, blank screens, duplicate or misplaced rows, and data of a former account.
@MainActor public final class LinkScreenCheck {
    /// The problems found.
    public private(set) var problems: [String] = []
    private var observations: [StateObservation] = []
    private var loading: [() -> Bool] = []

    /// Creates a check that watches no screen yet.
    public init() {}

    /// Waits until no screen of this launch is loading, and releases the screens.
    func endLaunch() async {
        if !(await eventually { self.loading.allSatisfy { !$0() } }) { report("A spinner never ends.") }
        (observations, loading) = ([], [])
    }

    private func report(_ problem: String) { if !problems.contains(problem) { problems.append(problem) } }

    private func watch<Screen: StateSource>(
        _ screen: Screen, isLoading: @escaping (Screen.State) -> Bool, _ look: @escaping @MainActor (Screen.State) -> Void
    ) {
        observations.append(screen.observe(look))
        loading.append { [weak screen] in screen.map { isLoading($0.state) } ?? false }
    }

    // MARK: Screens

    /// Starts watching a list.
    public func watch(_ list: LinkPostList, of context: LinkAccount) {
        let isNewestFirst = list.source == .timeline
        watch(list) {
            $0.feed.isLoading
        } _: { [weak self] state in
            self?.look(state.feed, state.display, "\(list.source)", isNewestFirst: isNewestFirst, context)
            if state.builder.me != context.user { self?.report("A list is another account's.") }
            if state.rows.contains(where: { state.builder.hidden.isBlocked($0.author.id) }) {
                self?.report("A list shows an account that is blocked.")
            }
        }
    }

    /// Starts watching the page of a post.
    public func watch(_ page: LinkPostPage, of context: LinkAccount) {
        var wasRequestedBefore = false
        watch(page) {
            $0.post.phase.isLoading
        } _: { [weak self] state in
            wasRequestedBefore = wasRequestedBefore || state.post.phase.isLoading
            let isBlank = state.post.value == nil && state.post.phase == .idle && !state.isGone
            if wasRequestedBefore, isBlank, !context.isOver { self?.report("The page of a post shows nothing.") }
            if state.isGone, state.row != nil { self?.report("The page shows a post that is gone.") }
            if context.isOver, state.row != nil { self?.report("The page of a former account shows a post.") }
            self?.unique(state.replies.map(\.id), "replies")
        }
    }

    /// Starts watching the page of an account.
    public func watch(_ page: LinkProfilePage, of context: LinkAccount) {
        watch(page) {
            $0.feed.isLoading || $0.profile.phase.isLoading
        } _: { [weak self] state in
            self?.look(state.feed, state.feed.display, "posts of an account", isNewestFirst: true, context)
            if state.display(of: .profile) == .placeholder {
                let isLoading = state.profile.phase.isLoading
                if state.feed.wasRequested, !isLoading, !context.isOver { self?.report("A profile shows nothing.") }
            }
            if context.isOver, state.profile.value != nil { self?.report("The profile of a former account is shown.") }
        }
    }

    /// Starts watching a list of followers.
    public func watch(_ list: LinkFollowers, of context: LinkAccount) {
        var wasRequestedBefore = false
        watch(list) {
            $0.profile.phase.isLoading
        } _: { [weak self] state in
            wasRequestedBefore = wasRequestedBefore || state.profile.phase.isLoading
            self?.unique(state.rows.map(\.id), "followers")
            let isBlank = state.display == .placeholder && !state.profile.phase.isLoading
            if wasRequestedBefore, isBlank, !context.isOver { self?.report("A list of followers shows nothing.") }
            if state.display == .empty, !state.rows.isEmpty { self?.report("Followers stand beside an empty text.") }
            if context.isOver, !state.rows.isEmpty { self?.report("Followers of a former account are shown.") }
        }
    }

    /// Starts watching the drafts.
    public func watch(_ outbox: LinkOutbox) {
        // A draft may still be sending when the app ends.
        watch(outbox) { _ in
            false
        } _: { [weak self] state in
            self?.unique(state.drafts.map(\.id), "drafts")
            if state.drafts.count(where: { $0.status == .sending }) > 1 { self?.report("Two drafts are sent at once.") }
            if state.isOver, !state.drafts.isEmpty { self?.report("Drafts of a former account are shown.") }
        }
    }

    // MARK: Invariants

    private func look(
        _ feed: FeedState<LinkPost>, _ display: FeedDisplay, _ name: String, isNewestFirst: Bool, _ context: LinkAccount
    ) {
        unique(feed.items.map(\.id), name)
        if display == .empty, !feed.items.isEmpty { report("Rows stand beside an empty text: \(name).") }
        if display == .placeholder, feed.wasRequested, !feed.isLoading, !context.isOver {
            report("A list shows nothing: \(name).")
        }
        if context.isOver, !feed.items.isEmpty { report("Rows of a former account are shown: \(name).") }
        let times = feed.items.compactMap(\.createdAt)
        if isNewestFirst, zip(times, times.dropFirst()).contains(where: { $0 < $1 }) { report("A row is misplaced: \(name).") }
    }

    private func unique(_ ids: [String], _ name: String) {
        if Set(ids).count != ids.count { report("One row is shown twice: \(name).") }
    }
}
