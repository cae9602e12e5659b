import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

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
        token = container.token(.token)
        refreshToken = container.token(.refreshToken)
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
