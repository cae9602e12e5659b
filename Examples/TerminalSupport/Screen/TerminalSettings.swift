#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Switches the controlling terminal to raw mode, and back to the settings that it had before.
///
/// `exit`, a crash and the signals that end a process restore the settings; SIGKILL can't. A process has one controlling terminal, so the
/// state is global.
@MainActor package enum TerminalSettings {
    /// Switches to the alternate screen, without line wrap and cursor, with bracketed paste.
    private static let enterSequence = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h\u{1B}[2J"

    /// Turns raw mode and the full screen on.
    ///
    /// Returns false if the terminal refuses.
    package static func enterRawMode() -> Bool {
        if !saved.pointee.isRaw {
            guard tcgetattr(0, &saved.pointee.settings) == 0 else { return false }
            if !restoresOnExit { restoreOnExit() }
        }
        var raw = saved.pointee.settings
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        saved.pointee.isRaw = true
        guard tcsetattr(0, TCSANOW, &raw) == 0 else {
            saved.pointee.isRaw = false
            return false
        }
        putBytes(enterSequence)
        return true
    }

    /// Restores the settings from before ``enterRawMode()``.
    package static func restore() { restoreSaved() }

    private static var restoresOnExit = false

    private static func restoreOnExit() {
        restoresOnExit = true
        // Initialize the global now: a signal handler may not.
        _ = leaveSequence
        atexit { restoreSaved() }
        let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
        for number in faults + [SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ] {
            var action = sigaction()
            #if canImport(Darwin)
                action.__sigaction_u.__sa_handler = { number in restoreAndDie(number) }
            #elseif canImport(Glibc) || canImport(Musl)
                action.__sigaction_handler.sa_handler = { number in restoreAndDie(number) }
            #else
                action.sa_handler = { number in restoreAndDie(number) }
            #endif
            // SA_RESETHAND restores the default action, so that raising the signal again ends the process as usual.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            sigaction(number, &action, nil)
        }
    }
}

private struct SavedSettings {
    var settings = termios()
    var isRaw = false
}

// Unsafe: written on the main actor and read by `atexit` and signal handlers, which may not initialize or lock anything.
nonisolated(unsafe) private let saved: UnsafeMutablePointer<SavedSettings> = {
    let memory = UnsafeMutablePointer<SavedSettings>.allocate(capacity: 1)
    memory.initialize(to: SavedSettings())
    return memory
}()

/// Resets styles and bracketed paste, shows the cursor, and returns to line wrap and the main screen.
///
/// Unsafe for the same reason, and stored as bytes because a signal handler may not allocate.
nonisolated(unsafe) private let leaveSequence: UnsafeMutableBufferPointer<UInt8> = {
    let bytes = Array("\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l".utf8)
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = memory.initialize(from: bytes)
    return memory
}()

/// Restores the terminal; calls only functions that are safe in a signal handler.
private func restoreSaved() {
    guard saved.pointee.isRaw else { return }
    saved.pointee.isRaw = false
    _ = write(1, leaveSequence.baseAddress, leaveSequence.count)
    _ = tcsetattr(0, TCSANOW, &saved.pointee.settings)
}

private func restoreAndDie(_ number: Int32) {
    restoreSaved()
    raise(number)
}

private func putBytes(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(1, $0.baseAddress, $0.count) } }
