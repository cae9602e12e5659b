import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// The keys of the responses below.
private enum AnswerKey: String, CodingKey {
    case id = "_id"
    case post = "postID"
    case data
    case next = "next_cursor"
    case token, refreshToken, message
    case like = "like_status"
    case follow = "following_status"
}

/// A page of posts as the service sends it.
struct LinkPostsAnswer: Decodable, Sendable, SkipReporting {
    let page: Page<LinkPost>
    var skipped: [SkippedElement] { page.skipped }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnswerKey.self)
        // A null element was no post; an undecodable element was one, and is reported.
        let data = try container.decode(LossyList<LinkPost?>.self, forKey: .data)
        let posts = data.elements.compactMap(\.self)
        // Requesting the cursor "0" restarts at the first page, so iteration would never end.
        let next = container.text(.next).flatMap { $0.isEmpty || $0 == "0" ? nil : PagePosition.cursor($0) }
        page = Page(items: posts, next: next, skipped: data.skipped)
    }
}

/// The response to a sign-in.
struct LinkLoginAnswer: Decodable, Sendable {
    let credentials: Credentials

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnswerKey.self)
        credentials = Credentials(
            accessToken: .raw(try container.required(.token, container.token(.token))),
            refreshToken: try container.required(.refreshToken, container.token(.refreshToken)),
            account: try container.required(.id, container.identifier(.id).flatMap { try? $0.checked() }))
    }
}

/// The response to a token refresh.
struct LinkRefreshAnswer: Decodable, Sendable {
    let access: AccessToken

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnswerKey.self)
        access = .raw(try container.required(.token, container.token(.token)))
    }
}

/// The response for an e-mail address that can be used.
struct LinkMessageAnswer: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnswerKey.self)
        _ = try container.required(.message, container.text(.message))
    }
}

/// The response to a deletion: the ID of the post, or of the post of a reply.
struct LinkDeletionAnswer: Decodable, Sendable, Identifiable {
    let id: LinkPost.ID

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnswerKey.self)
        id = try container.required(.id, container.identifier(.id) ?? container.identifier(.post))
    }
}

extension Identifiable where ID == String {
    /// Returns the response if its ID matches the request; a proxy may have mixed up two responses.
    func about(_ id: String) throws(NoticeBoardError) -> Self {
        guard self.id == id else { throw NoticeBoardError(.unreadableResponse, "The answer is about something else.") }
        return self
    }
}

/// The response to a like or a follow: whether it is set after the call.
struct LinkStatusAnswer: Decodable, Sendable {
    let isSet: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnswerKey.self)
        let key = container.contains(.follow) ? AnswerKey.follow : .like
        isSet = try container.required(key, container.flag(key))
    }
}

extension String {
    /// Whether it can be sent as a token: visible ASCII, not empty.
    var isToken: Bool { !isEmpty && utf8.allSatisfy { 0x21...0x7E ~= $0 } }
}

extension Array {
    /// Returns the first element for each ID.
    func unique<ID: Hashable>(by id: (Element) -> ID) -> [Element] {
        var seen: Set<ID> = []
        return filter { seen.insert(id($0)).inserted }
    }
}

extension KeyedDecodingContainer {
    /// Returns a token; `nil` if it is no text, empty, or can't be sent in a header field.
    fileprivate func token(_ key: Key) -> String? {
        let text: String? = value(key)
        return text.flatMap { $0.isToken ? $0 : nil }
    }

    /// Returns an ID; `nil` if it is empty, because an empty ID would change the request's path.
    func identifier(_ key: Key) -> String? { text(key).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns a list without null and undecodable elements; empty if the key is absent.
    func list<Element: Decodable & Sendable>(_ key: Key) -> [Element] {
        let list: LossyList<Element?>? = value(key)
        return list?.elements.compactMap(\.self) ?? []
    }

    /// Returns a date as the service writes it, or as this device has encoded it; `nil` if it is absent or can't be decoded.
    func moment(_ key: Key) -> Date? { text(key).flatMap(RFC3339.date) ?? value(key) }
}
