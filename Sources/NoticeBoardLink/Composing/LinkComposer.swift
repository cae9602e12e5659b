public import NoticeBoardBase
import NoticeBoardPaging

/// The screen of one draft: a new post, an edit or a reply.
///
/// The outbox keeps the draft when the screen is closed, also for a later launch.
@MainActor public final class LinkComposer: StateForwarding, DraftShowing {
    /// The state of the screen.
    public struct State: Sendable, Equatable {
        /// The draft; `nil` once it was sent or discarded.
        public var draft: LinkDraft?
        /// Why it cannot be sent; `nil` if it can.
        public var problem: NoticeBoardError.Code?
        /// Whether a file can be attached now: never to a reply, not while the draft is being sent, and at most five to a post.
        public var canAttach: Bool
        /// How much of it has been sent, from 0 to 1, while it is being sent.
        public var progress: Double?
        /// Why a draft that waits is not sent yet: there is no network, for example.
        public var pauseReason: NoticeBoardError?
        /// Why the draft can't be saved: it is lost when the app ends.
        public var failure: NoticeBoardError?
        /// A sentence to show beside the draft: why it can't be kept or is not sent yet, what happens to it, or that its files
        /// replace all files of the post.
        public var notice: String?

        init(_ outbox: LinkOutbox.State, _ id: LinkDraft.ID, _ language: Language) {
            draft = outbox[id]
            problem = draft?.problem
            canAttach = draft?.canAttach ?? false
            progress = draft?.status == .sending ? outbox.progress : nil
            pauseReason = draft?.status == .waiting || draft?.status == .unsure ? outbox.pauseReason : nil
            failure = outbox.failure
            let pause = pauseReason.flatMap { draft?.pauseText($0, in: language) }
            let text = draft?.statusText(in: language) ?? draft?.notice(in: language)
            notice = failure?.text(in: language) ?? pause ?? text
        }
    }

    /// The draft's ID.
    ///
    /// It changes once if the screen opened before an earlier launch's draft was loaded, and nothing was written yet.
    public var id: LinkDraft.ID { shown.state }
    /// The outbox that keeps the draft.
    public let outbox: LinkOutbox
    private let shown: StateStore<LinkDraft.ID>
    private let own: CombinedState<State>
    /// The target whose older draft may still be loaded.
    private var awaitedTarget: LinkDraftTarget?

    /// Creates a screen for the newest draft of a target that is being written, or for a new draft.
    ///
    /// Skips a draft that another composer shows.
    public convenience init(_ outbox: LinkOutbox, _ target: LinkDraftTarget) {
        let older = outbox.draft(toContinue: target)
        self.init(outbox, older ?? outbox.begin(target))
        if older == nil, !outbox.state.isLoaded { awaitedTarget = target }
    }

    /// Creates a screen for a draft of the outbox; its texts are in the language of the ``LinkContext``.
    public init(_ outbox: LinkOutbox, _ id: LinkDraft.ID) {
        let (shown, languages) = (StateStore(id), outbox.languages)
        (self.outbox, self.shown) = (outbox, shown)
        own = CombinedState([outbox, shown, languages]) { State(outbox.state, shown.state, languages.state) }
        outbox.opened(self)
    }

    /// Shows the draft of an earlier launch in place of its own, if nothing was written yet.
    func continueLoadedDraft() {
        guard let target = awaitedTarget, let blank = outbox.state[id], blank.isUntouched,
            let older = outbox.draft(toContinue: target)
        else { return }
        awaitedTarget = nil
        shown.state = older
        outbox.discard(blank.id)
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { own }

    /// Changes the draft.
    public func change(_ change: (inout LinkDraftForm) -> Void) { outbox.change(id, change) }
    /// Attaches a file; throws what is wrong with it, or why the draft takes none.
    ///
    /// ``State/canAttach`` tells whether it takes one. The draft can be handed in meanwhile: it waits for the file.
    public func attach(_ file: LinkFile) async throws {
        awaitedTarget = nil
        try await outbox.attach(file, to: id)
    }
    /// Removes an attached file.
    public func detach(_ file: LinkDraft.File) { outbox.detach(file, from: id) }
    /// Queues the draft to be sent; returns why it cannot be, or `nil`.
    @discardableResult public func send() -> NoticeBoardError.Code? { outbox.send(id) }
    /// Takes the draft back to be edited.
    public func takeBack() { outbox.takeBack(id) }
    /// Removes the draft.
    public func discard() { outbox.discard(id) }
    /// Saves what was typed in the last half second; call it when the screen closes.
    public func close() { outbox.typing?.cancel() }
}
