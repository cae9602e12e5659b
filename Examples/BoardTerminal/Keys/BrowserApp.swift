import Dispatch
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

/// Runs the app on a full screen until the user quits.
@MainActor package enum BrowserApp {
    private enum Event: Sendable {
        case terminal(TerminalSession.Event)
        case changed
        case tick
    }

    /// Why the app ended.
    package enum Ending: Sendable {
        case quit
        /// A signal with this number arrived.
        case signal(Int32)
        /// The app didn't start, because the terminal refused raw mode.
        case noScreen
    }

    /// Runs the app, optionally starting with a search.
    package static func run(
        _ parts: Browser.Parts, searching search: (keyword: String, target: SearchTarget)? = nil, environment: [String: String]
    ) async -> Ending {
        let events = EventQueue<Event>()
        let session = TerminalSession(environment: environment) { events.append(.terminal($0)) }
        let browser = Browser(parts) { events.append(.changed) }
        guard await session.begin() else { return .noScreen }
        defer { session.end() }
        browser.open()
        if let search { browser.find(search.keyword, search.target) }
        var isTicking = false
        while true {
            session.draw(browser.lines(in: session.size))
            if browser.state.isBusy, !isTicking {
                isTicking = true
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { MainActor.assumeIsolated { events.append(.tick) } }
            }
            for event in await events.waitForEvents() {
                switch event {
                case .terminal(.end(let number)): return .signal(number)
                case .terminal(.redraw), .changed: break
                case .tick:
                    isTicking = false
                    browser.tick()
                case .terminal(.key(let key)):
                    switch browser.press(key) {
                    case .handled: break
                    case .quit: return .quit
                    case .interrupt: return .signal(SIGINT)
                    case .suspend: session.suspend()
                    case .redraw: session.redraw()
                    }
                }
            }
        }
    }
}

extension Browser {
    /// Advances the spinner; called every tenth of a second while a screen is busy.
    package func tick() { view.tick += 1 }
}
