public import NoticeBoardBase
import NoticeBoardHTTP
public import NoticeBoardPaging
public import NoticeBoardScreens

/// The settings of the signed-in account: its profile, the hidden accounts, signing out and withdrawing.
@MainActor public final class LinkSettings: StateForwarding {
    /// The state of the screen.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable {
        /// The profile, as last received from the service.
        public var profile = Loaded<LinkProfile>()
        /// The blocked and muted accounts.
        public var hidden = LinkHideList.Content()
        /// Whether the sign-out or the account's deletion is running.
        public var isBusy = false
        /// Why the last request failed: the account is as it was, its tokens could not be erased, or its profile not be loaded.
        public var failure: NoticeBoardError?
        /// Whether the account is signed out, so that the app closes the screen.
        public var isOver = false
        /// The language of the texts.
        public var language: Language

        /// Creates the state before anything is loaded.
        public init(language: Language = .preferred) { self.language = language }

        /// Why the last request failed, as a sentence to show above the form.
        public var bannerText: String? { failure?.text(in: language) }
    }

    private let session: LinkSession
    private let generation: SessionGeneration
    private let account: LinkAccount
    private let screen: LinkScreen
    private let own = StateStore(State())
    private let joined: CombinedState<State>

    /// Creates the settings of the signed-in account; `nil` if no account is signed in.
    public init?(_ session: LinkSession) {
        let generation = session.tokens.generation
        // An account that signs in between the two lines has settings of its own.
        guard let account = session.account, session.tokens.generation == generation else { return nil }
        self.session = session
        self.generation = generation
        self.account = account
        screen = LinkScreen(account, [account.profilePart])
        let signals = account.signals
        joined = CombinedState([own, account.profile, account.hiding, signals.languages, signals.ended]) { [own] in
            var state = own.state
            state.profile = account.profile.state
            state.hidden = account.hiding.state
            state.failure = state.failure ?? state.profile.failure
            state.language = account.language
            state.isOver = account.isOver
            return state
        }
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { joined }

    /// The screen appeared: loads the profile, unless it was loaded or failed before.
    public func open() { screen.send(.open) }
    /// Loads the profile again.
    public func refresh() { screen.send(.refresh) }
    /// Loads the profile again, and cancels a running request.
    public func reload() { screen.send(.reload) }
    /// Loads the profile again if that failed.
    public func retry() { screen.send(.retry) }

    /// Unblocks and unmutes an account.
    public func unhide(_ user: LinkUser.ID) { account.hiding.unhide(user) }

    /// Signs out and erases everything of the account on this device but the list of hidden accounts and posts.
    ///
    /// An account that signed in later stays, and a sign-in under way goes on.
    ///
    /// - Parameter erasing: `false` keeps the account's data on the device for its next sign-in.
    public func signOut(erasing: Bool = true) { begin { [generation] in try await $0.signOut(in: generation, erasing: erasing) } }

    /// Deletes the account at the service with everything that it wrote; ask the user first.
    ///
    /// If the service refuses, nothing is erased. Fails with `sessionOver` if the account is signed out.
    public func withdraw() { begin { [generation] in try await $0.withdraw(in: generation) } }

    private func begin(_ body: @escaping @Sendable (LinkSession) async throws -> Void) {
        guard !state.isBusy else { return }
        own.update { ($0.isBusy, $0.failure) = (true, nil) }
        // It goes on when the screen is closed: the user asked for it.
        Task { [session, own] in
            var failure: NoticeBoardError?
            do { try await body(session) } catch { failure = NoticeBoardError(wrapping: error) }
            own.update { ($0.isBusy, $0.failure) = (false, failure) }
        }
    }
}

extension LinkSettings.State: FailingState { package var restingFailure: NoticeBoardError? { isBusy ? nil : failure } }
