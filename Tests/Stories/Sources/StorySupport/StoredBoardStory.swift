import Foundation
import NoticeBoardHTTP
import NoticeBoardKitOffline

/// A device with a board app that stores boards, over real sockets to a server of another make.
///
/// The app is set up as the guides show: a place, read marks, `mirror.offlineFallback` and `showStored(from:)` together.
@MainActor public final class StoredBoardStory {
    /// The board service.
    public let server: OtherBoardServer
    /// The network between the service and the device.
    public let network = DeviceNetwork()
    /// The app's folder, which persists across launches.
    public let folder: URL
    /// The seconds after which a request without an answer fails.
    public var timeout: Double = 20
    private var launches: [StoredBoardLaunch] = []

    /// Creates a device without stored data.
    public init(_ server: OtherBoardServer, folder: URL) {
        self.server = server
        self.folder = folder
    }

    /// Runs a story on a new device with a new service.
    public static func run(_ story: @MainActor (StoredBoardStory) async throws -> Void) async throws {
        try await OtherBoardServer.run { server in
            try await withScratchFolder { folder in try await story(StoredBoardStory(server, folder: folder)) }
        }
    }

    /// A client that sends each call once.
    public var client: NoticeBoardClient {
        var configuration = APIClient.Configuration(baseURL: server.url, token: .bearer("story"), retry: .never)
        configuration.defaults.timeout = timeout
        return NoticeBoardClient(configuration, transport: network)
    }

    /// The boards stored on this device.
    public func makeMirror() -> BoardMirror {
        BoardMirror(service: client, folder: folder.appendingPathComponent("mirror"), account: "ann")
    }

    /// Stores all boards on the device.
    public func storeBoards() async throws {
        let mirror = makeMirror()
        for board in try await mirror.updateBoards() { try await mirror.update(board.id) }
    }

    /// Launches the app, and kills the former launch.
    ///
    /// Without `showsKept`, the app has `mirror.offlineFallback` alone.
    public func launch(
        showsKept: Bool = true, now: @escaping @Sendable () -> Date = { Date() }
    ) -> StoredBoardLaunch {
        launches.last?.kill()
        let launch = StoredBoardLaunch(self, showsKept: showsKept, now: now)
        launches.append(launch)
        return launch
    }

    /// The problems in all states of the screens, in every launch.
    public var problems: [String] { launches.flatMap(\.watch.problems) }

    /// Runs one act of the user, waits until the app asks for nothing more, and returns the requests that it took.
    public func requests(for act: @MainActor () -> Void) async -> [String] {
        let before = network.count
        act()
        await rest()
        return network.targets(after: before)
    }

    /// Waits until the app is idle: no state says that it loads, and no request has begun or ended for a while.
    ///
    /// The states do not say that rows are loaded again, so the network is watched as well.
    public func rest(within seconds: Double = 20) async {
        var quietSince = Date()
        // Other stories use the main actor too, so that time alone does not say that the app had a turn.
        var quietTurns = 0
        var count = network.count
        _ = await eventually(within: seconds) {
            quietTurns += 1
            if network.isBusy || network.count != count || launches.last?.watch.isResting == false {
                count = network.count
                quietSince = Date()
                quietTurns = 0
            }
            return quietTurns > 20 && Date().timeIntervalSince(quietSince) > 0.06
        }
    }
}

/// One launch of the app of a `StoredBoardStory`.
@MainActor public final class StoredBoardLaunch {
    /// The app's screens.
    public let app: BoardApp
    /// The boards on the device.
    public let mirror: BoardMirror
    /// The checks of every state.
    public let watch: BoardWatch
    private let kept: StateObservation?
    private let story: StoredBoardStory

    fileprivate init(_ story: StoredBoardStory, showsKept: Bool, now: @escaping @Sendable () -> Date) {
        self.story = story
        mirror = story.makeMirror()
        app = BoardApp(
            service: mirror.offlineFallback,
            history: FileSearchHistory(directory: story.folder, scope: "ann"),
            marks: PostMarks(FilePostMarks(directory: story.folder, scope: "ann")),
            place: FileBoardPlace(directory: story.folder, scope: "ann"),
            now: now)
        watch = BoardWatch(app, order: .server)
        kept = showsKept ? app.showStored(from: mirror) : nil
    }

    /// The list of posts.
    public var list: PostList { app.list }

    /// Opens the app, and waits until it is idle.
    public func open() async {
        await app.open()
        await story.rest()
    }

    /// Ends the app without asking it, as the system does.
    fileprivate func kill() {
        kept?.cancel()
        app.list.close()
        app.search.close()
    }

    /// Opens a board from the menu, and waits until the app is idle.
    public func select(_ board: Int) async {
        app.menu.select(board)
        await story.rest()
    }

    /// Shows the rows of a screen of ten that begins at a row, as a table view reports them, and ends scrolling there.
    public func show(from first: Int) {
        let rows = list.state.rows
        guard first < rows.count else { return }
        for row in rows[first..<min(first + 10, rows.count)] { list.rowAppeared(row.id) }
        list.scrolled(to: rows[first].id)
    }

    /// Scrolls down screen by screen until the row at an index is at the top, and returns the requests of each screen.
    @discardableResult public func scroll(from start: Int = 0, to index: Int) async -> [[String]] {
        var requests: [[String]] = []
        for first in stride(from: start, through: index, by: 10) {
            requests.append(await story.requests { show(from: first) })
        }
        return requests
    }
}
