import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A full screen from its beginning to its end: what is pressed, what is drawn, and what happens to the window and the program.
@MainActor package final class TerminalSession {
    package enum Event: Sendable {
        case key(Key)
        /// The window has another size, or the screen was another program's: everything is to be drawn.
        case redraw
        /// The program is to end: by this signal.
        case end(Int32)
    }

    private let send: @MainActor (Event) -> Void
    private var decoder = KeyDecoder()
    private var painter: Painter
    private var reads = 0
    private var sources: [any DispatchSourceProtocol] = []
    private(set) var isOn = false

    /// Reports each event through `send`.
    package init(environment: [String: String], send: @escaping @MainActor (Event) -> Void) {
        painter = Painter(ColorDepth(environment))
        self.send = send
    }

    /// Whether a full screen can be drawn: there is a terminal, of a kind that can.
    package static func isPossible(environment: [String: String]) -> Bool {
        isatty(0) == 1 && isatty(1) == 1 && !["dumb", ""].contains(environment["TERM"] ?? "")
    }

    /// Takes the screen; says whether it could.
    package func begin() async -> Bool {
        // Before the screen is taken: whatever ends the program from then on gives it back.
        for number in [SIGINT, SIGTERM, SIGHUP] { await on(number) { $0.send(.end(number)) } }
        await on(SIGTSTP) { $0.suspend() }
        await on(SIGWINCH) { $0.send(.redraw) }
        // Whoever stopped the program may have changed the terminal meanwhile.
        await on(SIGCONT) { $0.resume() }
        guard TerminalSettings.change() else {
            end()
            return false
        }
        isOn = true
        let keys = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
        keys.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
        keys.resume()
        sources.append(keys)
        return true
    }

    /// Gives the screen back.
    package func end() {
        for source in sources { source.cancel() }
        (sources, isOn) = ([], false)
        TerminalSettings.restore()
    }

    /// Waits in the background until the reader comes back.
    package func suspend() {
        TerminalSettings.restore()
        // Whoever tells of signals holds them back; this one is to arrive. Where nobody could go on again the system drops it.
        var (stop, before) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        let received = signal(SIGTSTP, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        // To this thread, so that it has arrived when the call returns.
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        signal(SIGTSTP, received)
        resume()
    }

    package var size: WindowSize { WindowSize(of: 1) ?? .usual }

    package func draw(_ lines: [StyledLine]) {
        let drawing = painter.paint(lines, in: size)
        if !drawing.isEmpty { _ = writeAll(drawing, to: 1) }
    }

    /// Draws everything anew, whatever is on the screen.
    package func redraw() {
        painter.forget()
        send(.redraw)
    }

    private func resume() {
        guard isOn, TerminalSettings.change() else { return }
        redraw()
    }

    private func on(_ number: Int32, _ body: @escaping @MainActor (TerminalSession) -> Void) async {
        await sources.append(
            whenSignalled(number, on: .main) { [weak self] in MainActor.assumeIsolated { if let self { body(self) } } })
    }

    // MARK: - Keys

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = bytes.withUnsafeMutableBytes { readBytes(0, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        // Nobody can press anything any more.
        guard count > 0 else { return send(.end(SIGHUP)) }
        for key in decoder.feed(bytes.prefix(count)) { send(.key(key)) }
        reads += 1
        let number = reads
        guard let gracePeriod = decoder.gracePeriod else { return }
        DispatchQueue.main.asyncAfter(deadline: .now() + gracePeriod) { [weak self] in
            MainActor.assumeIsolated { self?.giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        guard number == reads else { return }
        for key in decoder.flush() { send(.key(key)) }
    }
}

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
