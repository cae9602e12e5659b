import NoticeBoardKit
import NoticeBoardLink

/// Why a program ends early: one line for a person and an exit code for a script, as `sysexits.h` numbers them.
package struct Failure: Error {
    package enum Code: Int32, Sendable {
        case usage = 64
        case badData = 65
        case unavailable = 69
        case fileTrouble = 74
        case refused = 77
        /// 128 and the signal's number, as shells have it.
        case interrupted = 130
        case terminated = 143
    }

    package let code: Code
    package let line: String

    package init(_ code: Code, _ line: String) {
        self.code = code
        self.line = line
    }

    /// What an error of the library means to whoever runs the program.
    package init(_ error: NoticeBoardError) {
        code =
            switch error.code {
            case .invalidInput: .usage
            case .unreadableResponse, .networkSignIn, .responseTooLarge: .badData
            case .fileUnavailable, .storageFull, .storeReadOnly: .fileTrouble
            case .unauthorized, .forbidden, .insecure, .keyRefused, .signInRefused: .refused
            default: .unavailable
            }
        let words = [
            error.code.text(in: .english), error.serverMessage.map { "It says: \($0)" } ?? error.detail,
            Self.remedy(for: error),
        ]
        line = words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// At a command line, signing in means to give a token.
    private static func remedy(for error: NoticeBoardError) -> String? {
        error.remedy == .signInAgain
            ? "Give the token in NOTICEBOARD_TOKEN or by --token-file." : error.remedy.text(in: .english)
    }
}
