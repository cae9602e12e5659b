public import Foundation

/// A post on a board.
///
/// An anonymous post has no ``writer``, even when the server sent one: what is not there can be shown, marked or logged by
/// nobody.
public struct Post: Sendable, Hashable, Identifiable {
    /// The texts, in one object: a post is copied whenever a row is made of it or its list changes, and two whose object is the
    /// same need no comparing of texts.
    private final class Texts: Sendable, Hashable {
        let title, boardName, contents: String
        let writer: Writer?

        init(_ title: String, _ boardName: String, _ contents: String, _ writer: Writer?) {
            (self.title, self.boardName, self.contents, self.writer) = (title, boardName, contents, writer)
        }

        static func == (left: Texts, right: Texts) -> Bool {
            if left === right { return true }
            guard left.title == right.title, left.boardName == right.boardName, left.writer == right.writer else { return false }
            return left.contents == right.contents
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(title)
            hasher.combine(boardName)
            hasher.combine(writer)
            hasher.combine(contents)
        }
    }

    /// The post's number.
    public let id: Int
    /// The number of the board it stands on, when the server says.
    public let boardID: Board.ID?
    /// When it was written; nothing when the server does not say or says what is no date.
    public let createdAt: Date?
    /// What kind of post it is; `normal` when the server does not say.
    public let type: PostType
    /// How often it was read; 0 when the server does not say.
    public let viewCount: Int
    /// How many comments it has; 0 when the server does not say.
    public let commentCount: Int
    /// How many files are attached; 0 when the server does not say.
    public let attachmentCount: Int
    /// Whether the server calls it new; `false` when it does not say.
    public let isNew: Bool
    /// Whether there is a picture in the contents; `false` when the server does not say.
    public let hasInlineImage: Bool
    /// Whether its writer stays unnamed; `false` when the server does not say.
    public let isAnonymous: Bool
    /// Whether the reader wrote it; `false` when the server does not say.
    public let isOwner: Bool
    /// Whether it has replies; `false` when the server does not say.
    public let hasReply: Bool
    /// The post that it replies to.
    public let parentID: Post.ID?
    /// Whether it is to be notified of, when the server says.
    public let isNotify: Bool?
    // Last, so that posts which differ are told apart without their texts.
    private let texts: Texts

    /// The title, as the server has it.
    public var title: String { texts.title }
    /// The name of the board it stands on; empty when the server does not say.
    public var boardName: String { texts.boardName }
    /// Who wrote it; nobody when the post is anonymous or the server does not say.
    public var writer: Writer? { texts.writer }
    /// The contents, plain text or HTML; empty when the server does not say.
    public var contents: String { texts.contents }

    /// A post.
    ///
    /// The writer of an anonymous one is not kept.
    public init(
        id: Int,
        title: String,
        boardID: Board.ID? = nil,
        boardName: String = "",
        writer: Writer? = nil,
        contents: String = "",
        createdAt: Date? = nil,
        type: PostType = .normal,
        viewCount: Int = 0,
        commentCount: Int = 0,
        attachmentCount: Int = 0,
        isNew: Bool = false,
        hasInlineImage: Bool = false,
        isAnonymous: Bool = false,
        isOwner: Bool = false,
        hasReply: Bool = false,
        parentID: Post.ID? = nil,
        isNotify: Bool? = nil
    ) {
        self.id = id
        self.boardID = boardID
        texts = Texts(title, boardName, contents, isAnonymous ? nil : writer)
        self.createdAt = createdAt
        self.type = type
        self.viewCount = viewCount
        self.commentCount = commentCount
        self.attachmentCount = attachmentCount
        self.isNew = isNew
        self.hasInlineImage = hasInlineImage
        self.isAnonymous = isAnonymous
        self.isOwner = isOwner
        self.hasReply = hasReply
        self.parentID = parentID
        self.isNotify = isNotify
    }

    /// Returns the same post with other contents.
    package func replacing(contents: String) -> Post {
        Post(
            id: id, title: title, boardID: boardID, boardName: boardName, writer: writer, contents: contents,
            createdAt: createdAt, type: type, viewCount: viewCount, commentCount: commentCount,
            attachmentCount: attachmentCount, isNew: isNew, hasInlineImage: hasInlineImage, isAnonymous: isAnonymous,
            isOwner: isOwner, hasReply: hasReply, parentID: parentID, isNotify: isNotify)
    }
}

extension Post: CustomReflectable {
    /// What it says, and not how that is kept.
    public var customMirror: Mirror {
        let parts: KeyValuePairs<String, Any> = [
            "id": id, "title": title, "boardID": boardID as Any, "boardName": boardName, "writer": writer as Any,
            "contents": contents, "createdAt": createdAt as Any, "type": type, "viewCount": viewCount,
            "commentCount": commentCount, "attachmentCount": attachmentCount, "isNew": isNew, "hasInlineImage": hasInlineImage,
            "isAnonymous": isAnonymous, "isOwner": isOwner, "hasReply": hasReply, "parentID": parentID as Any,
            "isNotify": isNotify as Any,
        ]
        return Mirror(self, children: parts, displayStyle: .struct)
    }
}
