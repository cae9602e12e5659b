import Foundation

/// The models of an app that decodes by hand: the sixteen fields that most clients take as given.
struct BarePost: Decodable {
    struct Envelope: Decodable {
        let value: [BarePost]
        let count, offset, limit, total: Int
    }

    struct Writer: Decodable { let displayName, emailAddress: String }

    let postId, boardId, viewCount, commentsCount, attachmentsCount: Int
    let title, boardDisplayName, contents, postType: String
    let createdDateTime: Date
    let isNewPost, hasInlineImage, isAnonymous, isOwner, hasReply: Bool
    let writer: Writer

    static func decoder(_ dates: JSONDecoder.DateDecodingStrategy) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = dates
        return decoder
    }

    /// What an app keeps, so as not to make one for every date.
    static let formatter: DateFormatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'"
        return formatter
    }()
}
