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
    private let value = StateStore(State())
    private var asking: Task<Void, Never>?

    /// The screen of a session.
    public init(_ session: LinkSession) { self.session = session }

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
