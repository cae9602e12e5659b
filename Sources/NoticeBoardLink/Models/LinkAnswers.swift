import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// A page of posts as the service sends it.
struct LinkPostsAnswer: Decodable, Sendable, SkipReporting {
    let page: Page<LinkPost>
    var skipped: [SkippedElement] { page.skipped }

    private enum CodingKeys: String, CodingKey {
        case data
        case next = "next_cursor"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // What is null was nothing; what could not be read was a post, and is reported.
        let data = try container.decode(LossyList<LinkPost?>.self, forKey: .data)
        let posts = data.elements.compactMap(\.self)
        // A cursor of "0" asked for again would begin anew, so that a walk would never end.
        let next = container.text(.next).flatMap { $0.isEmpty || $0 == "0" ? nil : PagePosition.cursor($0) }
        page = Page(items: posts, next: next, skipped: data.skipped)
    }
}

/// What somebody who signed in gets.
struct LinkLoginAnswer: Decodable, Sendable {
    let credentials: Credentials

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case token, refreshToken
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        credentials = Credentials(
            accessToken: .raw(try container.required(.token, container.token(.token))),
            refreshToken: try container.required(.refreshToken, container.token(.refreshToken)),
            account: try container.required(.id, container.identifier(.id).flatMap { try? $0.checked() }))
    }
}

/// A new access token.
struct LinkRefreshAnswer: Decodable, Sendable {
    let access: AccessToken

    private enum CodingKeys: String, CodingKey { case token }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        access = .raw(try container.required(.token, container.token(.token)))
    }
}

/// What the service says of an e-mail address that can be used.
struct LinkMessageAnswer: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey { case message }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try container.required(.message, container.text(.message))
    }
}

/// Which post was deleted, or below which post a comment was.
struct LinkDeletionAnswer: Decodable, Sendable, Identifiable {
    let id: LinkPost.ID

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case post = "postID"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.required(.id, container.identifier(.id) ?? container.identifier(.post))
    }
}

extension Identifiable where ID == String {
    /// The answer itself, if it is about what was asked for; a proxy may have mixed up two answers.
    func about(_ id: String) throws(NoticeBoardError) -> Self {
        guard self.id == id else { throw NoticeBoardError(.unreadableResponse, "The answer is about something else.") }
        return self
    }
}

/// Whether a post is liked, or an account followed, now.
struct LinkStatusAnswer: Decodable, Sendable {
    let isSet: Bool

    private enum CodingKeys: String, CodingKey {
        case like = "like_status"
        case follow = "following_status"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let key = container.contains(.follow) ? CodingKeys.follow : .like
        isSet = try container.required(key, container.flag(key))
    }
}

extension KeyedDecodingContainer {
    /// A token; `nil` where it is no text, is empty, or holds what no header field could carry as it is.
    fileprivate func token(_ key: Key) -> String? {
        let text: String? = value(key)
        return text.flatMap { $0.isToken ? $0 : nil }
    }
}

extension String {
    /// Whether it can be sent as a token: visible ASCII, at least one.
    var isToken: Bool { !isEmpty && utf8.allSatisfy { 0x21...0x7E ~= $0 } }
}

extension Array {
    /// The first element of each ID.
    func unique<ID: Hashable>(by id: (Element) -> ID) -> [Element] {
        var seen: Set<ID> = []
        return filter { seen.insert(id($0)).inserted }
    }
}

extension KeyedDecodingContainer {
    /// An ID; nothing where it is empty, since it would name another address than it means.
    func identifier(_ key: Key) -> String? { text(key).flatMap { $0.isEmpty ? nil : $0 } }

    /// A list whose null elements, and those that cannot be read, are dropped; empty where there is none.
    func list<Element: Decodable & Sendable>(_ key: Key) -> [Element] {
        let list: LossyList<Element?>? = value(key)
        return list?.elements.compactMap(\.self) ?? []
    }

    /// A moment; nothing where it is absent or cannot be read.
    func moment(_ key: Key) -> Date? { text(key).flatMap(RFC3339.date) }
}
