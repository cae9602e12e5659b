import ExampleSupport
import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import TerminalSupport

/// Shows what a list does from a tunnel to a lost connection, over a service inside the process.
@main struct LiveList {
    private static let help = """
        Shows a list of topics six times: stored, with a gap after 11 topics arrived, with the gap loaded, live, without a
        connection, and after it has read what it missed.

        usage: live-list [--picture FILE]

          --picture FILE  draws the six screens into an SVG, as in README.md
          --help          this text
        """

    static func main() async {
        await runProgram("live-list") { terminal in
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()), options: ["--picture"])
            if arguments.wantsHelp { return terminal.write(help) }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("live-list-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            var picture = try await picture(in: folder)
            picture.still = 1
            guard let file = arguments.text("--picture") else { return show(picture, on: terminal) }
            do {
                try Data(picture.svg.utf8).write(to: URL(fileURLWithPath: file))
            } catch {
                throw Failure(.fileTrouble, "The picture cannot be written to \(file).")
            }
        }
    }

    private static func show(_ picture: ScreenPicture, on terminal: Terminal) {
        let painter = Painter(ColorDepth(ProcessInfo.processInfo.environment))
        for frame in picture.frames {
            terminal.write(terminal.heading(frame.caption))
            for line in frame.lines { terminal.write(terminal.isStyled ? painter.drawing(of: line) : line.text) }
            terminal.write()
        }
    }

    @MainActor private static func picture(in folder: URL) async throws -> ScreenPicture {
        let topics = Topics(12)
        var stored = MirrorRules<Topic>(texts: ["title": { $0.title }])
        stored.pageSize = 6
        let mirror = Mirror<Topic>(in: folder, rules: stored) { _, position, limit in
            try await topics.page(at: position, limit: limit)
        }
        try await mirror.update("newest")

        await topics.setOnline(false)
        var rules = FeedRules<Topic>()
        rules.refreshPages = 1  // so that 11 topics are too many; an app keeps the 4 pages
        let feed = mirror.feed(of: "newest", rules)
        feed.follow(topics.live.steps()) { topic, _ in [.insert(topic)] }
        var picture = ScreenPicture(
            title: "A list in a terminal: stored rows, a gap, the gap loaded, live rows, a lost connection, what was missed",
            frames: [], size: WindowSize(columns: 76, rows: 15))
        var lastRead = 0
        func draw(_ caption: String, selected: FeedEntry<Topic>.ID, top: Int = 0) {
            let screen = TopicScreen(state: feed.state, selected: selected, top: top, lastRead: lastRead, size: picture.size)
            picture.frames.append(ScreenPicture.Frame(caption, screen.lines))
        }

        feed.open()
        await feed.firstState { $0.networkFailure != nil && !$0.items.isEmpty && !$0.isLoading }
        feed.loadMore()
        await feed.firstState { $0.items.count == 12 && !$0.isLoading }
        let place = feed.state.items[0].id
        lastRead = place
        draw("In a tunnel: the rows come from the device", selected: .item(place))

        await topics.publish(11)
        lastRead += 11
        await topics.setOnline(true)
        await topics.live.waitForReaders(1)
        await topics.setConnected(true)
        await feed.firstState { $0.gaps.count == 1 && $0.live == .following && !$0.isLoading }
        draw("Back online: 11 topics arrived; a gap stands for those that are not loaded", selected: .gap(above: place))

        feed.loadGap(feed.state.gaps[0])
        await feed.firstState { $0.gaps.isEmpty && !$0.isLoading }
        draw("Enter loads the gap; the user's row stays where it is", selected: .item(place), top: 4)

        await topics.publish(3)
        await feed.firstState { $0.items.count == 26 && !$0.isLoading }
        draw("Live: the service's events become rows", selected: .item(place + 11))

        await topics.setConnected(false)
        await feed.firstState { if case .behind = $0.live { true } else { false } }
        await topics.publish(2)
        draw("The connection breaks, and the list says so", selected: .item(place + 11))

        await topics.setConnected(true)
        await feed.firstState { $0.items.count == 28 && $0.live == .following && !$0.isLoading }
        draw("Connected again: it has read what it missed", selected: .item(place + 11))
        feed.close()
        return picture
    }
}
