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
    private struct Refusal: Codable { let code, korean, english, detail: String }

    static func data(of draft: LinkDraft) throws -> Data {
        try StoredJSON.data(of: StoredDraft(draft))
    }

    private init(_ draft: LinkDraft) {
        var refusal: Refusal?
        let status: String
        switch draft.status {
        case .writing: status = "writing"
        case .waiting: status = "waiting"
        case .sending: status = "sending"
        case .unsure: status = "unsure"
        case .asking: status = "asking"
        case .refused(let error):
            status = "refused"
            refusal = Refusal(
                code: error.code.rawValue, korean: error.code.text(in: .korean), english: error.code.text(in: .english),
                detail: error.detail)
        }
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
        switch content.status {
        case "writing": return .writing
        case "waiting": return .waiting
        // Sending was interrupted, so the draft may have arrived.
        case "sending", "unsure": return .unsure
        case "asking": return .asking
        case "refused":
            guard let refusal = content.refusal else { return nil }
            let code = NoticeBoardError.Code(refusal.code, korean: refusal.korean, english: refusal.english)
            return .refused(NoticeBoardError(code, refusal.detail))
        default: return nil
        }
    }
}

extension LinkFile.Kind: Codable {}
