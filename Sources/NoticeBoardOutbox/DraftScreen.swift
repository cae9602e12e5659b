public import NoticeBoardBase
import NoticeBoardPaging

/// The screen of one draft.
///
/// The outbox keeps the draft when the screen is closed, also for a later launch.
@MainActor public final class DraftScreen<Draft: OutboxDraft>: StateForwarding, OpenComposer {
    /// The draft's ID.
    ///
    /// It changes once if the screen opened before an earlier launch's draft was loaded, and nothing was written yet.
    public var id: OutboxItem<Draft>.ID { shown.state }
    /// The outbox that keeps the draft.
    public let outbox: Outbox<Draft>
    private let shown: StateStore<OutboxItem<Draft>.ID>
    private let own: CombinedState<State>
    /// What the screen was opened for, while an older draft about the same thing may still be loaded.
    private var awaited: Draft?

    /// Creates a screen for the newest draft with the same subject that is being written, or for `draft`.
    ///
    /// Skips a draft that another screen shows.
    public convenience init(_ outbox: Outbox<Draft>, continuing draft: Draft) {
        let older = outbox.draft(toContinue: draft)
        self.init(outbox, older ?? outbox.newDraft(draft))
        if older == nil, !outbox.state.isLoaded { awaited = draft }
    }

    /// Creates a screen for a draft of the outbox; its texts are in the language of the outbox.
    public init(_ outbox: Outbox<Draft>, _ id: OutboxItem<Draft>.ID) {
        let shown = StateStore(id)
        let languages = outbox.languages
        self.outbox = outbox
        self.shown = shown
        own = CombinedState([outbox, shown, languages]) { State(outbox.state, shown.state, languages.state) }
        outbox.opened(self)
    }

    func continueLoadedDraft() {
        guard let awaited, let blank = outbox.state[id], blank.draft == awaited, blank.files.isEmpty, blank.wasNeverSent,
            blank.filesBeingPrepared == 0, let older = outbox.draft(toContinue: awaited)
        else { return }
        self.awaited = nil
        shown.state = older
        outbox.discard(blank.id)
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { own }

    /// Changes what is written.
    public func change(_ change: (inout Draft) -> Void) { outbox.change(id, change) }
    /// Attaches a file that is ready to be sent; throws why the draft takes none.
    ///
    /// ``State/canAttach`` tells whether it takes one. The draft can be handed in meanwhile: it waits for the file.
    public func attach(_ attachment: OutboxAttachment) async throws { try await attach { attachment } }
    /// Attaches a file that `prepare` makes; throws what it throws, or why the draft takes none.
    public func attach(_ prepare: @escaping @Sendable () async throws -> OutboxAttachment) async throws {
        awaited = nil
        try await outbox.attach(to: id, prepare: prepare)
    }
    /// Removes an attached file.
    public func detach(_ file: OutboxFile) { outbox.detach(file, from: id) }
    /// Queues the draft to be sent; returns why it cannot be, or `nil`.
    @discardableResult public func send() -> NoticeBoardError.Code? { outbox.send(id) }
    /// Takes the draft back to be edited.
    public func takeBack() { outbox.takeBack(id) }
    /// Removes the draft.
    public func discard() { outbox.discard(id) }
    /// Saves what was typed in the last half second at once; call it when the screen closes.
    public func saveNow() { outbox.saveNow() }
}
