public import NoticeBoardBase

extension LinkSignUp {
    /// Signing up as a value: which step one is at, what was entered, and what is asked of the service.
    public struct Machine: StateMachine {
        /// What can happen to it.
        public enum Event: Sendable {
            /// The step's field holds this.
            case type(String)
            /// The step is done, as far as the person is concerned.
            case next
            /// The step is left out, where that can be.
            case skip
            /// The step before is wanted again.
            case back
            /// The service was asked about the e-mail address: nothing when it can be used.
            case checked(NoticeBoardError?, Int)
            /// The service was asked to sign up.
            case joined(Result<LinkUser.ID, NoticeBoardError>, Int)
        }

        /// What it wants to have done; what was entered stands in the registration, which tells nobody.
        public enum Effect: Sendable, Hashable {
            /// Ask whether the e-mail address can be used, and say ``Event/checked(_:_:)`` under this number.
            case check(LinkRegistration, Int)
            /// Sign up and in, and say ``Event/joined(_:_:)`` under this number.
            case join(LinkRegistration, Int)
            /// Give up asking about the e-mail address.
            case stop
        }

        /// What is to be seen.
        public private(set) var state = LinkSignUp.State()
        /// The address that the service said can be used.
        private var usable: String?
        private var number = 0

        /// Nothing was entered.
        public init() {}

        /// Takes in what happened, and says what is to be done.
        public mutating func handle(_ event: Event) -> [Effect] {
            switch event {
            case .type(let text): return type(text)
            case .next: return state.canGoOn ? goOn() : []
            case .skip:
                guard state.step.canBeSkipped, !state.isBusy else { return [] }
                state.texts[state.step] = nil
                return goOn()
            case .back: return back()
            case .checked(let failure, let number):
                guard number == self.number, state.isBusy else { return [] }
                (state.isBusy, state.failure) = (false, failure)
                if failure == nil { (usable, state.step) = (state.text(.email), .password) }
                return []
            case .joined(let result, let number):
                guard number == self.number, state.isBusy else { return [] }
                finish(result)
                return []
            }
        }

        private mutating func type(_ text: String) -> [Effect] {
            // An account that is being made is made of what was entered.
            guard state.step != .done, !isJoining, state.text(state.step) != text else { return [] }
            let given = stopChecking()
            (state.texts[state.step], state.failure) = (text, nil)
            return given
        }

        private mutating func back() -> [Effect] {
            guard let before = Step(rawValue: state.step.rawValue - 1), state.step != .done, !isJoining else { return [] }
            let given = stopChecking()
            (state.step, state.failure) = (before, nil)
            return given
        }

        private var isJoining: Bool { state.isBusy && state.step != .email }

        private mutating func stopChecking() -> [Effect] {
            guard state.isBusy else { return [] }
            state.isBusy = false
            return [.stop]
        }

        private mutating func goOn() -> [Effect] {
            state.failure = nil
            number += 1
            switch state.step {
            case .email where state.text(.email) != usable:
                state.isBusy = true
                return [.check(registration, number)]
            case .birthday:
                state.isBusy = true
                return [.join(registration, number)]
            default:
                state.step = Step(rawValue: state.step.rawValue + 1) ?? state.step
                return []
            }
        }

        private mutating func finish(_ result: Result<LinkUser.ID, NoticeBoardError>) {
            state.isBusy = false
            switch result {
            case .success(let user):
                (state.user, state.step) = (user, .done)
                state.texts = [:]
            case .failure(let error):
                state.failure = error
                // What has to be entered otherwise is shown.
                if case .fixInput(let input) = error.remedy, let step = Step.allCases.first(where: { $0.check?.input == input }) {
                    state.step = step
                    if step == .email { usable = nil }
                }
            }
        }

        private var registration: LinkRegistration {
            let birthday = state.text(.birthday)
            return LinkRegistration(
                email: state.text(.email), password: state.text(.password), nick: state.text(.nick), phone: state.text(.phone),
                birthday: birthday.isEmpty ? nil : LinkBirthday(birthday))
        }
    }
}

extension LinkSignUp.Machine: Redacted {
    /// The step alone, never what was entered.
    public var description: String { "LinkSignUp.Machine(\(state.step))" }
}
