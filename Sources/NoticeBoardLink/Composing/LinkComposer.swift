public import NoticeBoardBase
import NoticeBoardPaging

/// One draft on a screen: a new post, an edit, a reply.
///
/// The draft is the outbox's: it stays when the screen goes, and a screen of a later launch finds it there.
@MainActor public final class LinkComposer: StateForwarding {
    /// What is to be seen of a draft.
    public struct State: Sendable, Equatable {
        /// The draft; nothing once it was sent or thrown away.
        public var draft: LinkDraft?
        /// Why it cannot be sent; nothing when it can.
        public var problem: NoticeBoardError.Code?
        /// How much of it has been sent while it is on its way, from 0 to 1.
        public var progress: Double?
        /// Why what waits does not go: there is no network, for example.
        public var holdup: NoticeBoardError?
        /// Why the disk can't keep the draft: it is lost when the app ends.
        public var failure: NoticeBoardError?
        /// A sentence to show beside the draft: why it can't be kept, or that its files replace all files of the post.
        public var notice: String?

        init(_ outbox: LinkOutbox.State, _ id: LinkDraft.ID, _ language: Language) {
            draft = outbox[id]
            problem = draft?.problem
            progress = draft?.status == .sending ? outbox.progress : nil
            holdup = draft?.status == .waiting || draft?.status == .unsure ? outbox.holdup : nil
            failure = outbox.failure
            notice = failure?.text(in: language) ?? draft?.notice(in: language)
        }
    }

    /// Which draft it is.
    public let id: LinkDraft.ID
    /// Whose draft it is.
    public let outbox: LinkOutbox
    private let own: CombinedState<State>

    /// A screen for a draft of the outbox.
    public init(_ outbox: LinkOutbox, _ id: LinkDraft.ID, language: Language = .preferred) {
        (self.outbox, self.id) = (outbox, id)
        own = CombinedState([outbox]) { State(outbox.state, id, language) }
        outbox.opened(self)
    }

    /// A screen for what the user wrote last for a target and never handed in, or for a new draft.
    ///
    /// A draft that another composer shows is not offered.
    public convenience init(_ outbox: LinkOutbox, _ target: LinkDraftTarget, language: Language = .preferred) {
        let old = outbox.state.drafts.last {
            $0.status == .writing && $0.target.isAboutSame(as: target) && !outbox.isOpen($0.id)
        }
        self.init(outbox, old?.id ?? outbox.begin(target), language: language)
    }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { own }

    /// Changes what was written.
    public func change(_ change: @escaping @Sendable (inout LinkDraftForm) -> Void) { outbox.change(id, change) }
    /// Attaches a file; throws what is wrong with it.
    public func attach(_ file: LinkFile) async throws { try await outbox.attach(file, to: id) }
    /// Takes an attached file away.
    public func detach(_ file: LinkDraft.File) { outbox.detach(file, from: id) }
    /// Hands it in to be sent; gives why it cannot be, when it cannot.
    @discardableResult public func send() -> NoticeBoardError.Code? { outbox.send(id) }
    /// Takes it back to be written on.
    public func takeBack() { outbox.takeBack(id) }
    /// Throws it away.
    public func discard() { outbox.discard(id) }
}
