import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// A device with a board app, a board service, and the network between them.
///
/// The app is set up as in the guides: files in one folder, one scope for each account.
@MainActor public final class BoardStory {
    /// The board service.
    public let service: BoardSimulator
    /// The network between the service and the device.
    public let network: BoardNetwork
    /// The app's folder, which persists across launches.
    public let folder: URL
    private var watches: [BoardWatch] = []

    /// Creates a device without stored data.
    public init(_ service: BoardSimulator, folder: URL) {
        (self.service, network, self.folder) = (service, BoardNetwork(service), folder)
    }

    /// The boards of the service in menu order.
    public var boards: [SimulatedBoard] { service.boards.sorted { $0.order < $1.order } }
    /// The board that opens automatically.
    public var firstBoard: SimulatedBoard { boards[0] }
    /// A client over the story's network that sends each call once.
    public var client: NoticeBoardClient { NoticeBoardClient(transport: network) }

    /// Launches the app for an account, and checks every state of its screens until the app ends.
    public func launch(
        _ account: String = "ann", client: NoticeBoardClient? = nil, history: (any SearchHistoryRepository)? = nil,
        scope: AccountScope = AccountScope(), style: PostRowStyle = PostRowStyle(language: .korean),
        order: PostOrder = .server, rules: PostSearchRules = PostSearchRules(),
        now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) -> BoardApp {
        let app = BoardApp(
            service: client ?? self.client, history: history ?? self.history(of: account),
            marks: PostMarks(FilePostMarks(directory: folder, scope: account)),
            place: FileBoardPlace(directory: folder, scope: account), scope: scope, style: style, order: order, rules: rules,
            now: now, time: time)
        watches.append(BoardWatch(app, order: order))
        return app
    }

    /// The search history of an account on this device.
    public func history(of account: String) -> FileSearchHistory { FileSearchHistory(directory: folder, scope: account) }

    /// Switches the app to another account with its own stores.
    public func use(_ account: String, in app: BoardApp) {
        app.use(
            history: history(of: account), marks: FilePostMarks(directory: folder, scope: account),
            place: FileBoardPlace(directory: folder, scope: account))
    }

    /// The checks of the app that was launched last.
    public var watch: BoardWatch { watches[watches.count - 1] }

    /// The names of the stored files, without the lock file of the search histories.
    public var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != "lock" }
    }

    /// Whether a stored file contains `text`.
    public func keeps(_ text: String) -> Bool {
        files.contains { name in
            let data = (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data()
            return data.range(of: Data(text.utf8)) != nil
        }
    }

    /// Opens the app and waits until its screens are idle.
    public func open(_ app: BoardApp) async {
        watch.isOpen = true
        await app.open()
        await rest()
    }

    /// Waits until no screen is loading, and checks its state.
    public func rest() async {
        // Some stories have no screens.
        guard let watch = watches.last else { return }
        _ = await eventually { watch.isResting }
        watch.checkRest()
    }

    /// Scrolls the list to `count` rows by reporting the last row as visible.
    public func scroll(_ list: PostList, to count: Int) async -> Bool {
        await eventually {
            if list.state.rows.count < count, !list.state.feed.isLoading, let last = list.state.rows.last {
                list.rowAppeared(last.id)
            }
            return list.state.rows.count >= count
        }
    }

    /// The problems found in the screens' states, in every launch.
    public var problems: [String] { watches.flatMap(\.problems) }
}
