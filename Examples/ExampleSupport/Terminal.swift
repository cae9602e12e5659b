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

/// Writes lines to standard output and standard error, styled if standard output is a terminal.
package struct Terminal: Sendable {
    /// Whether lines may contain escape sequences for bold and faint text.
    package let isStyled: Bool

    /// `NO_COLOR` and `TERM=dumb` turn styles off.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isStyled = isatty(1) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    package func heading(_ text: String) -> String { styled(text, "1") }
    package func faint(_ text: String) -> String { styled(text, "2") }

    private func styled(_ text: String, _ style: String) -> String {
        isStyled ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }

    /// The width of standard output in columns, or `nil` if it is not a terminal.
    package var columns: Int? { isatty(1) == 1 ? WindowSize(of: 1)?.columns ?? WindowSize.fallback.columns : nil }

    /// Writes one line to standard output.
    ///
    /// Exits quietly if the reader has closed the pipe, as `head` does. Any other error ends the program with a message.
    package func write(_ text: String = "") {
        switch writeAll(text + "\n", to: 1) {
        case 0: break
        case EPIPE: exit(0)
        case let number:
            writeError("Standard output cannot be written to: \(errorText(number)).")
            exit(Failure.Code.fileTrouble.rawValue)
        }
    }

    /// Whether standard error is a terminal, which can show a progress line.
    package var canShowProgress: Bool { isatty(2) == 1 }

    /// The width of the progress line.
    ///
    /// Some terminals wrap after the last column, so it stays empty.
    private var progressColumns: Int { max((WindowSize(of: 2)?.columns ?? WindowSize.fallback.columns) - 1, 1) }

    /// Replaces the progress line on standard error; an empty text removes it.
    ///
    /// A carriage return works on every terminal, also on a dumb one.
    package func showProgress(_ text: String) {
        let line = StyledLine(text).padded(to: progressColumns).text
        _ = writeAll("\r" + line + "\r", to: 2)
    }

    /// The lines of standard input.
    ///
    /// A separate thread reads them, because `readLine()` blocks.
    package var inputLines: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    /// Writes one line to standard error.
    package func writeError(_ text: String) { _ = writeAll(text + "\n", to: 2) }
}
