import Foundation
import NoticeBoardKitOffline

/// The app of a launch that was killed.
struct FormerApp {
    weak var app: BoardApp?
}

/// The user, who acts at random and knows what the screens must show.
@MainActor final class User {
    let model: ModelService
    let clock = Clock()
    var ledger = Ledger()
    var random: Random
    var device: Device
    var isTraced = false
    /// What the app kept when it went to the background last: the board, and the post at the top of the screen.
    var keptPlace: (board: Int, post: Int?)?
    private let folder: URL
    private let most: Int
    private var step = 0
    private var wasMisplaced = false
    private var missedBefore: Set<Post.ID> = []
    /// The apps of former launches, which must not stay in memory.
    private var formerApps: [FormerApp] = []

    init(_ model: ModelService, folder: URL, seed: UInt64, most: Int) {
        self.model = model
        self.folder = folder
        self.most = most
        random = Random(seed: seed)
        device = Device(model, folder: folder, clock: clock)
    }

    var list: PostList { device.app.list }
    var board: ModelBoard { model[device.app.selection.board?.id ?? 1] }
    var isOnline: Bool { model.network == .online }

    /// The number of former launches whose screens are still in memory.
    var appsInMemory: Int { formerApps.count { $0.app != nil } }

    /// The first launch, which stores the boards.
    func begin() async {
        await act("launch") { await device.app.open() }
        await act("mirror") {
            for board in (try? await device.mirror.updateBoards()) ?? [] { _ = try? await device.mirror.update(board.id) }
        }
    }

    /// Launches the app again, and kills the former launch.
    func relaunch() async {
        device.kill()
        formerApps.append(FormerApp(app: device.app))
        device = Device(model, folder: folder, clock: clock)
        await act("launch", movesPlace: true) { await device.app.open() }
        checkKeptPlace()
    }

    /// Lets the user do one thing, which may be several acts.
    func step(_ number: Int) async {
        step = number
        if !isOnline, random.isTrue(0.2) { return await changeNetwork() }
        clock.advance(by: Double(1 + random.below(20)))
        switch random.below(100) {
        case ..<34: await scroll(down: true)
        case ..<42: await scroll(down: false)
        case ..<45: await top()
        case ..<57: await pull()
        case ..<65: await tapGap()
        case ..<71: await search()
        case ..<78: await read()
        case ..<85: await changeNetwork()
        case ..<91: await leaveAndReturn()
        case ..<94: await beKilled()
        case ..<96: await updateMirror()
        case ..<98: await manyChanges()
        default: await visitOtherBoard()
        }
    }

    // MARK: - Acts and checks

    /// Runs one act, waits until the app asks for nothing more, and checks what must hold after each act.
    func act(_ name: String, movesPlace: Bool = false, _ body: @MainActor () async -> Void) async {
        let kind = isOnline ? name : "\(name) (tunnel)"
        let place = (board: device.app.selection.board?.id, post: list.anchor)
        let before = model.requestCount
        await body()
        await rest()
        let requests = model.requests(after: before)
        if isTraced {
            print(
                "\(step) \(kind): \(requests.count) [\(Ledger.text(of: requests))] \(list.state.rows.count) rows at \(list.anchor ?? 0)"
            )
        }
        ledger.add(kind, Ledger.Act(step: step, requests: requests))
        let count = requests.count { $0 != "menu" }
        if count > most, name != "mirror" {
            fail("an act takes at most \(most) requests beside the menu", kind, "\(count): \(Ledger.text(of: requests))", count)
        }
        for screen in device.takeRepeated() { fail("no row is twice", kind, screen) }
        checkOrder(kind)
        guard !movesPlace, let post = place.post, place.board == device.app.selection.board?.id, board.isLiving(post) else {
            return
        }
        if list.anchor != post { fail("an act keeps the place", kind, "post \(list.anchor ?? 0) instead of \(post)") }
    }

    func fail(_ claim: String, _ act: String, _ text: String, _ weight: Int = 0) {
        if isTraced { print("    DOES NOT HOLD: \(claim): \(text)") }
        ledger.fail(claim, Ledger.Finding(step: step, act: act, text: text, weight: weight))
    }

    /// Waits until the app is idle.
    ///
    /// The states do not say that rows are loaded again, so the requests are watched too.
    func rest(quiet: Double = 0.04) async {
        var count = -1
        var quietSince = Date()
        let end = Date().addingTimeInterval(15)
        while Date() < end, Date().timeIntervalSince(quietSince) < quiet {
            if model.isBusy || model.requestCount != count || !device.isResting {
                count = model.requestCount
                quietSince = Date()
            }
            try? await Task.sleep(nanoseconds: 1_000_000)
        }
        if Date() >= end { fail("an act ends", "rest", "still loading after 15 seconds: \(device.loading)") }
    }

    private func checkOrder(_ act: String) {
        let living = list.state.rows.ids.filter(board.isLiving)
        let misplaced = zip(living, living.dropFirst()).first { $1 > $0 }
        defer { wasMisplaced = misplaced != nil }
        // Rows that stay misplaced are one finding.
        guard let (first, second) = misplaced, !wasMisplaced else { return }
        fail("living rows are in the service's order", act, "\(second) below \(first)")
    }

    /// Checks after a launch that board and place are those that were kept.
    private func checkKeptPlace() {
        guard let keptPlace else { return }
        ledger.count("launches with a kept place")
        let act = isOnline ? "launch" : "launch (tunnel)"
        let shown = "board \(device.app.selection.board?.id ?? 0), post \(list.anchor ?? 0)"
        let expected = "board \(keptPlace.board), post \(keptPlace.post ?? 0)"
        guard device.app.selection.board?.id == keptPlace.board else {
            return fail("a launch shows the kept place", act, "\(shown) instead of \(expected)")
        }
        // In place of a deleted post, a neighbor is at the top.
        guard let post = keptPlace.post, board.isLiving(post) else { return }
        if list.anchor != post || list[post] == nil {
            fail("a launch shows the kept place", act, "\(shown) instead of \(expected)")
        }
    }

    // MARK: - Missing posts

    /// Checks after a pull that every living post down to the last row is shown, or is in a gap.
    ///
    /// Posts that arrived after `newest` may be missing. A list that shows stored posts is not checked.
    func checkMissing<Screen: FeedScreen>(_ screen: Screen, newest: Int?, act: String, living: () -> [Int]) async
    where Screen.Item == Post {
        guard isOnline, !screen.feed.isStale, screen.feed.storedAt == nil, screen.feed.failure == nil else { return }
        ledger.count("lists compared with the service after a pull")
        guard !Self.missing(screen.feed, newest: newest, living: living()).isEmpty else { return }
        // On a busy machine the app may only have paused.
        await rest(quiet: 0.5)
        let missing = Self.missing(screen.feed, newest: newest, living: living())
        // Posts that stay missing are one finding.
        guard let first = missing.first(where: { !missedBefore.contains($0) }) else { return }
        missedBefore.formUnion(missing)
        fail(
            "no post is missing outside a gap", act, "\(missing.count) missing, such as \(first); \(screen.feed.items.count) rows"
        )
    }

    private static func missing(_ feed: FeedState<Post>, newest: Int?, living: [Int]) -> [Int] {
        var missing: [Int] = []
        var isBelowGap = false
        // The index of the living post that must be shown next.
        var expected = newest.flatMap { newest in living.lastIndex { $0 <= newest } } ?? -1
        for entry in feed.entries {
            guard case .item(let post) = entry else {
                isBelowGap = true
                continue
            }
            // A deleted post has no index.
            guard let here = ModelBoard.index(of: post.id, in: living) else { continue }
            if here < expected, !isBelowGap { missing += living[here + 1...expected].reversed() }
            // Posts above `newest` are shown before the expected one.
            if here <= expected { expected = here - 1 }
            isBelowGap = false
        }
        return missing
    }
}
