public import NoticeBoardBase

/// The sign-up screen, step by step: e-mail address, password, nickname, phone number, birthday; the last two are optional.
///
/// ```swift
/// let screen = LinkSignUp(session)
/// screen.setText(field.text)                       // as the user types: state.problem says what is wrong
/// screen.next()                                 // or skip(), or back()
/// for await state in screen.states { show(state.step, state.text, state.canGoOn, state.isBusy, state.failure) }
/// ```
///
/// Signing up also signs in. If the account was created but the response was lost, calling ``next()`` again signs in.
@MainActor public final class LinkSignUp: StateForwarding {
    private let session: LinkSession
    private let value: StateStore<State>
    private var request: Task<Void, Never>?
    /// The number of the last request; the results of earlier ones are not shown.
    private var lastRequest = 0

    /// Creates the screen of a session; its texts are in `language`.
    public init(_ session: LinkSession, language: Language = .preferred) {
        self.session = session
        value = StateStore(State(language: language))
        session.scope.register(self) { $0.forget() }
    }

    deinit { request?.cancel() }

    /// The source of the state.
    public var stateSource: some StateSource<State> { value }

    /// Changes the language of texts.
    public func setLanguage(_ language: Language) { value.update { $0.language = language } }

    /// Sets the text of the current step; does nothing while the account is being created.
    public func setText(_ text: String) {
        guard state.step != .done, !isJoining, state.text != text else { return }
        endRequest { state in
            (state.texts[state.step], state.failure) = (text, nil)
        }
    }

    /// Goes to the next step, or signs up after the last one; does nothing if the text is invalid.
    public func next() { if state.canGoOn { advance() } }

    /// Skips the step, if it is optional.
    public func skip() {
        guard state.step.canBeSkipped, !state.isBusy else { return }
        value.update { $0.texts[$0.step] = nil }
        advance()
    }

    /// Cancels a running request, so that the texts can be changed.
    ///
    /// If the account was created in the meantime, ``next()`` signs in to it. If it was signed in too, the screen is done.
    public func cancel() { if state.isBusy { endRequest { _ in } } }

    /// Goes to the previous step; the texts stay.
    public func back() {
        guard let before = Step(rawValue: state.step.rawValue - 1), state.step != .done, !isJoining else { return }
        endRequest { ($0.step, $0.failure) = (before, nil) }
    }

    /// Whether the account is being created, and nothing can be changed.
    private var isJoining: Bool { state.isBusy && state.step != .email }

    /// Ends the request, which is cancelled if it still runs, and changes the state.
    private func endRequest(_ change: (inout State) -> Void) {
        request?.cancel()
        value.update { state in
            state.isBusy = false
            change(&state)
        }
    }

    private func advance() {
        let form = LinkRegistration(
            email: state.text(.email), password: state.text(.password), nick: state.text(.nick), phone: state.text(.phone),
            birthday: state.text(.birthday))
        switch state.step {
        case .email:
            send { [session] in
                try await session.checkEmail(form.email)
                return { $0.step = .password }
            }
        case .birthday:
            send(isFinal: true) { [session] in
                let user = try await session.signUp(form)
                return { state in
                    state = State(language: state.language)
                    // A sign-out on another thread may have come first.
                    guard session.user == user else { return }
                    state.step = .done
                    state.user = user
                }
            }
        default: value.update { ($0.step, $0.failure) = (Step(rawValue: $0.step.rawValue + 1) ?? $0.step, nil) }
        }
    }

    /// Runs a call, and applies the change that it returns.
    ///
    /// A cancelled call changes nothing, unless it is final and had succeeded before it was cancelled.
    private func send(
        isFinal: Bool = false, _ call: @escaping @Sendable () async throws -> @Sendable (inout State) -> Void
    ) {
        value.update { ($0.isBusy, $0.failure) = (true, nil) }
        lastRequest += 1
        request = Task { [weak self, number = lastRequest] in
            do {
                let change = try await call()
                guard let self, number == lastRequest, isFinal || !Task.isCancelled else { return }
                endRequest(change)
            } catch {
                if !Task.isCancelled { self?.endRequest { $0.fail(NoticeBoardError(wrapping: error)) } }
            }
        }
    }

    /// Clears the screen when the session ends; a running request keeps its input.
    private func forget() {
        value.update { state in if state.isBusy { state.user = nil } else { state = State(language: state.language) } }
    }

    /// A step of the sign-up, with one field each.
    public enum Step: Int, Sendable, Hashable, CaseIterable {
        /// The e-mail address; the service checks whether it can be used.
        case email
        /// The password.
        case password
        /// The nickname.
        case nick
        /// The optional phone number.
        case phone
        /// The optional birthday.
        case birthday
        /// The account is created and signed in.
        case done

        /// Whether the step is optional.
        public var canBeSkipped: Bool { self == .phone || self == .birthday }

        private static let checks: [LinkCheck] = [.email, .password, .nick, .phone, .birthday]

        /// The check for the step's field; `nil` after the last one.
        public var check: LinkCheck? { self == .done ? nil : Self.checks[rawValue] }
    }

    /// The state of the screen.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable, Redacted {
        /// The current step.
        public var step = Step.email
        /// Whether a request is running.
        public var isBusy = false
        /// Why the last request failed; cleared by the next input.
        public var failure: NoticeBoardError?
        /// The account that signed up and is signed in.
        public var user: LinkUser.ID?
        /// The texts of the steps; no description shows them.
        public var texts: [Step: String] = [:]
        /// The language of the texts.
        public var language: Language

        /// Creates the state of the first step.
        public init(language: Language = .preferred) { self.language = language }

        /// Why the last request failed, as a sentence to show above the form.
        public var bannerText: String? { failure?.text(in: language) }
        /// Returns the text of a step; empty after the sign-up.
        public func text(_ step: Step) -> String { texts[step] ?? "" }
        /// The text of the current step.
        public var text: String { text(step) }
        /// The problem with the current text; `nil` while it is empty.
        public var problem: NoticeBoardError.Code? { text.isEmpty ? nil : step.check?.problem(with: text) }
        /// Whether ``next()`` is possible.
        public var canGoOn: Bool {
            guard let check = step.check, !isBusy else { return false }
            return text.isEmpty && step.canBeSkipped || check.problem(with: text) == nil
        }
        /// Whether ``back()`` is possible.
        public var canGoBack: Bool { step != .email && step != .done && !isBusy }

        /// Shows an error at the step whose field it names.
        fileprivate mutating func fail(_ error: NoticeBoardError) {
            failure = error
            guard case .fixInput(let input) = error.remedy,
                let refused = LinkSignUp.Step.allCases.first(where: { $0.check?.input == input })
            else { return }
            step = refused
        }
    }
}

extension LinkSignUp.State: FailingState { package var restingFailure: NoticeBoardError? { failure } }
