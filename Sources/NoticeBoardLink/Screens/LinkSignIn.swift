public import NoticeBoardBase

/// Signing in: an e-mail address, a password, and what is wrong with them.
///
/// ```swift
/// let screen = LinkSignIn(session)
/// screen.email = field.text
/// screen.signIn()
/// for await state in screen.states { show(state.canSignIn, state.isBusy, state.failure) }
/// ```
///
/// That somebody is signed in is told by the session's own states.
@MainActor public final class LinkSignIn: StateForwarding {
    /// What is to be seen of the screen.
    public struct State: Sendable, Equatable {
        /// The e-mail address as it was entered.
        public internal(set) var email = ""
        /// The password as it was entered; gone once somebody is signed in.
        public internal(set) var password = ""
        /// Whether a sign-in is under way.
        public internal(set) var isBusy = false
        /// Why the last one failed; gone as soon as something else is entered.
        public internal(set) var failure: NoticeBoardError?
        /// The account that signed in here, until it is signed out.
        public internal(set) var user: LinkUser.ID?

        /// A sentence to show above contents that stay visible: what happened to them, or why they could not be refreshed.
        public var notice: String? { failure?.text(in: language) }
        let language: Language

        /// Creates the state before anything is entered.
        public init(language: Language = .preferred) { self.language = language }

        /// What seems wrong with the e-mail address; `nil` while none was entered.
        public var emailProblem: NoticeBoardError.Code? { email.isEmpty ? nil : LinkCheck.email.problem(with: email) }
        /// Whether it can be tried: both are entered.
        ///
        /// The rules of signing up do not matter here: an account may be older than they are.
        public var canSignIn: Bool { !isBusy && !email.withoutOuterWhiteSpace.isEmpty && !password.isEmpty }
    }

    private let session: LinkSession
    private let value: StateStore<State>
    private var ending: StateObservation?
    private var signingIn: Task<Void, Never>?

    /// Creates the screen of a session; its texts are in `language`.
    public init(_ session: LinkSession, language: Language = .preferred) {
        self.session = session
        value = StateStore(State(language: language))
    }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { value }

    /// The e-mail address; it stays as it is while a sign-in is under way.
    public var email: String {
        get { state.email }
        set { enter { $0.email = newValue } }
    }
    /// The password, likewise.
    public var password: String {
        get { state.password }
        set { enter { $0.password = newValue } }
    }

    private func enter(_ change: (inout State) -> Void) {
        guard !state.isBusy else { return }
        value.update { state in
            let before = state
            change(&state)
            if state != before { state.failure = nil }
        }
    }

    /// Signs in with what was entered, unless something is wrong with it or a sign-in is under way.
    ///
    /// It goes on when the screen goes; ``cancel()`` and signing out give it up.
    public func signIn() {
        guard state.canSignIn else { return }
        value.update { ($0.isBusy, $0.failure) = (true, nil) }
        signingIn = Task { [weak self, session, value, email, password] in
            do {
                let user = try await session.signIn(email: email, password: password)
                value.update { ($0.isBusy, $0.user, $0.password) = (false, user, "") }
                self?.forgetAtEnd(of: user)
            } catch {
                guard !Task.isCancelled else { return }
                value.update { ($0.isBusy, $0.failure) = (false, NoticeBoardError(wrapping: error)) }
            }
        }
    }

    /// Gives up a sign-in that is under way, so that something else can be entered.
    public func cancel() {
        guard state.isBusy else { return }
        signingIn?.cancel()
        value.update { $0.isBusy = false }
    }
}

extension LinkSignIn {
    /// Empties the screen when the account that signed in here is signed out.
    private func forgetAtEnd(of user: LinkUser.ID) {
        guard let context = session.context, context.user == user else { return value.state = State(language: state.language) }
        ending = context.observeEnd { [value] in
            // Another sign-in that is under way keeps what was entered for it.
            value.update { state in if state.isBusy { state.user = nil } else { state = State(language: state.language) } }
        }
    }
}

extension LinkSignIn.State: Redacted {
    /// Never what was entered.
    public var description: String { "LinkSignIn.State(\(isBusy ? "busy" : "idle"))" }
}
