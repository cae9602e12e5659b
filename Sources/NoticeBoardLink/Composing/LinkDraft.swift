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
    /// When it was stored last, in seconds since 1970; `nil` in the launch that began it.
    var storedAt: Double?
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

    /// How many files of the post go when it is sent: files of an edit replace all that are there.
    public var replacedFiles: Int {
        if case .edit(let post) = target, !files.isEmpty { post.images.count } else { 0 }
    }

    /// What a person has to know before it is sent, in words: that files replace files.
    public func notice(in language: Language) -> String? {
        let count = replacedFiles
        guard count > 0 else { return nil }
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
