import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardScreens

/// A row of the list: the topic, and the vote that shows before the service has confirmed it.
nonisolated struct TopicRow: Identifiable, Equatable, Sendable {
    let topic: Topic
    let isVoted: Bool
    var id: Topic.ID { topic.id }
    var votes: Int { topic.votes + (isVoted ? 1 : 0) - (topic.isVoted ? 1 : 0) }
}

/// The screen of a filter's topics and their votes, without its views.
@MainActor final class TopicList {
    private(set) var filter: TopicFilter
    private(set) var feed: Feed<Topic>
    let votes: OptimisticUpdates<Topic.ID, Bool, TopicChange>
    private let session: ForumSession
    private let store: ForumStore
    /// Keeps people out of the list that the user blocked.
    private var hiding: StateObservation

    init(_ session: ForumSession, _ store: ForumStore, filter: TopicFilter = TopicFilter()) {
        let client = session.client
        let writes = WriteQueue(session.changes)
        session.account.scope.register(writes) { $0.end() }
        votes = OptimisticUpdates(writes) { id, isWanted in
            let topic = try await client.value(Topic.self, for: ForumAPI.vote(id, isWanted: isWanted))
            return (topic.isVoted, .changed(topic))
        } fetch: { id in
            let topic = try await client.value(Topic.self, for: ForumAPI.topic(id))
            return (topic.isVoted, .changed(topic))
        }
        feed = Self.feed(filter, of: session, store)
        hiding = store.hide(in: feed)
        self.filter = filter
        self.session = session
        self.store = store
    }

    /// Shows the topics of another filter, from the first page.
    func show(_ filter: TopicFilter) {
        guard filter != self.filter else { return }
        feed.close()
        self.filter = filter
        feed = Self.feed(filter, of: session, store)
        hiding = store.hide(in: feed)
        feed.open()
    }

    func toggleVote(_ topic: Topic) {
        votes.want(!row(topic).isVoted, topic.id, confirmed: topic.isVoted)
    }

    func row(_ topic: Topic) -> TopicRow { TopicRow(topic: topic, isVoted: votes.state[topic.id] ?? topic.isVoted) }

    /// The newest topics are also on the device; other lists come from the service alone.
    private static func feed(_ filter: TopicFilter, of session: ForumSession, _ store: ForumStore) -> Feed<Topic> {
        let client = session.client
        let feed = Feed<Topic>(changes: session.changes) { change, shown in
            switch change {
            case .changed(let topic): [.patch(topic.id) { $0 = topic }]
            case .published(let topic): shown.contains(id: topic.id) || filter.tag != nil ? [] : [.insert(topic)]
            }
        } load: { [mirror = store.mirror] position in
            if filter == TopicFilter() { return try await mirror.page(of: ForumStore.newest, at: position) }
            return try await client.value(TopicsAnswer.self, for: ForumAPI.topics(filter, after: position?.cursor)).page
        }
        if filter == TopicFilter() { store.mirror.show(ForumStore.newest, in: feed) }
        session.account.scope.register(feed) { $0.reset() }
        return feed
    }
}

/// Creates the page of one topic, which follows changes on lists and other pages.
@MainActor func topicPage(_ id: Topic.ID, of session: ForumSession) -> Loader<Topic> {
    let client = session.client
    return Loader(changes: session.changes) { change, topic in
        if case .changed(let new) = change, new.id == topic.id { topic = new }
    } load: {
        try await client.value(Topic.self, for: ForumAPI.topic(id))
    }
}
