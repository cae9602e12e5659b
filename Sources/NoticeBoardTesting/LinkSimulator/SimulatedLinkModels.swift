import Foundation
public import NoticeBoardBase

/// A post of the simulated Link service.
public struct SimulatedLinkPost: Sendable, Hashable {
    /// The post's ID.
    public var id: String
    /// The author's ID.
    public var author: String
    /// Its text fields by their JSON names: `title`, `content`, `content1` … `content5`, `product_id`.
    public var fields: [String: String]
    /// The paths of its files.
    public var files: [String] = []
    /// The IDs of the accounts that like it, in order.
    public var likes: [String] = []
    /// Its replies, newest first.
    public var replies: [SimulatedLinkReply] = []
    /// When it was written, in milliseconds since 1970.
    public var time: Int64

    /// Creates a post.
    public init(id: String, author: String, fields: [String: String] = [:], time: Int64) {
        (self.id, self.author) = (id, author)
        (self.fields, self.time) = (fields, time)
    }

    /// The words of the text that begin with `#`, without it and without duplicates.
    var hashtags: [String] {
        let words = (fields["content"] ?? "").unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        let tags = words.filter { $0.first == "#" && $0.count > 1 }.map { String($0.dropFirst()) }
        return tags.enumerated().filter { !tags[..<$0].contains($1) }.map(\.element)
    }
}

/// A reply of the simulated Link service.
public struct SimulatedLinkReply: Sendable, Hashable {
    /// The reply's ID.
    public var id: String
    /// The author's ID.
    public var author: String
    /// The text.
    public var content: String
    /// When it was written, in milliseconds since 1970.
    public var time: Int64

    /// Creates a reply.
    public init(id: String, author: String, content: String, time: Int64) {
        (self.id, self.author, self.content, self.time) = (id, author, content, time)
    }
}

/// An account of the simulated Link service.
public struct SimulatedAccount: Sendable, Hashable, Redacted {
    /// The account's ID.
    public var id: String
    /// The e-mail address for signing in.
    public var email: String
    /// The password for signing in.
    public var password: String
    /// The nickname.
    public var nick: String
    /// The phone number, if any.
    public var phone: String?
    /// The birthday, if any.
    public var birthday: String?
    /// The path of its picture, if any.
    public var picture: String?
    /// The IDs of the accounts it follows, in order.
    public var following: [String] = []

    /// Creates an account that follows none; other properties have their defaults.
    public init(id: String, email: String, password: String, nick: String) {
        (self.id, self.email) = (id, email)
        (self.password, self.nick) = (password, nick)
    }

    var json: SimulatedJSON {
        .object([("_id", .string(id)), ("nick", .string(nick)), ("profile", picture.map { .string($0) })])
    }

    var receipt: SimulatedJSON { .object([("_id", .string(id)), ("email", .string(email)), ("nick", .string(nick))]) }

    /// Never the e-mail address or password.
    public var description: String { "SimulatedAccount(\(id))" }
}
