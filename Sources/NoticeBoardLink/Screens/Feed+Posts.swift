import NoticeBoardBase
import NoticeBoardPaging

extension Feed<LinkPost> {
    /// The posts of a list, without those that are not to be seen, which follows what happens.
    static func posts(
        _ context: LinkContext, _ scope: LinkListScope, _ pageSize: Int, _ rules: FeedRules<LinkPost>,
        _ memory: FeedSnapshot<LinkPost>?,
        _ time: TimeSource
    ) -> Feed<LinkPost> {
        let (service, hiding, known) = (context.service, context.hiding, context.known)
        let translate = { @Sendable (change: LinkChange, shown: FeedItems<LinkPost>) -> [FeedEdit<LinkPost>] in
            guard !known.isLate(change) else { return [] }
            // What is hidden comes into no list by a change either; what hiding itself does to a list is told apart. Nor does what
            // is gone: the answer to a like or an edit may come after that.
            return scope.edits(change, in: shown).filter { edit in
                guard case .insert(let post) = edit else { return true }
                return !known.isDeleted(post.id) && !hiding.current.hides(post, on: scope.owner)
            }
        }
        return Feed(rules, from: memory, changes: context.changes, translate: translate, time: time) { position in
            await hiding.ready()
            // A list of which nothing is shown would be read to its end for a row to show.
            if let owner = scope.owner, hiding.current.isBlocked(owner) { return Page(items: []) }
            var page = try await scope.page(at: position, limit: pageSize, of: service)
            let hidden = hiding.current
            if !hidden.isEmpty { page.items.removeAll { hidden.hides($0, on: scope.owner) } }
            return page
        }
    }

    /// Takes out what is hidden as soon as it is, and begins anew where something is shown again.
    func followHiding(_ context: LinkContext, _ scope: LinkListScope) -> [StateObservation] {
        // What was kept of the list may hold everything that is hidden now.
        var before = LinkHidden()
        let observation = context.hiding.observe { [weak self] hidden in
            defer { before = hidden }
            guard let self, !context.isOver else { return }
            if hidden.hidesMore(than: before) {
                edit { shown in shown.filter { hidden.hides($0, on: scope.owner) }.map { .remove($0.id) } }
            }
            if before.hidesMore(than: hidden), state.wasRequested { reload() }
        }
        return [observation]
    }

    /// Takes out what is liked no longer when the list was refreshed, where that is one of liked posts.
    func dropUnliked(_ context: LinkContext, _ scope: LinkListScope) -> [StateObservation] {
        guard scope.source == .liked else { return [] }
        var wasRefreshing = false
        let observation = observe { [weak self] state in
            defer { wasRefreshing = state.refresh.isLoading }
            guard wasRefreshing, state.refresh == .idle else { return }
            let wishes = context.likes.state
            self?.edit { scope.leftovers(in: $0, wishes) }
        }
        return [observation]
    }
}
