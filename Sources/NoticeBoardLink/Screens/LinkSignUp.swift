public import NoticeBoardBase

/// Signing up, step by step: e-mail address, password, nickname, phone number, birthday; the last two can be left out.
///
/// ```swift
/// let screen = LinkSignUp(session)
/// screen.type(field.text)                       // as somebody types: state.problem says what is wrong
/// screen.next()                                 // or skip(), or back()
/// for await state in screen.states { show(state.step, state.text, state.canGoOn, state.isBusy, state.failure) }
/// ```
///
/// A user who has signed up is signed in. When the account was made and the answer was lost, ``next()`` once more signs in to it.
@MainActor public final class LinkSignUp: StateForwarding {
    private let session: LinkSession
    private let value: StateStore<State>
    private var asking: Task<Void, Never>?

    /// Creates the screen of a session; its texts are in `language`.
    public init(_ session: LinkSession, language: Language = .preferred) {
        self.session = session
        value = StateStore(State(language: language))
    }

    deinit { asking?.cancel() }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { value }

    /// Sets the text of the step's field; does nothing while the account is being made.
    public func type(_ text: String) {
        guard state.step != .done, !isJoining, state.text != text else { return }
        stopAsking { state in
            (state.texts[state.step], state.failure) = (text, nil)
        }
    }

    /// Goes on to the next step, or signs up at the last; does nothing if something is wrong with what was entered.
    public func next() { if state.canGoOn { goOn() } }

    /// Leaves the step out, if it is one that can be.
    public func skip() {
        guard state.step.canBeSkipped, !state.isBusy else { return }
        value.update { $0.texts[$0.step] = nil }
        goOn()
    }

    /// Goes back to the step before; what was entered stays.
    public func back() {
        guard let before = Step(rawValue: state.step.rawValue - 1), state.step != .done, !isJoining else { return }
        stopAsking { ($0.step, $0.failure) = (before, nil) }
    }

    /// Whether the account is being made: nothing can be changed meanwhile.
    private var isJoining: Bool { state.isBusy && state.step != .email }

    private func stopAsking(_ change: (inout State) -> Void) {
        asking?.cancel()
        value.update { state in
            state.isBusy = false
            change(&state)
        }
    }

    private func goOn() {
        let form = state.registration
        switch state.step {
        case .email where form.email != state.usableEmail:
            ask { [session] in
                try await session.checkEmail(form.email)
            } done: { state, _ in
                (state.usableEmail, state.step) = (form.email, .password)
            }
        case .birthday:
            ask { [session] in
                try await session.signUp(form)
            } done: { state, user in
                (state.user, state.step, state.texts) = (user, .done, [:])
            }
        default:
            value.update { state in
                (state.step, state.failure) = (Step(rawValue: state.step.rawValue + 1) ?? state.step, nil)
            }
        }
    }

    private func ask<Answer: Sendable>(
        _ call: @escaping @Sendable () async throws -> Answer, done: @escaping @MainActor (inout State, Answer) -> Void
    ) {
        value.update { ($0.isBusy, $0.failure) = (true, nil) }
        asking = Task { [weak self] in
            let result: Result<Answer, any Error>
            do { result = .success(try await call()) } catch { result = .failure(error) }
            guard let self, !Task.isCancelled else { return }
            value.update { state in
                state.isBusy = false
                switch result {
                case .success(let answer): done(&state, answer)
                case .failure(let error): state.fail(NoticeBoardError(wrapping: error))
                }
            }
        }
    }
}

extension LinkSignUp.State {
    /// Shows a refusal at the step whose field it names.
    fileprivate mutating func fail(_ error: NoticeBoardError) {
        failure = error
        guard case .fixInput(let input) = error.remedy else { return }
        guard let refused = LinkSignUp.Step.allCases.first(where: { $0.check?.input == input }) else { return }
        step = refused
        if refused == .email { usableEmail = nil }
    }

    fileprivate var registration: LinkRegistration {
        let birthday = text(.birthday)
        return LinkRegistration(
            email: text(.email), password: text(.password), nick: text(.nick), phone: text(.phone),
            birthday: birthday.isEmpty ? nil : LinkBirthday(birthday))
    }
}

extension LinkSignUp {
    /// A step of signing up, one field each.
    public enum Step: Int, Sendable, Hashable, CaseIterable {
        /// The e-mail address, of which the service says whether it can be used.
        case email
        /// The password.
        case password
        /// What the account is to be called.
        case nick
        /// The phone number, which can be left out.
        case phone
        /// The birthday, which can be left out.
        case birthday
        /// Somebody has signed up, and is signed in.
        case done

        /// Whether it can be left out.
        public var canBeSkipped: Bool { self == .phone || self == .birthday }

        /// What the service expects of its field; nothing behind the last one.
        public var check: LinkCheck? {
            switch self {
            case .email: .email
            case .password: .password
            case .nick: .nick
            case .phone: .phone
            case .birthday: .birthday
            case .done: nil
            }
        }
    }

    /// What is to be seen of signing up.
    public struct State: Sendable, Equatable {
        /// Which step one is at.
        public internal(set) var step = Step.email
        /// Whether the service is being asked.
        public internal(set) var isBusy = false
        /// Why the service could not be asked, or refused; gone as soon as something else is entered.
        public internal(set) var failure: NoticeBoardError?
        /// Who signed up, and is signed in.
        public internal(set) var user: LinkUser.ID?
        var texts: [Step: String] = [:]
        /// The address that the service said can be used.
        var usableEmail: String?

        /// A sentence to show above contents that stay visible: what happened to them, or why they could not be refreshed.
        public var notice: String? { failure?.text(in: language) }
        let language: Language

        /// Creates the state before anything is entered.
        public init(language: Language = .preferred) { self.language = language }

        /// What was entered at a step; nothing of it is left when somebody has signed up.
        public func text(_ step: Step) -> String { texts[step] ?? "" }
        /// What was entered at the step that one is at.
        public var text: String { text(step) }
        /// What is wrong with that; nothing while nothing was entered.
        public var problem: NoticeBoardError.Code? { text.isEmpty ? nil : step.check?.problem(with: text) }
        /// Whether one can go on.
        public var canGoOn: Bool {
            guard let check = step.check, !isBusy else { return false }
            return text.isEmpty && step.canBeSkipped || check.problem(with: text) == nil
        }
        /// Whether one can go back.
        public var canGoBack: Bool { step != .email && step != .done && !isBusy }
    }
}

extension LinkSignUp.State: Redacted {
    /// The step alone, never what was entered.
    public var description: String { "LinkSignUp.State(\(step))" }
}
