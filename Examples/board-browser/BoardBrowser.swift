import BoardTerminal
import ExampleSupport
import Foundation
import NoticeBoardKit
import TerminalSupport

/// A board app in a terminal.
///
/// Without a terminal it prints the same screens.
@main struct BoardBrowser {
    static func main() async {
        await runProgram("board-browser") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()), options: Options.names, switches: Options.switches)
            if arguments.wantsHelp { return terminal.write(Options.help) }
            let environment = ProcessInfo.processInfo.environment
            let options = try Options(arguments, environment: environment)
            if options.isJSON || options.isPlain || !TerminalSession.isSupported(environment: environment) {
                try await Printing(options, terminal).run()
            } else {
                try await open(options, environment)
            }
        }
    }

    @MainActor private static func open(_ options: Options, _ environment: [String: String]) async throws {
        let parts = Browser.Parts(
            service: options.boards, history: FileSearchHistory(directory: options.history),
            marks: FilePostMarks(directory: options.history), language: options.language,
            signIn: options.service.signIn)
        let ending = await BrowserApp.run(
            parts, searching: options.keyword.map { ($0, options.target) }, environment: environment)
        switch ending {
        case .quit: break
        case .noScreen: throw Failure(.fileTrouble, "The terminal cannot be read key by key; --plain prints instead.")
        case .signal(let number): exit(128 + number)
        }
    }
}
