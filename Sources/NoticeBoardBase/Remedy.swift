/// The action that helps after an error, so that a screen needs no switch over error codes.
public enum Remedy: Sendable, Hashable {
    /// Try again, after a number of seconds if the server named a delay.
    case retry(after: Double?)
    /// Sign in again: the session is over or was never there.
    case signInAgain
    /// Change the named input: a keyword, a limit, a base URL.
    case fixInput(Input)
    /// Choose another one of these: what was asked for is gone, such as a board.
    case chooseAnother(Input)
    /// Reload and look again: the content has changed or is gone.
    case reload
    /// Update the app: it is no longer compatible with the server.
    case updateApp
    /// Contact the service's administrator.
    case contactAdministrator
    /// No action helps.
    case noAction

    /// Returns the action in one sentence for the user; `nil` if no action helps.
    ///
    /// A delay is shown in seconds, minutes, hours or days.
    public func text(in language: Language) -> String? {
        switch self {
        case .retry(let seconds): language.tryAgain(after: seconds)
        case .signInAgain: language.text("remedy.signInAgain", korean: "다시 로그인해 주세요.", english: "Sign in again.")
        case .fixInput(let input):
            language.text(
                "remedy.fixInput", words: [input.text(in: language)], korean: input.koreanRequest,
                english: "Check the \(input.name).")
        case .chooseAnother(let input):
            language.text(
                "remedy.chooseAnother", words: [input.text(in: language)], korean: input.koreanChoice,
                english: "Choose another \(input.name).")
        case .reload: language.text("remedy.reload", korean: "새로고침한 뒤 다시 확인해 주세요.", english: "Reload and check again.")
        case .updateApp:
            language.text("remedy.updateApp", korean: "앱을 최신 버전으로 업데이트해 주세요.", english: "Update the app.")
        case .contactAdministrator:
            language.text("remedy.contactAdministrator", korean: "관리자에게 문의해 주세요.", english: "Ask the administrator.")
        case .noAction: nil
        }
    }
}

extension Language {
    /// Returns the sentence that asks to try again, in the measure that a person would take.
    ///
    /// A server may name a time that no integer holds.
    fileprivate func tryAgain(after seconds: Double?) -> String {
        guard let seconds, seconds >= 1 else { return tryAgain("", [], "잠시 후", "in a moment") }
        func count(_ unit: Double) -> Int { Int((seconds / unit).rounded(.up)) }
        switch seconds {
        case ...1: return tryAgain(".seconds", [1], "1초 후에", "in 1 second")
        case ...60: return tryAgain(".seconds", [count(1)], "\(count(1))초 후에", "in \(count(1)) seconds")
        case ...3_600: return tryAgain(".minutes", [count(60)], "\(count(60))분 후에", "in \(count(60)) minutes")
        case ...86_400: return tryAgain(".hours", [count(3_600)], "\(count(3_600))시간 후에", "in \(count(3_600)) hours")
        case ...(30 * 86_400): return tryAgain(".days", [count(86_400)], "\(count(86_400))일 후에", "in \(count(86_400)) days")
        default: return tryAgain(".later", [], "나중에", "later")
        }
    }

    private func tryAgain(_ key: String, _ numbers: [Int], _ korean: String, _ english: String) -> String {
        text("remedy.retry\(key)", numbers, korean: "\(korean) 다시 시도해 주세요.", english: "Try again \(english).")
    }
}
