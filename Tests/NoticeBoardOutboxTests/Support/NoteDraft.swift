import Foundation
import NoticeBoardBase
import NoticeBoardOutbox

/// What the tests write: a text, and files.
struct NoteDraft: OutboxDraft {
    var text = ""
    /// Notes of different shelves have different subjects.
    var shelf = ""

    var subject: String { shelf }
    var isUntouched: Bool { text.isEmpty }

    func fileProblem(count: Int) -> NoticeBoardError.Code? { count > 2 ? .tooManyAttachments : nil }
    func problem(with files: [OutboxFile]) -> NoticeBoardError.Code? { text.isEmpty && files.isEmpty ? .invalidInput : nil }
    func notice(with files: [OutboxFile], in language: Language) -> String? { files.isEmpty ? nil : "with files" }
}

/// A note that the service stores.
struct Note: Identifiable, Equatable, Sendable {
    let id: Int
    var text: String
    var files: [Data] = []
}
