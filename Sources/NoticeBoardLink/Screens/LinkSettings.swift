public import NoticeBoardBase
import NoticeBoardHTTP
public import NoticeBoardPaging

/// The account of whoever is signed in: who they are, whom they do not want to see, signing out, giving the account up.
@MainActor public final class LinkSettings: StateForwarding {
    /// What is to be seen of the screen.
    public struct State: Sendable, Equatable {
        /// What is under way.
        public enum Work: Sendable, Hashable {
            /// Somebody is being signed out.
            case signingOut
            /// The account is being given up.
            case withdrawing
        }

        /// The profile, as the service had it last.
        public internal(set) var profile = Loaded<LinkProfile>()
        /// Whom they do not want to see.
        public internal(set) var hidden = LinkHidden()
        /// What is under way.
        public internal(set) var work: Work?
        /// Why the last work failed: the account is as it was, or its tokens could not be erased.
        public internal(set) var failure: NoticeBoardError?
        /// Whether nobody is signed in any more: the screen is to be left.
        public internal(set) var isOver = false

        /// Nothing is known yet.
        public init() {}
    }

    private let session: LinkSession
    private let generation: SessionGeneration
    private let context: LinkContext
    private let own = StateStore(State())
    private let joined: CombinedState<State>

    /// The settings of whoever is signed in; nothing when nobody is.
    public init?(_ session: LinkSession) {
        let generation = session.generation
        // Whoever signs in between the two lines has settings of their own.
        guard let context = session.context, session.generation == generation else { return nil }
        (self.session, self.generation, self.context) = (session, generation, context)
        joined = CombinedState([own, context.mine, context.hiding]) { [own] in
            var state = own.state
            (state.profile, state.hidden) = (context.mine.state, context.hiding.state)
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
    /// Tries again to load the profile.
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
        begin(.signingOut) { [generation] in try await $0.signOut(in: generation, erasing: erasing) }
    }

    /// Gives the account up for good, with everything that it wrote: ask before.
    ///
    /// When the service does not do it, nothing is erased and the account stays. Where they are signed in no longer, it fails
    /// with `sessionOver`.
    public func withdraw() { begin(.withdrawing) { [generation] in try await $0.withdraw(in: generation) } }

    private func begin(_ work: State.Work, _ body: @escaping @Sendable (LinkSession) async throws -> Void) {
        guard state.work == nil else { return }
        own.update { ($0.work, $0.failure) = (work, nil) }
        // It goes on when the screen goes: the person wanted it.
        Task { [session, own] in
            let failure: NoticeBoardError?
            do {
                try await body(session)
                failure = nil
            } catch { failure = NoticeBoardError(wrapping: error) }
            own.update { ($0.work, $0.failure) = (nil, failure) }
        }
    }
}
