import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardOffline
import NoticeBoardOutbox
import NoticeBoardPaging
import NoticeBoardPictures
import NoticeBoardScreens
import NoticeBoardSearch

/// What the account keeps on the device: topics, drafts, searches, and people whom the user does not want to see.
///
/// Created after the sign-in; the sign-out ends it and erases everything.
@MainActor final class ForumStore {
    /// The name of the stored list.
    nonisolated static let newest = "newest"

    let mirror: Mirror<Topic>
    let outbox: Outbox<NewTopic>
    let hides: HideList<Author, Topic.ID>
    let search: SearchScreen<Topic>
    /// Sends waiting drafts when the network returns.
    private let resuming: StateObservation

    init(
        _ session: ForumSession, network: any NetworkStatus = SystemNetwork.shared, time: TimeSource = .system
    ) {
        let client = session.client
        let scope = session.account.scope
        let folder = session.folder
        let mirror = Mirror<Topic>(
            in: folder, scope: scope, rules: MirrorRules(texts: ["title": { $0.title }])
        ) { _, position, _ in
            try await client.value(TopicsAnswer.self, for: ForumAPI.topics(TopicFilter(), after: position?.cursor)).page
        }
        outbox = Outbox(
            in: folder, scope: scope, time: time,
            sender: KeyedSender<NewTopic, Topic> { parcel in
                try await client.value(Topic.self, for: ForumAPI.publish(parcel))
            }
        ) { [changes = session.changes] topic in
            changes.send(.published(topic))  // every list shows it
        }
        resuming = outbox.resume(at: network.returns())
        hides = HideList(in: folder, scope: scope)
        let history = AccountHistory(FileSearchHistory(directory: folder, scope: session.account.account ?? ""))
        scope.register(history)
        search = SearchScreen(history: history) { query, _ in
            var found: [Topic] = []  // on the device: also without a network
            for try await match in mirror.search(Highlighter(query.keyword)) { found.append(match.item) }
            return Page(items: found)
        }
        scope.register(search) { $0.clear() }
        self.mirror = mirror
    }

    /// Keeps topics of blocked people out of a list, as long as the result is held.
    func hide(in feed: Feed<Topic>) -> StateObservation {
        hides.hide(in: feed, author: { $0.author }, id: { $0.id })
    }

    /// Begins a draft with a photo, without the place where it was taken, and sends it: now, or when there is a network.
    func publish(_ title: String, photo: Data) async throws {
        let draft = outbox.newDraft(NewTopic(title: title))
        try await outbox.attach(to: draft) {
            let picture = try CleanPicture(photo)
            return OutboxAttachment(data: picture.data, kind: picture.kind.rawValue)
        }
        outbox.send(draft)
    }
}
