import Foundation
public import NoticeBoardBase

/// Something that a user is writing: a post, a reply, or a change of a post.
///
/// A ``LinkOutbox`` keeps it on the disk until it was sent, or the person throws it away.
public struct LinkDraft: Sendable, Hashable, Identifiable {
    /// Tells it from other drafts, on this device.
    public let id: String
    /// What is to become of it.
    public let target: LinkDraftTarget
    /// What was written.
    public internal(set) var form: LinkDraftForm
    /// The pictures and documents, as they are sent; looked at when they were attached.
    public internal(set) var files: [File] = []
    /// How far it is.
    public internal(set) var status = Status.writing
    /// When its turn is, among those that wait.
    var turn = 0
    /// What there was of the kind before it was sent, so that one that was stored can be told from an equal one; nothing before
    /// anything has left.
    var known: [String]?
    /// Whether the person took it back while it was on its way.
    var isTakenBack = false

    /// How far a draft is.
    public enum Status: Sendable, Hashable {
        /// The person is writing it.
        case writing
        /// It is sent when those before it are, and when there is a network.
        case waiting
        /// It is on its way.
        case sending
        /// Its answer was lost; it is being looked for at the service.
        case unsure
        /// Its answer was lost, and it was not found at the service: the person says whether to send it again.
        case asking
        /// The service, or something in it, stands against it; the others go on.
        case refused(NoticeBoardError)
    }

    /// A file that is attached.
    public struct File: Sendable, Hashable, Codable {
        /// What it is called in the folder of the drafts.
        public let name: String
        /// What it is.
        public let kind: LinkFile.Kind
        /// How many bytes it has.
        public let bytes: Int
    }

    init(id: String, target: LinkDraftTarget) {
        self.id = id
        self.target = target
        form = LinkDraftForm(target)
    }

    /// Whether the user never sent it; one that was handed in is kept until it is sent or discarded.
    var wasNeverHandedIn: Bool { status == .writing && turn == 0 }

    /// Whether nothing was written into it: an empty post, or an edit that changes nothing.
    var isUntouched: Bool { status == .writing && files.isEmpty && form == LinkDraftForm(target) }

    /// Whether the person may change it.
    public var isOpen: Bool {
        switch status {
        case .writing, .waiting, .asking, .refused: true
        case .sending, .unsure: false
        }
    }

    /// A sentence to show before an edit is sent whose files replace all files of the post.
    public func notice(in language: Language) -> String? {
        guard case .edit(let post) = target, !files.isEmpty, !post.images.isEmpty else { return nil }
        let count = post.images.count
        return language.text(
            "draft.replacesFiles", [count], korean: "첨부한 파일이 게시글의 기존 파일 \(count)개를 모두 대신합니다.",
            english: "The attached files replace \(count == 1 ? "the file" : "all \(count) files") of the post.")
    }
}

extension LinkDraft.File {
    init(of draft: LinkDraft.ID, kind: LinkFile.Kind, bytes: Int) {
        name = "\(draft)-\(UUID().uuidString.prefix(8).lowercased()).\(kind.rawValue)"
        (self.kind, self.bytes) = (kind, bytes)
    }

    /// Whether its name is one that was made for a draft: a damaged file could name any other on the disk.
    func belongs(to draft: LinkDraft.ID) -> Bool {
        let (start, end) = ("\(draft)-".utf8, ".\(kind.rawValue)".utf8)
        guard name.utf8.starts(with: start), name.utf8.count > start.count + end.count else { return false }
        let rest = name.utf8.dropFirst(start.count)
        let isNumber = rest.dropLast(end.count).allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        return isNumber && rest.suffix(end.count).elementsEqual(end)
    }
}

extension LinkDraft: Redacted {
    /// Never what was written: it is nobody else's yet.
    public var description: String { "LinkDraft(\(files.count) files)" }
}

/// What a person wrote into a draft; which fields count depends on what it is to become.
public struct LinkDraftForm: Sendable, Hashable, Codable {
    /// The title of a post.
    public var title = ""
    /// The text of a post or a reply.
    public var content = ""
    /// Hashtags beside those in the text, with or without `#`; they are put behind it.
    public var hashtags: [String] = []
    /// What the app itself keeps in a post.
    public var content1, content2, content3, content4, content5: String?

    /// What is there to begin with: what the post says now.
    init(_ target: LinkDraftTarget) {
        switch target {
        case .post, .reply: break
        case .edit(let post):
            (title, content) = (post.title ?? "", post.content ?? "")
            for field in LinkPostForm.ownFields { self[keyPath: field.draft] = post[keyPath: field.post] }
        }
    }

    /// The text with the hashtags that it does not hold yet.
    public var text: String {
        let inText = Set(Self.hashtags(in: content))
        var tags: [String] = []
        for tag in hashtags.map(Self.bare) where !tag.isEmpty && !inText.contains(tag) && !tags.contains(tag) { tags.append(tag) }
        guard !tags.isEmpty else { return content }
        return (content.isBlank ? "" : content + "\n") + tags.map { "#" + $0 }.joined(separator: " ")
    }

    /// The hashtags in a text, as the service finds them: words that begin with `#`, each once, without it.
    public static func hashtags(in text: String) -> [String] {
        var tags: [String] = []
        for word in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) where word.first == "#" && word.count > 1
        {
            let tag = String(word.dropFirst())
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// Whether each hashtag is one word.
    var hasGoodHashtags: Bool {
        hashtags.allSatisfy { tag in
            let bare = Self.bare(tag)
            return !bare.isBlank && !bare.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "#" }
        }
    }

    private static func bare(_ tag: String) -> String { tag.withoutHash.composed }
}

extension LinkDraftForm: Redacted {
    /// Never what was written.
    public var description: String { "LinkDraftForm(…)" }
}

/// What is to become of a draft.
///
/// Replies and the profile are edited online: ``LinkClient/editComment(_:on:to:)``, ``LinkClient/editProfile(_:)``.
public enum LinkDraftTarget: Sendable, Hashable, Codable {
    /// A new post.
    case post
    /// The post, which is one's own, as it is to be.
    case edit(LinkPost)
    /// A reply below a post.
    case reply(on: LinkPost.ID)
}

extension LinkDraftTarget {
    /// Whether both are a new post, or edit or answer one post, whatever it says by now.
    func isAboutSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.post, .post): true
        case (.edit(let post), .edit(let same)): post.id == same.id
        case (.reply(let post), .reply(let same)): post == same
        default: false
        }
    }
}

extension LinkDraftTarget: Redacted {
    /// The kind alone.
    public var description: String {
        switch self {
        case .post: "post"
        case .edit: "edit"
        case .reply: "reply"
        }
    }
}
