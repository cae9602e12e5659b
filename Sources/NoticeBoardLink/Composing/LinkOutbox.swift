import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// The drafts of the signed-in account: kept on the disk until the service has them, and sent in order.
///
/// ```swift
/// guard let outbox = session.outbox(in: folder) else { return }      // no account is signed in
/// let id = outbox.begin(.post)
/// outbox.change(id) { $0.content = "안녕 #봄" }
/// try await outbox.attach(try LinkFile(content: data), to: id)
/// outbox.send(id)
/// ```
///
/// Drafts survive screens and launches. One is sent at a time; a refused draft is skipped, and without a network, or while the
/// service fails, all wait. If the response is lost or the app ends during sending, the draft is never sent again automatically:
/// the user's posts are searched for it, down to those that existed before, and if it is missing, the user is asked.
///
/// Signing out, withdrawing, and another account's sign-in erase the drafts. A session that the service ends leaves them on the
/// disk for the same account's next sign-in.
@MainActor public final class LinkOutbox: StateForwarding {
    let store: DraftStore
    let sender: DraftSender
    let time: TimeSource
    let changes: ChangeBus<LinkChange>
    /// The language of the composers' texts.
    let languages: StateStore<Language>
    let own = StateStore(State())
    /// Erases the drafts of former accounts first, which would keep the folder's lock.
    let scope: AccountScope
    /// The draft that is being sent or searched for, one at a time.
    var current: LinkDraft.ID?
    var sending: Task<Void, Never>?
    /// The wait before the next attempt.
    var waiting: Task<Void, Never>?
    /// The half second after which typed text is saved.
    var typing: Task<Void, Never>?
    var failedAttempts = 0
    private(set) var composers: [OpenComposer] = []
    struct OpenComposer { weak var composer: (any DraftShowing)? }

    init(
        user: LinkUser.ID, _ service: any LinkService, _ context: LinkContext, _ store: DraftStore, _ time: TimeSource,
        _ scope: AccountScope
    ) {
        self.store = store
        self.time = time
        self.scope = scope
        changes = context.changes
        languages = context.languages
        sender = DraftSender(service: service, user: user, store: store, keepUploaded: context.keepUploaded)
        load()
    }

    deinit {
        sending?.cancel()
        waiting?.cancel()
        // Typed text is saved at once.
        typing?.cancel()
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { own }

    // MARK: Writing

    /// Registers an open composer.
    func opened(_ composer: any DraftShowing) {
        composers = composers.filter { $0.composer != nil } + [OpenComposer(composer: composer)]
    }

    /// Returns the newest draft of a target that is being written and that no composer shows.
    func draft(toContinue target: LinkDraftTarget) -> LinkDraft.ID? {
        let shown = Set(composers.compactMap { $0.composer?.id })
        let draft = state.allDrafts.last { draft in
            draft.status == .writing && draft.target.subject == target.subject && !shown.contains(draft.id)
        }
        return draft?.id
    }

    /// Begins a draft, which is on the disk from its first change on.
    public func begin(_ target: LinkDraftTarget) -> LinkDraft.ID {
        let draft = LinkDraft(id: UUID().uuidString.lowercased(), target: target)
        update(isTyping: true) { $0.allDrafts.append(draft) }
        return draft.id
    }

    /// Changes a draft; one that waited to be sent is being written again, and one that is being sent stays as it is.
    public func change(_ id: LinkDraft.ID, _ change: (inout LinkDraftForm) -> Void) {
        edit(id) { change(&$0.form) }
    }

    func edit(_ id: LinkDraft.ID, _ change: (inout LinkDraft) -> Void) {
        update(id, isTyping: true) { draft in
            guard draft.isOpen else { return }
            var new = draft
            change(&new)
            // A text field may report the same text again, after the draft was sent.
            guard new != draft else { return }
            new.status = .writing
            draft = new
        }
    }

    // MARK: Sending

    /// Queues a draft to be sent, also one that was refused or that the user was asked about.
    ///
    /// It waits for files that are being prepared. If an earlier attempt may have arrived, the service is searched again before
    /// the draft is sent. Returns why it cannot be sent, or `nil`.
    @discardableResult public func send(_ id: LinkDraft.ID) -> NoticeBoardError.Code? {
        guard let draft = state[id] else { return nil }
        if let problem = draft.problem { return problem }
        let turn = (state.allDrafts.map(\.turn).max() ?? 0) + 1
        update(id) { $0.queue(turn: turn) }
        return nil
    }

    /// Takes a draft back to be edited, also while it is being sent: then the outbox searches for it first, and removes it if the
    /// service has it.
    public func takeBack(_ id: LinkDraft.ID) {
        if state[id]?.status == .sending { stop() }
        update(id) { $0.takeBack() }
    }

    /// Removes a draft with its files.
    public func discard(_ id: LinkDraft.ID) {
        if current == id { stop() }
        update { state in state.allDrafts.removeAll { $0.id == id } }
    }

    /// Sends what waits at once: call it when the network is back or the app comes to the front.
    public func resume() {
        guard state.isLoaded else { return load() }
        waiting?.cancel()
        update { $0.pauseReason = nil }
    }

    /// Waits until all drafts are on the disk; returns whether they could be written.
    ///
    /// Drafts are written half a second after a change anyway; this is for an app that is about to end.
    @discardableResult public func waitUntilSaved() async -> Bool { (try? await store.save()) != nil }

    // MARK: The end

    /// Empties the outbox and stops all sending and changes.
    ///
    /// The session calls it when it has ended. Writing stops before that, on the thread where the session ended.
    package func end() {
        store.end()
        stop()
        waiting?.cancel()
        own.state = State(isOver: true)
    }

    /// The state of an outbox.
    public struct State: Sendable, Equatable {
        /// All drafts, also those in which nothing was written yet.
        var allDrafts: [LinkDraft] = []
        /// The drafts in which something was written, the newest last: first those of earlier launches by their date, then those
        /// of this launch.
        public var drafts: [LinkDraft] { allDrafts.filter { !$0.isUntouched } }
        /// Whether the drafts of earlier launches are loaded.
        public internal(set) var isLoaded = false
        /// Why sending is paused: no network, or the service asks to retry later; `nil` while it is not.
        public internal(set) var pauseReason: NoticeBoardError?
        /// The upload progress of the draft being sent, from 0 to 1.
        public internal(set) var progress = 0.0
        /// Why the disk could not be read or written; `nil` after a success.
        public internal(set) var failure: NoticeBoardError?
        /// The file names of damaged drafts, which stay in the folder.
        public internal(set) var unreadable: [String] = []
        /// Whether the account is signed out.
        public internal(set) var isOver = false

        /// Whether drafts may be sent: they are loaded, or the folder can't be read, so that all drafts are from this launch.
        ///
        /// Nothing is sent if another outbox holds the folder, or if the folder is not allowed.
        var maySend: Bool {
            if isLoaded { return true }
            guard let failure else { return false }
            return failure.code != .storeBusy && failure.code != .invalidInput
        }

        /// Returns a draft by its ID.
        public subscript(_ id: LinkDraft.ID) -> LinkDraft? { allDrafts.first { $0.id == id } }
    }
}

/// What shows a draft while it is written: a composer.
@MainActor protocol DraftShowing: AnyObject {
    /// The ID of the shown draft.
    var id: LinkDraft.ID { get }
    /// Shows the unsent draft of an earlier launch, once the drafts are loaded.
    func continueLoadedDraft()
}

extension LinkOutbox.State: FailingState { package var restingFailure: NoticeBoardError? { maySend ? nil : failure } }
