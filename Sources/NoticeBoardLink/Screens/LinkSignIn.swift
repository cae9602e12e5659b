public import NoticeBoardBase

/// The sign-in screen: an e-mail address, a password, and what is wrong with them.
///
/// ```swift
/// let screen = LinkSignIn(session)
/// screen.email = field.text
/// screen.signIn()
/// for await state in screen.states { show(state.canSignIn, state.isBusy, state.failure) }
/// ```
///
/// Observe the session's states to learn that an account is signed in.
@MainActor public final class LinkSignIn: StateForwarding {
    /// The state of the screen.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable, Redacted {
        /// The entered e-mail address.
        public var email = ""
        /// The entered password; cleared after the sign-in.
        public var password = ""
        /// Whether a sign-in is running.
        public var isBusy = false
        /// Why the last sign-in failed; cleared by the next input.
        public var failure: NoticeBoardError?
        /// The account that signed in here, until it is signed out.
        public var user: LinkUser.ID?

        /// Why the last request failed, as a sentence to show above the form.
        public var bannerText: String? { failure?.text(in: language) }
        /// The language of the texts.
        public var language: Language

        /// Creates the state before anything is entered.
        public init(language: Language = .preferred) { self.language = language }

        /// The problem with the e-mail address; `nil` while it is empty.
        public var emailProblem: NoticeBoardError.Code? { email.isEmpty ? nil : LinkCheck.email.problem(with: email) }
        /// Whether a sign-in is possible: both fields are filled.
        ///
        /// Sign-up rules are not checked here: an account may be older than they are.
        public var canSignIn: Bool { !isBusy && !email.withoutOuterWhiteSpace.isEmpty && !password.isEmpty }
    }

    private let session: LinkSession
    private let value: StateStore<State>
    private var signingIn: Task<Void, Never>?
    /// The number of the last sign-in; the results of earlier ones are not shown.
    private var lastAttempt = 0

    /// Creates the screen of a session; its texts are in `language`.
    public init(_ session: LinkSession, language: Language = .preferred) {
        self.session = session
        value = StateStore(State(language: language))
        session.scope.register(self) { $0.forget() }
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { value }

    /// Changes the language of texts.
    public func setLanguage(_ language: Language) { value.update { $0.language = language } }

    /// The e-mail address; locked during a sign-in.
    public var email: String {
        get { state.email }
        set { enter(newValue, \.email) }
    }
    /// The password; locked as well.
    public var password: String {
        get { state.password }
        set { enter(newValue, \.password) }
    }

    private func enter(_ text: String, _ field: WritableKeyPath<State, String>) {
        guard !state.isBusy, state[keyPath: field] != text else { return }
        value.update { ($0[keyPath: field], $0.failure) = (text, nil) }
    }

    /// Signs in with the entered values, unless a field is empty or a sign-in is running.
    ///
    /// Continues when the screen closes; ``cancel()`` and signing out end it.
    public func signIn() {
        guard state.canSignIn else { return }
        value.update { ($0.isBusy, $0.failure) = (true, nil) }
        signingIn?.cancel()
        lastAttempt += 1
        signingIn = Task { [weak self, session, email, password, attempt = lastAttempt] in
            do {
                let user = try await session.signIn(email: email, password: password)
                self?.showSignedIn(user, by: attempt)
            } catch {
                guard !Task.isCancelled else { return }
                self?.value.update { ($0.isBusy, $0.failure) = (false, NoticeBoardError(wrapping: error)) }
            }
        }
    }

    /// Shows that an account is signed in, also if the attempt was cancelled too late.
    private func showSignedIn(_ user: LinkUser.ID, by attempt: Int) {
        guard attempt == lastAttempt else { return }
        value.update { state in
            state.isBusy = false
            state.password = ""
            state.failure = nil
            state.user = user
        }
        // A sign-out on another thread may have come first.
        if session.user != user { forget() }
    }

    /// Cancels a running sign-in, so that the fields can be changed.
    ///
    /// If the account was signed in in the meantime, it stays signed in, and the screen shows it.
    public func cancel() {
        guard state.isBusy else { return }
        signingIn?.cancel()
        value.update { $0.isBusy = false }
    }

    /// Clears the screen when the session ends; a running sign-in keeps its input.
    private func forget() {
        value.update { state in if state.isBusy { state.user = nil } else { state = State(language: state.language) } }
    }
}

extension LinkSignIn.State: FailingState { package var restingFailure: NoticeBoardError? { failure } }
