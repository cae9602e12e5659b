import Foundation
import NoticeBoardHTTP
import NoticeBoardOutbox
import NoticeBoardPaging
import NoticeBoardPictures

/// A topic of the forum, as the service sends it.
nonisolated struct Topic: Identifiable, Codable, Equatable, Sendable {
    let id: Int
    var title: String
    var author: String
    var votes: Int
    /// Whether the signed-in user voted for it.
    var isVoted: Bool
}

/// A topic that the user writes; it stays on the device until the service has it.
nonisolated struct NewTopic: OutboxDraft {
    var title = ""
    var isUntouched: Bool { title.isEmpty }
}

/// A person who writes topics.
nonisolated struct Author: Identifiable, Codable, Hashable, Sendable {
    let id: String
}

/// Which topics a list shows, and in which order.
nonisolated struct TopicFilter: Equatable, Sendable {
    enum Sort: String, Sendable { case newest, votes }

    var sort = Sort.newest
    var tag: String?
}

/// Every call of the service, one line each.
enum ForumAPI: Endpoint {
    case signIn(name: String, password: String)
    case renew(String)
    case topics(TopicFilter, after: String?)
    case topic(Topic.ID)
    case vote(Topic.ID, isWanted: Bool)
    case publish(OutboxParcel<NewTopic>)

    var request: EndpointRequest {
        switch self {
        case .signIn(let name, let password):
            .post("sign-in", body: .json(["name": name, "password": password])).withoutAuthorization()
        case .renew(let token):
            .post("renew", body: .json(["token": token]), options: .init(authorization: .anonymous, timeout: 20))
        case .topics(let filter, let cursor):
            .get("topics", query: ["sort": filter.sort.rawValue, "tag": filter.tag, "after": cursor])
        case .topic(let id): .get("topics/\(id)")
        case .vote(let id, isWanted: true): .put("topics/\(id)/vote")
        case .vote(let id, isWanted: false): .delete("topics/\(id)/vote")
        case .publish(let parcel): Self.publishing(parcel).withIdempotencyKey(parcel.key)
        }
    }

    /// The title and the pictures of a draft, read from their files while they are sent.
    private static func publishing(_ parcel: OutboxParcel<NewTopic>) -> EndpointRequest {
        let title = Multipart.Part.text("title", parcel.draft.title)
        let pictures = parcel.files.map { picture in
            Multipart.Part.file(
                "picture", picture.url, fileName: "picture.\(picture.file.kind)",
                contentType: PictureKind(rawValue: picture.file.kind)?.contentType ?? "application/octet-stream")
        }
        let progress = HTTPProgress { update in
            if let toSend = update.toSend, toSend > 0 { parcel.progress(Double(update.sent) / Double(toSend)) }
        }
        return .post(
            "topics", body: .multipart(Multipart([title] + pictures)), options: .init(timeout: 120, progress: progress))
    }
}

/// The response to `topics`, without topics that cannot be decoded.
nonisolated struct TopicsAnswer: Decodable, Sendable {
    let topics: LossyList<Topic>
    let next: String?

    var page: Page<Topic> {
        Page(items: topics.elements, next: next.map { .cursor($0) }, skipped: topics.skipped)
    }
}
