import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

/// A draft of a post, a reply or an edit.
///
/// A ``LinkOutbox`` keeps it on disk until it is sent or discarded.
public struct LinkDraft: Sendable, Hashable, Codable, Identifiable, Redacted {
    /// The draft's ID on this device.
    public let id: String
    /// The kind of draft.
    public let target: LinkDraftTarget
    /// The text fields.
    public internal(set) var form: LinkDraftForm
    /// The attachments, checked and cleaned for sending.
    public internal(set) var files: [File] = []
    /// The status.
    public internal(set) var status = Status.writing
    /// The position in the sending order.
    var turn = 0
    /// The existing posts or replies before sending, to recognize the new one among equal ones; `nil` before the draft is sent.
    var known: [String]?
    /// Whether the user took it back during sending.
    var isTakenBack = false

    /// The status of a draft.
    public enum Status: Sendable, Hashable, Codable {
        /// The user is writing it.
        case writing
        /// It waits for earlier drafts or for the network.
        case waiting
        /// It is being sent.
        case sending
        /// Its response was lost, and the service is being searched for it.
        case unsure
        /// Its response was lost and the service does not have it: the user decides whether to send it again.
        case asking
        /// The service refused it; other drafts continue.
        case refused(NoticeBoardError)

        /// The error of a refused draft, with its texts at that time.
        private struct Refusal: Codable { let code, korean, english, detail: String }

        private static let names: [String: Self] = [
            "writing": .writing, "waiting": .waiting, "sending": .sending, "unsure": .unsure, "asking": .asking,
        ]

        /// Decodes a name, or the error of a refused draft.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let name = try? container.decode(String.self), let status = Self.names[name] {
                self = status
            } else {
                let refusal = try container.decode(Refusal.self)
                let code = NoticeBoardError.Code(refusal.code, korean: refusal.korean, english: refusal.english)
                self = .refused(NoticeBoardError(code, refusal.detail))
            }
        }

        /// Encodes a name, or the error of a refused draft.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            guard case .refused(let error) = self else { return try container.encode(Self.names.first { $0.value == self }?.key) }
            let (korean, english) = (error.text(in: .korean), error.text(in: .english))
            try container.encode(Refusal(code: error.code.rawValue, korean: korean, english: english, detail: error.detail))
        }
    }

    /// An attachment.
    public struct File: Sendable, Hashable, Codable {
        /// The file name in the drafts' folder.
        public let name: String
        /// The file type.
        public let kind: LinkFile.Kind
        /// The size in bytes.
        public let bytes: Int
    }

    init(id: String, target: LinkDraftTarget) {
        self.id = id
        self.target = target
        form = LinkDraftForm(target)
    }

    /// Whether the user never sent it; one that was handed in is kept until it is sent or discarded.
    var wasNeverSent: Bool { status == .writing && turn == 0 }

    /// Whether nothing was written into it: an empty post, or an edit that changes nothing.
    var isUntouched: Bool { status == .writing && files.isEmpty && form == LinkDraftForm(target) }

    /// Whether the user may change it.
    public var isOpen: Bool { status != .sending && status != .unsure }

    /// A sentence about a draft that was handed in, and has not been sent; `nil` while the user writes it.
    public func statusText(in language: Language) -> String? {
        switch status {
        case .writing: nil
        case .waiting: language.text("draft.waiting", korean: "보낼 차례를 기다리고 있습니다.", english: "It waits to be sent.")
        case .sending: language.text("draft.sending", korean: "보내고 있습니다.", english: "It is being sent.")
        case .unsure:
            language.text("draft.unsure", korean: "보내졌는지 확인하고 있습니다.", english: "Checking whether it was sent.")
        case .asking:
            language.text("draft.asking", korean: "보내지지 않은 것 같습니다. 다시 보낼까요?", english: "It was probably not sent. Send it again?")
        case .refused(let error): error.text(in: language)
        }
    }

    /// A sentence to show before an edit is sent whose files replace all files of the post.
    public func notice(in language: Language) -> String? {
        guard case .edit(let post) = target, !files.isEmpty, !post.pictures.isEmpty else { return nil }
        let count = post.pictures.count
        return language.text(
            "draft.replacesFiles", [count], korean: "첨부한 파일이 게시글의 기존 파일 \(count)개를 모두 대신합니다.",
            english: "The attached files replace \(count == 1 ? "the file" : "all \(count) files") of the post.")
    }

    /// Why the draft can't be sent; `nil` if it can.
    ///
    /// Files are only counted here: they were checked when they were attached.
    public var problem: NoticeBoardError.Code? {
        if files.count > mostFiles { return .tooManyFiles }
        if !form.hasGoodHashtags { return .hashtagInvalid }
        let isBlank = files.isEmpty && form.texts.allSatisfy { $0?.isBlank ?? true }
        switch target {
        case .post: return isBlank ? .postEmpty : nil
        case .edit(let post):
            // The edited post must have visible content.
            if isBlank, post.pictures.isEmpty { return .postEmpty }
            return files.isEmpty && postForm([]) == LinkPostForm() ? .nothingToChange : nil
        case .reply: return form.content.isBlank ? .replyEmpty : nil
        }
    }

    /// The maximum number of attachments.
    var mostFiles: Int { if case .reply = target { 0 } else { 5 } }

    /// Returns the fields to send: the filled ones of a new post, the changed ones of an edit.
    func postForm(_ files: [LinkFile], progress: HTTPProgress? = nil) -> LinkPostForm {
        var before = [String?](repeating: nil, count: form.texts.count)
        if case .edit(let post) = target { before = post.texts }
        let changed = zip(form.texts, before).map { new, old in (new ?? "") == old ?? "" ? nil : new ?? "" }
        return LinkPostForm(texts: changed, files: files, progress: progress)
    }

    /// Whether a post is the stored form of this draft.
    func became(_ post: LinkPost, by user: LinkUser.ID) -> Bool {
        guard post.isWritten(by: user), known?.contains(post.id) != true else { return false }
        // A field that was not sent may have any value.
        let isSame = zip(postForm([]).texts, post.texts).allSatisfy { sent, now in sent == nil || sent == now ?? "" }
        if case .edit(let before) = target {
            // New files get new paths.
            return isSame && (files.isEmpty || post.pictures.count == files.count && post.pictures != before.pictures)
        }
        let hasTexts = form.title == post.title ?? "" && form.text == post.content ?? ""
        return isSame && hasTexts && post.pictures.count == files.count
    }

    /// Whether a reply is the stored form of this draft.
    func became(_ reply: LinkReply, by user: LinkUser.ID) -> Bool {
        reply.author.id == user && reply.content == form.content && known?.contains(reply.id) != true
    }
}

/// The text fields of a draft; its target decides which ones count.
public struct LinkDraftForm: Sendable, Hashable, Codable, Redacted {
    /// The title of a post.
    public var title = ""
    /// The text of a post or a reply.
    public var content = ""
    /// Additional hashtags, with or without `#`; they are appended to the text.
    public var hashtags: [String] = []
    /// Free fields for the app's own use.
    public var content1, content2, content3, content4, content5: String?

    /// Creates the initial fields: an edit starts with the post's.
    init(_ target: LinkDraftTarget) {
        guard case .edit(let post) = target else { return }
        (title, content) = (post.title ?? "", post.content ?? "")
        (content1, content2, content3) = (post.content1, post.content2, post.content3)
        (content4, content5) = (post.content4, post.content5)
    }

    /// The title, the text and the free fields, as they are sent.
    var texts: [String?] { [title, text, content1, content2, content3, content4, content5] }

    /// The text with the additional hashtags appended.
    public var text: String {
        let words = Set(content.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) })
        let tags = hashtags.map(Self.bare).filter { !$0.isEmpty && !words.contains("#" + $0) }.unique(by: \.self)
        guard !tags.isEmpty else { return content }
        return (content.isBlank ? "" : content + "\n") + tags.map { "#" + $0 }.joined(separator: " ")
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

/// The kind of draft.
///
/// Replies and the profile are edited online: ``LinkClient/editReply(_:on:to:)``, ``LinkClient/editProfile(_:)``.
public enum LinkDraftTarget: Sendable, Hashable, Codable, Redacted {
    /// A new post.
    case post
    /// An edit of one of the user's own posts.
    case edit(LinkPost)
    /// A reply below a post.
    case reply(on: LinkPost.ID)

    /// The kind and the ID of the post, which are equal for two drafts about the same post, regardless of its content.
    var subject: [String] {
        switch self {
        case .post: ["post"]
        case .edit(let post): ["edit", post.id]
        case .reply(let post): ["reply", post]
        }
    }

    /// The kind alone.
    public var description: String { subject[0] }
}

/// The file format of a draft: `{"format": 1, "draft": {…}}`.
struct StoredDraft: Codable {
    private var format = 1
    private let draft: LinkDraft

    static func data(of draft: LinkDraft) throws -> Data { try StoredJSON.data(of: StoredDraft(draft: draft)) }

    /// Decodes a draft; throws `storeTooNew` or `storeDamaged`.
    static func draft(in data: Data, id: String) throws(NoticeBoardError) -> LinkDraft {
        // A damaged file could name any other file on the disk.
        let isOwn = { (name: String.UTF8View) in name.starts(with: "\(id)-".utf8) && !name.contains(UInt8(ascii: "/")) }
        guard var draft = try StoredJSON.value(StoredDraft.self, in: data, newest: 1, "A draft")?.draft,
            draft.id == id, draft.files.allSatisfy({ isOwn($0.name.utf8) })
        else { throw NoticeBoardError(.storeDamaged, "The file of a draft is damaged.") }
        // A stored number is untrusted input: the next one must not overflow.
        draft.turn = min(max(draft.turn, 0), 1 << 30)
        // Sending was interrupted: the draft may have arrived if the known posts were noted before.
        if draft.status == .sending { draft.status = draft.known == nil ? .waiting : .unsure }
        return draft
    }
}
