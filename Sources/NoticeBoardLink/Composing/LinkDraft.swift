import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

/// A draft of a post, a reply or an edit.
///
/// A ``LinkOutbox`` keeps it on disk until it is sent or discarded.
public struct LinkDraft: Sendable, Hashable, Identifiable, Redacted {
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
    /// The position in the sending order; 0 before the user handed it in.
    var turn = 0
    /// The posts or replies that existed before the first attempt, by which a search recognizes the new one.
    ///
    /// `nil` as long as no attempt can have reached the service.
    var idsBefore: [String]?
    /// What follows if the service is searched for it and does not have it.
    var afterSearch = AfterSearch.ask
    /// How often a failing service is searched again before the user is asked.
    var searchesLeft = 0
    /// The number of files that are being prepared for it; they hold it back.
    var filesOnTheWay = 0

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
    var isUntouched: Bool {
        status == .writing && files.isEmpty && filesOnTheWay == 0 && form == LinkDraftForm(target)
    }

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

    /// A sentence about a draft that waits for this reason: it is sent by itself, or searched for, when the reason is gone.
    func pauseText(_ reason: NoticeBoardError, in language: Language) -> String {
        let pause = reason.text(in: language)
        if !isQueued, let status = statusText(in: language) { return pause + " " + status }
        return language.text(
            "draft.paused", words: [pause], korean: "\(pause) 나중에 자동으로 다시 시도합니다.",
            english: "\(pause) It will be tried again by itself.")
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
    /// Files are only counted here: they were checked when they were attached. A file that is being prepared counts as one.
    public var problem: NoticeBoardError.Code? {
        if files.count > mostFiles { return .tooManyFiles }
        if !form.hasGoodHashtags { return .hashtagInvalid }
        let hasFiles = !files.isEmpty || filesOnTheWay > 0
        let isBlank = !hasFiles && form.texts.allSatisfy { $0?.isBlank ?? true }
        switch target {
        case .post: return isBlank ? .postEmpty : nil
        case .edit(let post):
            // The edited post must have visible content.
            if isBlank, post.pictures.isEmpty { return .postEmpty }
            return !hasFiles && postForm([]) == LinkPostForm() ? .nothingToChange : nil
        case .reply: return form.content.isBlank ? .replyEmpty : nil
        }
    }

    /// The maximum number of attachments.
    var mostFiles: Int { if case .reply = target { 0 } else { 5 } }

    /// Whether it takes another file now, those that are being prepared included.
    var canAttach: Bool { fileRefusal == nil && files.count + filesOnTheWay < mostFiles }

    /// Why it takes no file now; `nil` if it does.
    var fileRefusal: NoticeBoardError? {
        guard mostFiles > 0 else { return NoticeBoardError(.replyWithFiles, "The draft is a reply.") }
        guard isOpen || isQueued else { return NoticeBoardError(.draftBeingSent, "The draft is sent or searched for.") }
        guard files.count < mostFiles else { return NoticeBoardError(.tooManyFiles, "The draft has \(files.count) files.") }
        return nil
    }

    /// Returns the fields to send: the filled ones of a new post, the changed ones of an edit.
    func postForm(_ files: [LinkFile], progress: HTTPProgress? = nil) -> LinkPostForm {
        var before = [String?](repeating: nil, count: form.texts.count)
        if case .edit(let post) = target { before = post.texts }
        let changed = zip(form.texts, before).map { new, old -> String? in
            let new = new ?? ""
            return new == old ?? "" ? nil : new
        }
        return LinkPostForm(texts: changed, files: files, progress: progress)
    }
}
