public import Foundation
public import NoticeBoardBase

/// What the user writes and an ``Outbox`` sends: any `Codable` value.
///
/// ```swift
/// struct NewTopic: OutboxDraft {
///     var title = ""
///     var text = ""
///     var isUntouched: Bool { title.isEmpty && text.isEmpty }
/// }
/// ```
///
/// Every requirement has a default. A type that an app changes later raises ``version`` and converts older drafts in
/// ``upgraded(_:from:)``: drafts of a version before an update are still on the device.
public protocol OutboxDraft: Codable, Equatable, Sendable {
    /// The version of the stored form, 1 by default; raise it when stored drafts have to be converted.
    static var version: Int { get }
    /// Converts the JSON of a draft that an older version of the app stored; decodes it as it is by default.
    static func upgraded(_ json: Data, from version: Int) throws -> Self
    /// Drafts with equal subjects are about the same thing: a ``DraftScreen`` continues the newest one.
    var subject: String { get }
    /// Whether nothing was written into it, so that it is neither kept nor listed; `false` by default.
    var isUntouched: Bool { get }
    /// Returns why it can't have this number of files; `nil` if it can. By default up to ten.
    func fileProblem(count: Int) -> NoticeBoardError.Code?
    /// Returns why it can't be sent with these files; `nil` if it can.
    ///
    /// A file that is being prepared has the size 0 here.
    func problem(with files: [OutboxFile]) -> NoticeBoardError.Code?
    /// Returns a sentence to show before it is sent with these files; `nil` by default.
    func notice(with files: [OutboxFile], in language: Language) -> String?
}

extension OutboxDraft {
    /// Version 1.
    public static var version: Int { 1 }
    /// Decodes the draft as it is.
    public static func upgraded(_ json: Data, from version: Int) throws -> Self {
        try JSONDecoder().decode(Self.self, from: json)
    }
    /// One subject for all drafts of the type.
    public var subject: String { "" }
    /// Every draft is kept.
    public var isUntouched: Bool { false }
    /// Ten files are allowed.
    public func fileProblem(count: Int) -> NoticeBoardError.Code? { count > 10 ? .tooManyAttachments : nil }
    /// Every draft can be sent.
    public func problem(with files: [OutboxFile]) -> NoticeBoardError.Code? { nil }
    /// No sentence is shown.
    public func notice(with files: [OutboxFile], in language: Language) -> String? { nil }
}
