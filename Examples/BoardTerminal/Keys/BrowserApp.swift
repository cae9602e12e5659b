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

/// The app on a full screen, until it is left.
@MainActor package enum BrowserApp {
    private enum Event: Sendable {
        case terminal(TerminalSession.Event)
        case changed
        case tick
    }

    /// How it ended.
    package enum Ending: Sendable {
        case left
        /// By a signal of this number.
        case signal(Int32)
        /// It did not begin: the terminal gives no key by itself.
        case noScreen
    }

    /// Runs it, with a search to begin with if one is wanted.
    package static func run(
        _ parts: Browser.Parts, searching search: (keyword: String, target: SearchTarget)? = nil, environment: [String: String]
    ) async -> Ending {
        let inbox = Inbox<Event>()
        let session = TerminalSession(environment: environment) { inbox.put(.terminal($0)) }
        let browser = Browser(parts) { inbox.put(.changed) }
        guard await session.begin() else { return .noScreen }
        defer { session.end() }
        browser.open()
        if let search { browser.find(search.keyword, search.target) }
        var isTicking = false
        while true {
            session.draw(browser.lines(in: session.size))
            if browser.state.isBusy, !isTicking {
                isTicking = true
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { MainActor.assumeIsolated { inbox.put(.tick) } }
            }
            for event in await inbox.take() {
                switch event {
                case .terminal(.end(let number)): return .signal(number)
                case .terminal(.redraw), .changed: break
                case .tick:
                    isTicking = false
                    browser.tick()
                case .terminal(.key(let key)):
                    switch browser.press(key) {
                    case .goOn: break
                    case .quit: return .left
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
    /// A tenth of a second has passed while something was under way.
    package func tick() { view.tick += 1 }
}
