public import Foundation

/// What a person, or the program for them, can do about an error, so that a screen needs no switch over error codes.
public enum Remedy: Sendable, Hashable {
    /// Try again, after so many seconds when the server named a time.
    case retry(after: Double?)
    /// Sign in again: the session is over or was never there.
    case signInAgain
    /// Change the named input: a keyword, a limit, a base URL.
    case fixInput(Input)
    /// Load anew what is on the screen, and look: it has changed, or is gone.
    case reload
    /// Update the app: it and the server no longer understand each other.
    case updateApp
    /// Ask whoever runs the service.
    case contactAdministrator
    /// Nothing helps.
    case noAction

    /// What to do, in one sentence, or nothing where there is nothing to do.
    ///
    /// A wait is told as a person tells it: seconds, minutes, a time of day in `timeZone`, days. `now` is when it is told.
    public func text(in language: Language, now: Date = Date(), timeZone: TimeZone = .current) -> String? {
        let isKorean = language == .korean
        return switch self {
        case .retry(let seconds):
            isKorean
                ? "\(Wait(seconds, now, timeZone).korean) 다시 시도해 주세요." : "Try again \(Wait(seconds, now, timeZone).english)."
        case .signInAgain: isKorean ? "다시 로그인해 주세요." : "Sign in again."
        case .fixInput(let input): isKorean ? input.koreanRequest : "Check the \(input.name)."
        case .reload: isKorean ? "새로고침한 뒤 다시 확인해 주세요." : "Load it anew and look again."
        case .updateApp: isKorean ? "앱을 최신 버전으로 업데이트해 주세요." : "Update the app."
        case .contactAdministrator: isKorean ? "관리자에게 문의해 주세요." : "Ask the administrator."
        case .noAction: nil
        }
    }
}

/// How long to wait, in the measure that a person would take.
///
/// A server may name a time that no integer holds, or one in another age of the world.
private enum Wait {
    case moment
    case seconds(Int)
    case minutes(Int)
    /// A time of day, today or tomorrow.
    case until(hour: Int, minute: Int, tomorrow: Bool)
    case days(Int)
    case long

    init(_ seconds: Double?, _ now: Date, _ timeZone: TimeZone) {
        guard let seconds, seconds >= 1 else { self = .moment; return }
        switch seconds {
        case ...60: self = .seconds(Int(seconds.rounded(.up)))
        case ...3_600: self = .minutes(Int((seconds / 60).rounded(.up)))
        case ...86_400:
            let day = 86_400.0
            let then = now.addingTimeInterval(seconds)
            let clock = then.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: then))
            let today = ((now.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: now))) / day).rounded(.down)
            let minutes = (clock / 60).rounded(.up)
            let minute = Int(minutes - (minutes / 1_440).rounded(.down) * 1_440)
            self = .until(hour: minute / 60, minute: minute % 60, tomorrow: (minutes / 1_440).rounded(.down) > today)
        case ...(30 * 86_400): self = .days(Int((seconds / 86_400).rounded(.up)))
        default: self = .long
        }
    }

    var korean: String {
        switch self {
        case .moment: "잠시 후"
        case .seconds(let count): "\(count)초 후에"
        case .minutes(let count): "\(count)분 후에"
        case .until(let hour, let minute, let tomorrow):
            (tomorrow ? "내일 " : "") + (hour < 12 ? "오전" : "오후") + " \((hour + 11) % 12 + 1)시"
                + (minute == 0 ? "" : " \(minute)분") + " 이후에"
        case .days(let count): "\(count)일 후에"
        case .long: "나중에"
        }
    }

    var english: String {
        switch self {
        case .moment: "in a moment"
        case .seconds(let count): "in \(count) second\(count == 1 ? "" : "s")"
        case .minutes(let count): "in \(count) minutes"
        case .until(let hour, let minute, let tomorrow):
            "after \(hour):\(minute < 10 ? "0" : "")\(minute)" + (tomorrow ? " tomorrow" : "")
        case .days(let count): "in \(count) days"
        case .long: "later"
        }
    }
}
