public import Foundation
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
/// Drafts survive screens and launches. One is sent at a time; a refused draft is skipped, and without a network all wait. If
/// the response is lost or the app ends during sending, the draft is never sent again automatically: the user's newest posts
/// are searched for it, and if it is missing, the user is asked.
///
/// Signing out, withdrawing, and another account's sign-in erase the drafts. A session that the service ends leaves them on the
/// disk for the same account's next sign-in.
@MainActor public final class LinkOutbox: StateForwarding {
    private enum Work: Hashable, Sendable { case load, send, wait, disk(Int) }

    private let driver: MachineDriver<OutboxMachine, Work>
    let store: DraftStore
    /// The open composers by their draft.
    private var composers: [LinkDraft.ID: OpenComposer] = [:]
    private struct OpenComposer { weak var composer: LinkComposer? }

    init(
        user: LinkUser.ID, _ service: any LinkService, changes: ChangeBus<LinkChange>?, _ store: DraftStore, _ time: TimeSource,
        keepUploaded: @escaping @Sendable (Data, String) -> Void = { _, _ in }
    ) {
        let reference = DriverReference()
        let sender = DraftSender(
            service: service, user: user, store: store,
            send: { change in await MainActor.run { if !store.isEnded { changes?.send(change) } } }, keepUploaded: keepUploaded)
        var number = 0
        driver = MachineDriver(OutboxMachine()) { effect in
            number += 1
            return Self.chore(effect, sender, time, reference, number)
        }
        self.store = store
        reference.driver = driver
        load()
    }

    /// The way back to the driver, for events during work.
    @MainActor private final class DriverReference {
        weak var driver: MachineDriver<OutboxMachine, Work>?
        /// The drafts that will be written within half a second.
        var waiting: Set<LinkDraft.ID> = []

        /// Sends an event to the driver; returns the state afterwards.
        @discardableResult func send(_ event: OutboxMachine.Event) -> LinkOutbox.State? {
            driver?.handle(event)
            return driver?.state
        }
    }

    private static func chore(
        _ effect: OutboxMachine.Effect, _ sender: DraftSender, _ time: TimeSource, _ reference: DriverReference, _ number: Int
    ) -> MachineDriver<OutboxMachine, Work>.Chore {
        let store = sender.store
        switch effect {
        case .save(let draft):
            // Recorded here, in the order of the events; tasks have no order.
            store.want(draft)
            guard draft.status == .writing else { return .start(.disk(number)) { await flushed(store, draft.id) } }
            // Saves are throttled while the user types: the newest text is written every half second.
            guard reference.waiting.insert(draft.id).inserted else { return .stop([]) }
            return .start(.disk(number)) {
                _ = await time.over(0.5)
                await MainActor.run { _ = reference.waiting.remove(draft.id) }
                return await flushed(store, draft.id)
            }
        case .remove(let draft):
            store.scheduleRemoval(draft)
            return .start(.disk(number)) { await flushed(store, draft.id) }
        case .send(let draft):
            return .start(.send) {
                let outcome = await sender.send(draft) { known in
                    await reference.send(.leaving(draft.id, known: known))?[draft.id]?.known != nil
                } progress: { part in
                    Task { @MainActor in reference.send(.progressed(draft.id, part)) }
                }
                return .ended(draft.id, outcome)
            }
        case .look(let draft): return .start(.send) { .ended(draft.id, await sender.look(draft)) }
        case .stop: return .stop([.send, .wait])
        case .wait(let seconds): return .start(.wait) { await time.over(seconds) ? .goOn : nil }
        }
    }

    private nonisolated static func flushed(_ store: DraftStore, _ id: LinkDraft.ID) async -> OutboxMachine.Event {
        do {
            try await store.flush(id)
            // Writes that failed before may succeed now.
            try await store.flushPending()
            return .stored(nil)
        } catch {
            return .stored(NoticeBoardError(wrapping: error))
        }
    }

    /// The source of the state.
    public var stateSource: some StateSource<LinkOutbox.State> { driver }

    // MARK: Writing

    /// Registers a composer for its draft.
    func opened(_ composer: LinkComposer) {
        composers = composers.filter { $0.value.composer != nil }
        composers[composer.id] = OpenComposer(composer: composer)
    }

    /// Returns whether a composer shows a draft.
    func isOpen(_ id: LinkDraft.ID) -> Bool { composers[id]?.composer != nil }

    /// Begins a draft, which is on the disk from its first change on.
    public func begin(_ target: LinkDraftTarget) -> LinkDraft.ID {
        let draft = LinkDraft(id: UUID().uuidString.lowercased(), target: target)
        driver.handle(.began(draft))
        return draft.id
    }

    /// Changes a draft; one that waited to be sent is being written again, and one that is being sent stays as it is.
    public func change(_ id: LinkDraft.ID, _ change: @escaping @Sendable (inout LinkDraftForm) -> Void) {
        driver.handle(.changed(id) { change(&$0.form) })
    }

    /// Attaches a file as it will be sent: checked, cleaned of metadata, and stored with the draft.
    ///
    /// Throws what is wrong with the file, `tooManyFiles`, or why it could not be stored.
    public func attach(_ file: LinkFile, to id: LinkDraft.ID) async throws {
        guard let draft = state[id], draft.isOpen, draft.mostFiles > 0 else {
            throw NoticeBoardError(.invalidInput, "Files cannot be attached to this draft now.", remedy: .fixInput(.file))
        }
        guard draft.files.count < draft.mostFiles else {
            throw NoticeBoardError(.tooManyFiles, "A post has at most \(draft.mostFiles) files.")
        }
        let (data, kind) = try await Self.prepared(file)
        let attached = LinkDraft.File(of: id, kind: kind, bytes: data.count)
        try await store.keep(data, attached.name)
        driver.handle(
            .changed(id) { draft in
                // Concurrent attachments may exceed the limit.
                if draft.files.count < draft.mostFiles { draft.files.append(attached) }
            })
        guard state[id]?.files.contains(attached) == true else {
            store.scheduleRemoval([attached.name], of: id)
            // If the draft cannot be written now, the state says so, and the file is removed later.
            try? await store.flush(id)
            throw NoticeBoardError(.tooManyFiles, "The draft has enough files, or is gone.")
        }
    }

    private nonisolated static func prepared(_ file: LinkFile) async throws -> (Data, LinkFile.Kind) {
        let limit = 10 * LinkFile.megabyte
        try file.check(limit: limit, else: .fileTooLarge, beforeCleaning: true)
        let ready = try file.prepared()
        try ready.check(limit: limit, else: .fileTooLarge)
        return (try ready.bytes(), ready.kind)
    }

    /// Removes an attached file.
    public func detach(_ file: LinkDraft.File, from id: LinkDraft.ID) {
        guard let draft = state[id], draft.isOpen, draft.files.contains(file) else { return }
        driver.handle(.changed(id) { draft in draft.files.removeAll { $0 == file } })
        store.scheduleRemoval([file.name], of: id)
        Task { [store] in try? await store.flush(id) }
    }

    /// Returns where an attached file is, to be shown.
    public func url(of file: LinkDraft.File) -> URL { URL(fileURLWithPath: store.folder + "/" + file.name) }

    // MARK: Sending

    /// Queues a draft to be sent, also one that was refused or that the user was asked about.
    ///
    /// Returns why it cannot be sent, or `nil`.
    @discardableResult public func send(_ id: LinkDraft.ID) -> NoticeBoardError.Code? {
        if let problem = state[id]?.problem { return problem }
        driver.handle(.send(id))
        return nil
    }

    /// Takes a draft back to be edited, also while it is being sent: then the outbox looks for it first, and removes it if the
    /// service has it.
    public func takeBack(_ id: LinkDraft.ID) { driver.handle(.takeBack(id)) }

    /// Removes a draft with its files.
    public func discard(_ id: LinkDraft.ID) { driver.handle(.discard(id)) }

    /// Sends what waits at once: call it when the network is back or the app comes to the front.
    public func goOn() {
        if state.isLoaded { driver.handle(.goOn) } else { load() }
    }

    private func load() {
        let (store, driver) = (store, driver)
        Task { [weak driver] in
            do {
                let found = try await store.load()
                let now = Date().timeIntervalSince1970
                driver?.handle(
                    .loaded(found.drafts, unreadable: found.unreadable, storedAt: found.storedAt, now: now))
                try await store.flushPending()
            } catch { driver?.handle(.stored(NoticeBoardError(wrapping: error))) }
        }
    }

    /// Waits until all drafts are on the disk; returns whether they could be written.
    ///
    /// Drafts are written half a second after a change anyway; this is for an app that is about to end.
    @discardableResult public func kept() async -> Bool {
        var isWhole = true
        for draft in state.drafts where !draft.isUntouched {
            // The folder may have been removed from outside.
            if await store.hasNo(draft.id + DraftStore.draftEnd) { store.want(draft) }
            for file in draft.files { if await store.hasNo(file.name) { isWhole = false } }
        }
        return await store.flushAll() && isWhole
    }

    // MARK: The end

    /// Empties the outbox and stops all sending and changes.
    ///
    /// The session calls it when it has ended. Writing stops before that, on the thread where the session ended.
    package func end() {
        store.end()
        driver.handle(.over)
    }
}

extension LinkSession {
    /// The outbox of the signed-in account, the same object for every caller; `nil` if no account is signed in.
    ///
    /// `folder` is in the app's own container, and only this process and this account use it; the first caller's folder counts.
    /// It is not the caches folder, which the system empties, and not in an app group: the outbox holds a file lock as long as it
    /// lives, and iOS kills an app that it suspends while the app holds a lock there. iOS' app group folders are refused by
    /// `invalidInput` in ``LinkOutbox/State/failure``, and nothing is sent.
    @MainActor public func outbox(in folder: URL) -> LinkOutbox? { outbox(in: folder, files: POSIXFileSystem()) }

    @MainActor package func outbox(in folder: URL, files: any FolderSystem, time: TimeSource = .system) -> LinkOutbox? {
        let (changes, generation) = (context?.changes, generation)
        let root = folder.isFileURL ? folder.standardizedFileURL.path : ""
        return accountObject { user, service, _ in
            LinkOutbox(user: user, service, changes: changes, DraftStore(root, account: user, files: files), time) {
                [weak self] in self?.openPictures(in: generation)?.keep($0, $1)
            }
        } register: { [scope] outbox, user in
            let store = outbox.store
            scope.register(
                for: user,
                end: { [weak scope, weak outbox] isErasing in
                    guard let store = outbox?.store else { return }
                    store.end()
                    if !isErasing { scope?.finish { await store.close() } }
                })
            scope.register(outbox, for: user) { $0.end() }
            let folder = root.isEmpty ? [] : [URL(fileURLWithPath: store.folder)]
            return scope.register(for: user, erasing: folder, erase: { await store.erase() })
        } end: {
            $0.end()
        }
    }
}
