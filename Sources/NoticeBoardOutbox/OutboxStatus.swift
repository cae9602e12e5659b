public import NoticeBoardBase

/// The status of a draft.
public enum OutboxStatus: Sendable, Hashable, Codable {
    /// The user is writing it.
    case writing
    /// It waits for earlier drafts, for a file that is being prepared, or for the network.
    case waiting
    /// It is being sent.
    case sending
    /// Its response was lost, and the outbox finds out whether it arrived.
    case unsure
    /// Its response was lost and it was not found: the user decides whether to send it again.
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
        let korean = error.text(in: .korean)
        let english = error.text(in: .english)
        try container.encode(Refusal(code: error.code.rawValue, korean: korean, english: english, detail: error.detail))
    }
}
