import NoticeBoardBase
public import NoticeBoardOutbox

/// The screen of one draft: a new post, an edit or a reply.
///
/// The outbox keeps the draft when the screen is closed, also for a later launch.
public typealias LinkComposer = DraftScreen<LinkDraftForm>

extension DraftScreen where Draft == LinkDraftForm {
    /// Creates a screen for the newest draft of a target that is being written, or for a new draft.
    ///
    /// Skips a draft that another composer shows.
    public convenience init(_ outbox: LinkOutbox, _ target: LinkDraftTarget) {
        self.init(outbox, continuing: LinkDraftForm(target))
    }

    /// Attaches a file; throws what is wrong with it, or why the draft takes none.
    ///
    /// `state.canAttach` tells whether it takes one. The draft can be handed in meanwhile: it waits for the file.
    public func attach(_ file: LinkFile) async throws { try await attach { try await file.attachment() } }
}

extension DraftScreen.State where Draft == LinkDraftForm {
    /// The draft; `nil` once it was sent or discarded.
    public var draft: LinkDraft? { item }
}
