#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The settings of the terminal that the program runs on: as they were found, and with every key by itself.
///
/// Whatever ends the process, but for a signal that nobody can catch, leaves them as they were found: `exit` from wherever, a fault
/// in the program itself, and the signals that nobody else waits for. There is one controlling terminal, so this is one for the process.
@MainActor package enum TerminalSettings {
    /// Turns a full screen on: another page, no line that goes on in the next, no cursor, pasted text marked as such.
    private static let begin = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h\u{1B}[2J"

    /// Changes them; they are put back by ``restore()``.
    ///
    /// Says whether that could be done.
    package static func change() -> Bool {
        if !found.pointee.isChanged {
            guard tcgetattr(0, &found.pointee.settings) == 0 else { return false }
            if !isGuarded { guardEnds() }
        }
        var raw = found.pointee.settings
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        found.pointee.isChanged = true
        guard tcsetattr(0, TCSANOW, &raw) == 0 else {
            found.pointee.isChanged = false
            return false
        }
        putBytes(begin)
        return true
    }

    /// Puts back what was found.
    package static func restore() { restoreFound() }

    private static var isGuarded = false

    private static func guardEnds() {
        isGuarded = true
        // Made now: a handler of signals must find it made.
        _ = end
        atexit { restoreFound() }
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
            // The handler is gone when it runs: the fault then ends the process as it would have without.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            sigaction(number, &action, nil)
        }
    }
}

private struct Found {
    var settings = termios()
    var isChanged = false
}

/// Written on the main actor, read by whatever ends the process.
///
/// In memory of its own, since a signal handler may touch nothing that has to be made first.
nonisolated(unsafe) private let found: UnsafeMutablePointer<Found> = {
    let memory = UnsafeMutablePointer<Found>.allocate(capacity: 1)
    memory.initialize(to: Found())
    return memory
}()

/// As bytes from the start, likewise: no colour, no marks on pasted text, the cursor, lines that go on, the page from before.
nonisolated(unsafe) private let end: UnsafeMutableBufferPointer<UInt8> = {
    let bytes = Array("\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l".utf8)
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = memory.initialize(from: bytes)
    return memory
}()

/// Calls nothing but what a signal handler may call.
private func restoreFound() {
    guard found.pointee.isChanged else { return }
    found.pointee.isChanged = false
    _ = write(1, end.baseAddress, end.count)
    _ = tcsetattr(0, TCSANOW, &found.pointee.settings)
}

private func restoreAndDie(_ number: Int32) {
    restoreFound()
    raise(number)
}

private func putBytes(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(1, $0.baseAddress, $0.count) } }
