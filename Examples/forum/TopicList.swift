import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

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

    init(_ session: ForumSession, filter: TopicFilter = TopicFilter()) {
        let client = session.client
        let writes = WriteQueue(session.changes)
        session.tokens.scope.register(writes) { $0.end() }
        votes = OptimisticUpdates(writes) { id, isWanted in
            let topic = try await client.value(Topic.self, for: ForumAPI.vote(id, isWanted: isWanted))
            return (topic.isVoted, .changed(topic))
        } fetch: { id in
            let topic = try await client.value(Topic.self, for: ForumAPI.topic(id))
            return (topic.isVoted, .changed(topic))
        }
        feed = Self.feed(filter, of: session)
        (self.filter, self.session) = (filter, session)
    }

    /// Shows the topics of another filter, from the first page.
    func show(_ filter: TopicFilter) {
        guard filter != self.filter else { return }
        feed.close()
        self.filter = filter
        feed = Self.feed(filter, of: session)
        feed.open()
    }

    func toggleVote(_ topic: Topic) {
        votes.want(!row(topic).isVoted, topic.id, confirmed: topic.isVoted)
    }

    func row(_ topic: Topic) -> TopicRow { TopicRow(topic: topic, isVoted: votes.state[topic.id] ?? topic.isVoted) }

    private static func feed(_ filter: TopicFilter, of session: ForumSession) -> Feed<Topic> {
        let client = session.client
        return Feed(changes: session.changes) { change, shown in
            switch change {
            case .changed(let topic): [.patch(topic.id) { $0 = topic }]
            case .published(let topic): shown.contains(id: topic.id) || filter.tag != nil ? [] : [.insert(topic)]
            }
        } load: { position in
            try await client.value(TopicsAnswer.self, for: ForumAPI.topics(filter, after: position?.cursor)).page
        }
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
