import Foundation
import NoticeBoardBase

/// The file format of a draft: `{"format": 1, "draft": {…}}`.
struct StoredDraft: Codable {
    private static let newestFormat = 1

    private var format = newestFormat
    private let draft: Content

    private struct Content: Codable {
        let id: String
        let target: LinkDraftTarget
        let form: LinkDraftForm
        let files: [LinkDraft.File]
        let status: String
        let refusal: Refusal?
        let turn: Int
        let known: [String]?
        let isTakenBack: Bool
    }

    /// The error of a refused draft, with its texts at that time.
    private struct Refusal: Codable {
        let code, korean, english, detail: String

        init(_ error: NoticeBoardError) {
            (code, detail) = (error.code.rawValue, error.detail)
            (korean, english) = (error.text(in: .korean), error.text(in: .english))
        }

        var error: NoticeBoardError { NoticeBoardError(.init(code, korean: korean, english: english), detail) }
    }

    /// The names of all statuses but that of a refused draft.
    private static let names: [(name: String, status: LinkDraft.Status)] = [
        ("writing", .writing), ("waiting", .waiting), ("sending", .sending), ("unsure", .unsure), ("asking", .asking),
    ]

    static func data(of draft: LinkDraft) throws -> Data {
        try StoredJSON.data(of: StoredDraft(draft))
    }

    private init(_ draft: LinkDraft) {
        let refusal: Refusal? = if case .refused(let error) = draft.status { Refusal(error) } else { nil }
        let status = Self.names.first { $0.status == draft.status }?.name ?? "refused"
        self.draft = Content(
            id: draft.id, target: draft.target, form: draft.form, files: draft.files, status: status, refusal: refusal,
            turn: draft.turn, known: draft.known, isTakenBack: draft.isTakenBack)
    }

    /// Decodes a draft; throws `storeTooNew` or `storeDamaged`.
    static func draft(in data: Data, id: String) throws(NoticeBoardError) -> LinkDraft {
        guard let stored = try StoredJSON.value(StoredDraft.self, in: data, newest: newestFormat, "A draft")?.draft,
            stored.id == id, stored.files.allSatisfy({ $0.belongs(to: id) }), let status = status(stored)
        else { throw NoticeBoardError(.storeDamaged, "The file of a draft is damaged.") }
        var draft = LinkDraft(id: stored.id, target: stored.target)
        (draft.form, draft.files, draft.status) = (stored.form, stored.files, status)
        (draft.turn, draft.known, draft.isTakenBack) = (stored.turn, stored.known, stored.isTakenBack)
        return draft
    }

    private static func status(_ content: Content) -> LinkDraft.Status? {
        if content.status == "refused" { return content.refusal.map { .refused($0.error) } }
        let status = names.first { $0.name == content.status }?.status
        // Sending was interrupted, so the draft may have arrived.
        return status == .sending ? .unsure : status
    }
}

extension LinkFile.Kind: Codable {}
