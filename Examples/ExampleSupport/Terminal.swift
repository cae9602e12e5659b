import Foundation
import TerminalSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Standard output and standard error as lines: styled on a terminal, plain text otherwise.
package struct Terminal: Sendable {
    /// Whether colour and underline may be used.
    package let isStyled: Bool

    /// Standard output as it is; `NO_COLOR` and a dumb terminal are honoured.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isStyled = isatty(1) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    package func heading(_ text: String) -> String { styled(text, "1", plain: text) }
    package func faint(_ text: String) -> String { styled(text, "2", plain: text) }

    private func styled(_ text: String, _ style: String, plain: String) -> String {
        isStyled ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : plain
    }

    /// How many columns standard output has; nothing where it is no terminal, whose lines are as long as they are.
    package var columns: Int? { isatty(1) == 1 ? WindowSize(of: 1)?.columns ?? WindowSize.usual.columns : nil }

    /// Writes one line.
    ///
    /// A reader that has gone, as `head` does, ends the program quietly; whatever else keeps a line from being written ends it
    /// with a word.
    package func line(_ text: String = "") {
        switch writeAll(text + "\n", to: 1) {
        case 0: break
        case EPIPE: exit(0)
        case let number:
            complain("Standard output cannot be written to: \(errorText(number)).")
            exit(Failure.Code.fileTrouble.rawValue)
        }
    }

    /// Whether somebody watches standard error, where a line may be drawn again and again.
    package var isWatched: Bool { isatty(2) == 1 }

    /// How many columns such a line may have; at the last one some terminals go on in the next line.
    package var watchedColumns: Int { max((WindowSize(of: 2)?.columns ?? WindowSize.usual.columns) - 1, 1) }

    /// Draws a line on standard error over the one that was drawn before; an empty one takes it away.
    ///
    /// Any terminal can go back to the first column, a dumb one too.
    package func redraw(_ text: String) {
        let line = StyledLine(text).padded(to: watchedColumns).text
        _ = writeAll("\r" + line + "\r", to: 2)
    }

    /// The lines of standard input, which are read on a thread of their own.
    package var inputLines: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    /// Writes one line to standard error.
    package func complain(_ text: String) { _ = writeAll(text + "\n", to: 2) }
}
