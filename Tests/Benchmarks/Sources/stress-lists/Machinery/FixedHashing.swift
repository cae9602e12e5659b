import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Fixes the order of sets and dictionaries, which otherwise differs from process to process, and so would a script's requests if
/// the list went through a set.
enum FixedHashing {
    private static let variable = "SWIFT_DETERMINISTIC_HASHING"

    /// Starts this program again with fixed hashing, unless it has that.
    ///
    /// The runtime reads the variable before the first line of the program.
    static func restartIfNeeded() {
        guard ProcessInfo.processInfo.environment[variable] == nil, let program = Bundle.main.executablePath else { return }
        setenv(variable, "1", 1)
        var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(program, &arguments)
    }
}
