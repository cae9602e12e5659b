import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Standard output: styled on a terminal, plain text otherwise.
package struct Terminal: Sendable {
    /// Whether colour and underline may be used.
    package let isStyled: Bool
    private let isDumb: Bool

    /// Standard output as it is; `NO_COLOR` and a dumb terminal are honoured.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isDumb = environment["TERM"] == "dumb"
        isStyled = isatty(1) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && !isDumb
    }

    package func heading(_ text: String) -> String { styled(text, "1", plain: text) }
    package func faint(_ text: String) -> String { styled(text, "2", plain: text) }

    /// A hit: yellow and underlined, so that colour is not the only sign; in plain text between «».
    package func marked(_ text: String) -> String { styled(text, "4;33", plain: "«\(text)»") }

    private func styled(_ text: String, _ style: String, plain: String) -> String {
        isStyled ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : plain
    }

    /// Writes one line.
    ///
    /// A reader that has gone, as `head` does, ends the program quietly.
    package func line(_ text: String = "") { write(text + "\n", to: 1) }

    /// Whether somebody watches standard error, where a line may be drawn again and again.
    package var isWatched: Bool { isatty(2) == 1 && !isDumb }

    /// Draws a line on standard error over the one that was drawn before; an empty one takes it away.
    package func redraw(_ text: String) { write("\r\u{1B}[K" + text, to: 2) }

    /// Writes one line to standard error.
    package func complain(_ text: String) { write(text + "\n", to: 2) }

    private func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { exit(errno == EPIPE ? 0 : 74) }
            rest = rest.dropFirst(written)
        }
    }

    private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes, count)
        #elseif canImport(Glibc)
            Glibc.write(descriptor, bytes, count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes, count)
        #elseif canImport(Android)
            Android.write(descriptor, bytes, count)
        #endif
    }
}
