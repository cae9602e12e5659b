public import NoticeBoardBase
import NoticeBoardHTTP
public import NoticeBoardPaging

/// The account of whoever is signed in: who they are, whom they do not want to see, signing out, giving the account up.
@MainActor public final class LinkSettings: StateForwarding {
    /// What is to be seen of the screen.
    public struct State: Sendable, Equatable {
        /// The profile, as the service had it last.
        public internal(set) var profile = Loaded<LinkProfile>()
        /// Whom they do not want to see.
        public internal(set) var hidden = LinkHidden()
        /// Whether the user is being signed out, or the account given up.
        public internal(set) var isBusy = false
        /// Why the last request failed: the account is as it was, its tokens could not be erased, or its profile not be loaded.
        public internal(set) var failure: NoticeBoardError?
        /// Whether nobody is signed in any more: the screen is to be left.
        public internal(set) var isOver = false

        /// A sentence to show above contents that stay visible: what happened to them, or why they could not be refreshed.
        public var notice: String? { failure?.text(in: language) }
        var language = Language.preferred
    }

    private let session: LinkSession
    private let generation: SessionGeneration
    private let context: LinkContext
    private let own = StateStore(State())
    private let joined: CombinedState<State>

    /// The settings of whoever is signed in; nothing when nobody is.
    public init?(_ session: LinkSession, language: Language = .preferred) {
        let generation = session.generation
        // Whoever signs in between the two lines has settings of their own.
        guard let context = session.context, session.generation == generation else { return nil }
        (self.session, self.generation, self.context) = (session, generation, context)
        joined = CombinedState([own, context.mine, context.hiding]) { [own] in
            var state = own.state
            (state.profile, state.hidden) = (context.mine.state, context.hiding.state)
            state.failure = state.failure ?? state.profile.failure
            state.language = language
            return state
        }
        ending = context.observeEnd { [own] in own.state.isOver = true }
    }

    private var ending: StateObservation?

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { joined }

    /// It came into sight: the profile is loaded, unless it was before, or failed.
    public func open() { context.mine.open() }
    /// Asks for the profile again.
    public func refresh() { context.mine.refresh() }
    /// Loads the profile again if that failed.
    public func retry() { context.mine.retry() }

    /// Shows somebody again who was blocked or muted.
    public func show(_ user: LinkUser.ID) {
        context.hiding.unblock(user)
        context.hiding.unmute(user)
    }

    /// Signs out: everything of the account that is kept here is erased, but whom it does not want to see.
    ///
    /// Whoever signed in after them stays, and whoever is signing in goes on with that.
    ///
    /// - Parameter erasing: False where the account only gives way to another one, and its data stay for its next sign-in.
    public func signOut(erasing: Bool = true) {
        begin { [generation] in try await $0.signOut(in: generation, erasing: erasing) }
    }

    /// Gives the account up for good, with everything that it wrote: ask before.
    ///
    /// When the service does not do it, nothing is erased and the account stays. Where they are signed in no longer, it fails
    /// with `sessionOver`.
    public func withdraw() { begin { [generation] in try await $0.withdraw(in: generation) } }

    private func begin(_ body: @escaping @Sendable (LinkSession) async throws -> Void) {
        guard !state.isBusy else { return }
        own.update { ($0.isBusy, $0.failure) = (true, nil) }
        // It goes on when the screen goes: the person wanted it.
        Task { [session, own] in
            let failure: NoticeBoardError?
            do {
                try await body(session)
                failure = nil
            } catch { failure = NoticeBoardError(wrapping: error) }
            own.update { ($0.isBusy, $0.failure) = (false, failure) }
        }
    }
}
