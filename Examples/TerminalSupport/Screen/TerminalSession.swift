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

/// A full-screen session: reads keys, draws lines, and reports window changes and signals.
@MainActor package final class TerminalSession {
    package enum Event: Sendable {
        case key(Key)
        /// The window's size changed, or another program used the screen. Draw everything.
        case redraw
        /// A signal with this number asks the program to exit.
        case end(Int32)
    }

    private let send: @MainActor (Event) -> Void
    private var decoder = KeyDecoder()
    private var painter: Painter
    private var readCount = 0
    private var sources: [any DispatchSourceProtocol] = []
    private(set) var isOn = false

    /// Creates a session that reports each event through `send`.
    package init(environment: [String: String], send: @escaping @MainActor (Event) -> Void) {
        painter = Painter(ColorDepth(environment))
        self.send = send
    }

    /// Whether standard input and output are a terminal that can draw a full screen.
    package static func isSupported(environment: [String: String]) -> Bool {
        isatty(0) == 1 && isatty(1) == 1 && !["dumb", ""].contains(environment["TERM"] ?? "")
    }

    /// Switches to the full screen and starts reading keys.
    ///
    /// Returns false if the terminal refuses.
    package func begin() async -> Bool {
        // Register before the screen is switched, so that a signal from then on restores it.
        for number in [SIGINT, SIGTERM, SIGHUP] { await onSignal(number) { $0.send(.end(number)) } }
        await onSignal(SIGTSTP) { $0.suspend() }
        await onSignal(SIGWINCH) { $0.send(.redraw) }
        // The shell may have changed the terminal's settings while the program was stopped.
        await onSignal(SIGCONT) { $0.resume() }
        guard TerminalSettings.enterRawMode() else {
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

    /// Stops reading keys and restores the screen and the terminal's settings.
    package func end() {
        for source in sources { source.cancel() }
        (sources, isOn) = ([], false)
        TerminalSettings.restore()
    }

    /// Stops the process, as Control-Z does, and draws again when the shell continues it.
    package func suspend() {
        TerminalSettings.restore()
        // Dispatch blocks the signals that it watches, so unblock this one. In an orphaned process group the kernel drops it.
        var (stop, before) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        let previousHandler = signal(SIGTSTP, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        // `raise` signals this thread, so the process has stopped and continued when it returns.
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        signal(SIGTSTP, previousHandler)
        resume()
    }

    package var size: WindowSize { WindowSize(of: 1) ?? .fallback }

    package func draw(_ lines: [StyledLine]) {
        let drawing = painter.paint(lines, in: size)
        if !drawing.isEmpty { _ = writeAll(drawing, to: 1) }
    }

    /// Sends ``Event/redraw`` and makes the next ``draw(_:)`` draw every line.
    package func redraw() {
        painter.invalidate()
        send(.redraw)
    }

    private func resume() {
        guard isOn, TerminalSettings.enterRawMode() else { return }
        redraw()
    }

    private func onSignal(_ number: Int32, _ body: @escaping @MainActor (TerminalSession) -> Void) async {
        await sources.append(
            makeSignalSource(number, on: .main) { [weak self] in MainActor.assumeIsolated { if let self { body(self) } } })
    }

    // MARK: - Keys

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = bytes.withUnsafeMutableBytes { readBytes(0, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        // End of input: the terminal is gone.
        guard count > 0 else { return send(.end(SIGHUP)) }
        for key in decoder.feed(bytes.prefix(count)) { send(.key(key)) }
        readCount += 1
        let number = readCount
        guard let gracePeriod = decoder.gracePeriod else { return }
        DispatchQueue.main.asyncAfter(deadline: .now() + gracePeriod) { [weak self] in
            MainActor.assumeIsolated { self?.flushKeys(afterRead: number) }
        }
    }

    private func flushKeys(afterRead number: Int) {
        guard number == readCount else { return }
        for key in decoder.flush() { send(.key(key)) }
    }
}

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
