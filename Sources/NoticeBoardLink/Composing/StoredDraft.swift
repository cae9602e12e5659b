import Foundation
import NoticeBoardBase

/// The file format of a draft: `{"format": 1, "draft": {…}}`.
struct StoredDraft: Codable {
    private static let newestFormat = 1

    private var format = newestFormat
    private let draft: LinkDraft

    static func data(of draft: LinkDraft) throws -> Data { try StoredJSON.data(of: StoredDraft(draft: draft)) }

    /// Decodes a draft; throws `storeTooNew` or `storeDamaged`.
    static func draft(in data: Data, id: String) throws(NoticeBoardError) -> LinkDraft {
        guard var draft = try StoredJSON.value(StoredDraft.self, in: data, newest: newestFormat, "A draft")?.draft,
            draft.id == id, draft.files.allSatisfy({ $0.belongs(to: id) })
        else { throw NoticeBoardError(.storeDamaged, "The file of a draft is damaged.") }
        // Sending was interrupted, so the draft may have arrived.
        if draft.status == .sending { draft.status = .unsure }
        return draft
    }
}

extension LinkDraft.Status: Codable {
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
