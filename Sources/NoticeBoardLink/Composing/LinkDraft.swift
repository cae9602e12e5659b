public import NoticeBoardOutbox

/// A draft of a post, a reply or an edit, in a ``LinkOutbox``.
public typealias LinkDraft = OutboxItem<LinkDraftForm>

extension OutboxItem where Draft == LinkDraftForm {
    /// The status of a draft.
    public typealias Status = OutboxStatus
    /// An attachment.
    public typealias File = OutboxFile

    /// The text fields.
    public var form: LinkDraftForm { draft }
    /// The kind of draft.
    public var target: LinkDraftTarget { draft.target }
}

extension OutboxFile {
    /// The kind of a file of the Link service.
    public var linkKind: LinkFile.Kind? { LinkFile.Kind(rawValue: kind) }
}
