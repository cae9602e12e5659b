/// What a person, or the program for them, can do about an error, so that a screen needs no switch over error codes.
public enum Remedy: Sendable, Hashable {
    /// Try again, after so many seconds when the server named a time.
    case retry(after: Double?)
    /// Sign in again: the session is over or was never there.
    case signInAgain
    /// Change the named input: a keyword, a limit, a base URL.
    ///
    /// The SDK names inputs in English, the same ones in every language; ``text(in:)`` has their Korean names.
    case fixInput(String)
    /// Update the app: it and the server no longer understand each other.
    case updateApp
    /// Ask whoever runs the service.
    case contactAdministrator
    /// Nothing helps.
    case none

    /// What to do, in one sentence, or nothing where there is nothing to do.
    public func text(in language: Language) -> String? {
        switch (self, language) {
        case (.retry(let seconds?), .korean) where seconds >= 1: "\(Self.whole(seconds))초 후에 다시 시도해 주세요."
        case (.retry(let seconds?), .english) where seconds >= 1: "Try again in \(Self.whole(seconds)) s."
        case (.retry, .korean): "잠시 후 다시 시도해 주세요."
        case (.retry, .english): "Try again in a moment."
        case (.signInAgain, .korean): "다시 로그인해 주세요."
        case (.signInAgain, .english): "Sign in again."
        case (.fixInput(let input), .korean): Self.koreanRequest(toFix: input)
        case (.fixInput(let input), .english): "Check the \(input)."
        case (.updateApp, .korean): "앱을 최신 버전으로 업데이트해 주세요."
        case (.updateApp, .english): "Update the app."
        case (.contactAdministrator, .korean): "관리자에게 문의해 주세요."
        case (.contactAdministrator, .english): "Ask the administrator."
        case (.none, _): nil
        }
    }

    /// Rounded up; a server may name a time that no integer holds.
    private static func whole(_ seconds: Double) -> Int { Int(exactly: seconds.rounded(.up)) ?? Int.max }
}
