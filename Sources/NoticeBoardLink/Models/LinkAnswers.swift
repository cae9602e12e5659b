import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// A page of posts as the service sends it.
struct LinkPostsAnswer: Decodable, Sendable, SkipReporting {
    private enum CodingKeys: String, CodingKey {
        case data
        case next = "next_cursor"
    }

    let page: Page<LinkPost>
    var skipped: [SkippedElement] { page.skipped }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // A null element was no post; an undecodable element was one, and is reported.
        let data = try container.decode(LossyList<LinkPost?>.self, forKey: .data)
        let posts = data.elements.compactMap(\.self)
        // Requesting the cursor "0" restarts at the first page, so iteration would never end.
        let next = container.text(.next).flatMap { $0.isEmpty || $0 == "0" ? nil : PagePosition.cursor($0) }
        page = Page(items: posts, next: next, skipped: data.skipped)
    }
}

/// A response with a few values, each of which only some calls have.
struct LinkAnswer: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case post = "postID"
        case token, refreshToken, message
        case like = "like_status"
        case follow = "following_status"
    }

    /// The account, the deleted post, or the post of a deleted reply.
    let id: String?
    let token, refreshToken, message: String?
    /// Whether a like or a follow is set after the call.
    let isSet: Bool?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = container.identifier(.id) ?? container.identifier(.post)
        (token, refreshToken) = (container.token(.token), container.token(.refreshToken))
        message = container.text(.message)
        isSet = container.flag(.follow) ?? container.flag(.like)
    }
}

extension Identifiable where ID == String {
    /// Returns the response if its ID matches the request; a proxy may have mixed up two responses.
    func about(_ id: String) throws(NoticeBoardError) -> Self {
        guard self.id == id else { throw NoticeBoardError(.unreadableResponse, "The answer is about something else.") }
        return self
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
