import NoticeBoardKit
import NoticeBoardLink

/// An error that ends a program: a message for the user and an exit code from `sysexits.h`.
package struct Failure: Error {
    package enum Code: Int32, Sendable {
        case usage = 64
        case badData = 65
        case unavailable = 69
        case fileTrouble = 74
        case refused = 77
        // Shells report 128 plus the signal's number.
        case interrupted = 130
        case terminated = 143
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates the failure that reports a library error to the program's user.
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
        message = words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the text of the error's remedy.
    ///
    /// On a command line, signing in means passing a token.
    private static func remedy(for error: NoticeBoardError) -> String? {
        error.remedy == .signInAgain
            ? "Give the token in NOTICEBOARD_TOKEN or by --token-file." : error.remedy.text(in: .english)
    }
}
