public import Foundation

/// The action that helps after an error, so that a screen needs no switch over error codes.
public enum Remedy: Sendable, Hashable {
    /// Try again, after a number of seconds if the server named a delay.
    case retry(after: Double?)
    /// Sign in again: the session is over or was never there.
    case signInAgain
    /// Change the named input: a keyword, a limit, a base URL.
    case fixInput(Input)
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
    /// A delay is shown in seconds, minutes or days, or as a time of day in `timeZone`, counted from `now`.
    public func text(in language: Language, now: Date = Date(), timeZone: TimeZone = .current) -> String? {
        switch self {
        case .retry(let seconds): language.tryAgain(after: seconds, now, timeZone)
        case .signInAgain: language.text("remedy.signInAgain", korean: "다시 로그인해 주세요.", english: "Sign in again.")
        case .fixInput(let input):
            language.text(
                "remedy.fixInput", words: [input.text(in: language)], korean: input.koreanRequest,
                english: "Check the \(input.name).")
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
    /// A server may name a time that no integer holds, or one in another age of the world.
    fileprivate func tryAgain(after seconds: Double?, _ now: Date, _ timeZone: TimeZone) -> String {
        guard let seconds, seconds >= 1 else { return tryAgain("", [], "잠시 후", "in a moment") }
        switch seconds {
        case ...60:
            let count = Int(seconds.rounded(.up))
            return tryAgain(".seconds", [count], "\(count)초 후에", "in \(count) second\(count == 1 ? "" : "s")")
        case ...3_600:
            let count = Int((seconds / 60).rounded(.up))
            return tryAgain(".minutes", [count], "\(count)분 후에", "in \(count) minutes")
        case ...86_400:
            return tryAgain(at: now.addingTimeInterval(seconds), now, timeZone)
        case ...(30 * 86_400):
            let count = Int((seconds / 86_400).rounded(.up))
            return tryAgain(".days", [count], "\(count)일 후에", "in \(count) days")
        default: return tryAgain(".later", [], "나중에", "later")
        }
    }

    /// The same with a time of day, today or tomorrow.
    private func tryAgain(at then: Date, _ now: Date, _ timeZone: TimeZone) -> String {
        let clock = then.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: then))
        let today = ((now.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: now))) / 86_400).rounded(.down)
        let minutes = (clock / 60).rounded(.up)
        let day = (minutes / 1_440).rounded(.down)
        let (hour, minute) = Int(minutes - day * 1_440).quotientAndRemainder(dividingBy: 60)
        let korean = (hour < 12 ? "오전" : "오후") + " \((hour + 11) % 12 + 1)시" + (minute == 0 ? "" : " \(minute)분") + " 이후에"
        let english = "after \(hour):\(minute < 10 ? "0" : "")\(minute)"
        return day > today
            ? tryAgain(".afterTomorrow", [hour, minute], "내일 " + korean, english + " tomorrow")
            : tryAgain(".after", [hour, minute], korean, english)
    }

    private func tryAgain(_ key: String, _ numbers: [Int], _ korean: String, _ english: String) -> String {
        text("remedy.retry\(key)", numbers, korean: "\(korean) 다시 시도해 주세요.", english: "Try again \(english).")
    }
}
