public import Foundation

extension NoticeBoardError: LocalizedError, Redacted {
    /// Returns what happened, in one sentence for the user, in the given language.
    ///
    /// The sentence comes from ``code``. The server's own message, in any language, is in ``serverMessage``; a screen may show it
    /// below the sentence.
    public func text(in language: Language) -> String { code.text(in: language) }

    /// What happened: ``text(in:)`` in the error's language or the user's.
    public var errorDescription: String? { text(in: language ?? .preferred) }
    /// What happened, for developers.
    public var failureReason: String? { detail.isEmpty ? nil : detail }
    /// What to do about it, in the error's language or the user's.
    public var recoverySuggestion: String? { remedy.text(in: language ?? .preferred) }

    /// One line for logs, in English and without secrets: code, endpoint, status, detail, attempts, request ID.
    public var description: String {
        var parts = [code.rawValue]
        if let endpoint { parts.append(endpoint) }
        if let reply { parts.append("status \(reply.status)") }
        if !detail.isEmpty { parts.append(detail) }
        if attempts.count > 1 { parts.append("\(attempts.count) attempts") }
        if let requestID { parts.append("request \(requestID)") }
        return parts.joined(separator: " · ")
    }
}
