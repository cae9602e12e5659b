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

/// Runs a program and turns what it throws into one line on standard error and an exit code.
package func runProgram(
    _ name: String, isolation: isolated (any Actor)? = #isolation, _ body: (Terminal) async throws -> Void
) async -> Never {
    // A closed pipe then is an error of the write, which ends the program quietly, and not a signal.
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
    terminal.complain("\(name): \(failure.line.visible)")
    exit(failure.code.rawValue)
}
