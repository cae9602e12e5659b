public import NoticeBoardBase

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

        /// Nothing was entered.
        public init() {}

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
