import NoticeBoardBase
import NoticeBoardPaging

/// What a list of posts hides: blocked and muted accounts, posts that were hidden one by one, and what the app adds.
@MainActor final class LinkListFilter {
    /// What the app hides besides.
    var own: FeedRules<LinkPost>.Filter? { didSet { apply() } }

    private let feed: Feed<LinkPost>
    private let context: LinkContext
    private let owner: LinkUser.ID?
    private var wasBlocked = false
    private var observation: StateObservation?

    init(_ feed: Feed<LinkPost>, _ context: LinkContext, _ scope: LinkListScope, _ rules: FeedRules<LinkPost>) {
        (self.feed, self.context, owner, own) = (feed, context, scope.owner, rules.filter)
        observation = context.hiding.observe { [weak self] _ in self?.apply() }
    }

    private func apply() {
        guard !context.isOver else { return }
        let (hidden, own, owner) = (context.hiding.state, own, owner)
        feed.hide { hidden.reason(for: $0, on: owner) ?? own?($0) }
        // The page of a blocked account is not loaded.
        let isBlocked = owner.map(hidden.isBlocked) ?? false
        if wasBlocked, !isBlocked, feed.state.wasRequested { feed.reload() }
        wasBlocked = isBlocked
    }
}
