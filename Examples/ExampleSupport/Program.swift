import Foundation
import NoticeBoardKit
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

/// Runs a program's body and exits.
///
/// An error becomes one line on standard error and an exit code.
package func runProgram(
    _ name: String, isolation: isolated (any Actor)? = #isolation, _ body: (Terminal) async throws -> Void
) async -> Never {
    // With SIGPIPE ignored, a write to a closed pipe fails with EPIPE, on which `Terminal` exits quietly.
    signal(SIGPIPE, SIG_IGN)
    let terminal = Terminal()
    let failure: Failure
    do {
        try await body(terminal)
        exit(0)
    } catch let error as Failure {
        failure = error
    } catch let error as NoticeBoardError {
        failure = Failure(error)
    } catch {
        failure = Failure(.unavailable, "The program was interrupted.")
    }
    terminal.writeError("\(name): \(failure.message.visible)")
    exit(failure.code.rawValue)
}
