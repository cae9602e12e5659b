import Foundation
import NoticeBoardHTTP
import NoticeBoardKitOffline

/// One launch of a board app, set up as the guides show: place, read marks, history, `mirror.offlineFallback` and `showStored(from:)`.
@MainActor final class Device {
    let app: BoardApp
    let mirror: BoardMirror
    private let kept: StateObservation
    private var observations: [StateObservation] = []
    /// Rows that were twice in a state.
    private(set) var repeated: [String] = []

    init(_ model: ModelService, folder: URL, clock: Clock) {
        let base = URL(string: "https://board.example/api/v2") ?? URL(fileURLWithPath: "/")
        let client = NoticeBoardClient(
            APIClient.Configuration(baseURL: base, token: .bearer("scale"), retry: .never), transport: model)
        mirror = BoardMirror(
            service: client, folder: folder.appendingPathComponent("mirror"), account: "ann", now: { clock.date },
            time: TimeSource(now: { clock.date.timeIntervalSinceReferenceDate }, sleep: TimeSource.system.sleep))
        app = BoardApp(
            service: mirror.offlineFallback,
            history: FileSearchHistory(directory: folder, scope: "ann"),
            marks: PostMarks(FilePostMarks(directory: folder, scope: "ann")),
            place: FileBoardPlace(directory: folder, scope: "ann"),
            now: { clock.date })
        kept = app.showStored(from: mirror)
        observations = [
            app.list.observe { [weak self] in self?.check("list", $0.rows.ids) },
            app.search.observe { [weak self] in self?.check("search", $0.hits.ids) },
        ]
    }

    private func check(_ screen: String, _ ids: [Post.ID]) {
        if Set(ids).count < ids.count { repeated.append(screen) }
    }

    /// Takes the rows that were twice since the last call.
    func takeRepeated() -> [String] {
        defer { repeated = [] }
        return repeated
    }

    /// Ends the app without asking it, as the system does.
    func kill() {
        kept.cancel()
        for observation in observations { observation.cancel() }
        app.list.close()
        app.search.close()
    }

    /// Whether no screen says that it loads.
    var isResting: Bool { loading.isEmpty }

    /// The screens that say that they load.
    var loading: String {
        var names: [String] = []
        if app.menu.state.boards.phase.isLoading { names.append("menu") }
        let list = app.list.state.feed
        if list.refresh.isLoading { names.append("top of the list") }
        if list.older.isLoading { names.append("end of the list") }
        if list.gapPhases.values.contains(where: \.isLoading) { names.append("gap of the list") }
        if list.isLoading, names.isEmpty { names.append("list") }
        if app.search.state.results.isLoading { names.append("search") }
        if app.page.state.isLoading { names.append("page, beside \(list.gaps.count) gaps") }
        return names.joined(separator: ", ")
    }
}

/// The time of the run, which passes only when the user lets it.
///
/// `@unchecked Sendable`: the lock guards the date.
final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var seconds = 1_772_000_000.0

    var date: Date { lock.withLock { Date(timeIntervalSince1970: seconds) } }
    func advance(by seconds: Double) { lock.withLock { self.seconds += seconds } }
}
