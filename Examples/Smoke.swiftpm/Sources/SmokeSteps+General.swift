import Foundation
import NoticeBoard
import NoticeBoardTesting

extension SmokeSteps {
    @MainActor static func errors() async throws -> [String] {
        // Reflection loads metadata of function types, which may be missing before iOS 18.
        let time = String(reflecting: Swift.Mirror(reflecting: TimeSource.system).children.map(\.value))
        let error = NoticeBoardError(.noNetwork)
        try require(!error.text(in: .korean).isEmpty, "no text in Korean")
        return [error.text(in: .preferred), "\(time.utf8.count) bytes of reflection"]
    }

    @MainActor static func life() async throws -> [String] {
        let network = ManualNetwork(isOnline: false)
        let life = AppLife(network: network)
        life.followSystem()
        var events: [String] = []
        let observation = life.observe { events.append("\($0)") }
        let list = Loader(life: life) { "loaded" }
        list.open()
        await list.firstState(within: 10) { $0.value != nil }
        life.enterBackground()
        life.enterForeground()
        try require(life.isInForeground, "the app is not in the foreground")
        try require(!events.isEmpty, "no event of the app's life")
        observation.cancel()
        return events + ["online: \(SystemNetwork.shared.isOnline.map { "\($0)" } ?? "unknown")"]
    }

    @MainActor static func list() async throws -> [String] {
        let feed = Feed<SmokeTopic> { position in
            let page = position?.page ?? 0
            let topics = Array(SmokeTopic.topics(50).dropFirst(20 * page).prefix(20))
            return Page(items: topics, next: topics.count == 20 ? .page(page + 1) : nil, total: 50)
        }
        feed.open()
        await feed.firstState(within: 10) { $0.isLoaded }
        feed.rowAppeared(feed.state.items[19].id)
        await feed.firstState(within: 10) { $0.items.count == 40 }
        await feed.refreshAndWait()
        try require(feed.state.items.count == 40, "\(feed.state.items.count) rows instead of 40")
        return feed.state.items.prefix(5).map(\.title)
    }

    @MainActor static func liveList() async throws -> [String] {
        let live = ManualLive<SmokeTopic>()
        let feed = Feed<SmokeTopic> { _ in Page(items: SmokeTopic.topics(3)) }
        feed.follow(live.steps()) { topic, _ in [.insert(topic)] }
        feed.open()
        await live.waitForReaders(1)
        live.connect()
        await feed.firstState(within: 10) { $0.live == .following }
        live.send(SmokeTopic(id: 4, title: "Live"))
        await feed.firstState(within: 10) { $0.items.contains(id: 4) }
        live.cut()
        await feed.firstState(within: 10) { if case .behind = $0.live { true } else { false } }
        try require(feed.state.items.first?.title == "Live", "the event is no row")
        feed.close()
        return feed.state.items.map(\.title)
    }

    @MainActor static func search() async throws -> [String] {
        let title = "메일 서버 점검"
        let marked = Highlighter("ㅁㅇ", options: .hangulTyping).ranges(in: title).map { String(title[$0]) }
        try require(marked == ["메일"], "the marks are \(marked)")
        let history = FileSearchHistory(directory: folder())
        guard let query = SearchQuery("메일") else { throw SmokeFailure("the word is no query") }
        try await history.apply(.save(query.key))
        let entries = try await history.entries()
        try require(entries.map(\.keyword) == ["메일"], "the history is \(entries.count) long")
        return marked + entries.map(\.keyword)
    }

    @MainActor static func outbox() async throws -> [String] {
        let outbox = Outbox<SmokeDraft>(
            in: folder(), sender: KeyedSender<SmokeDraft, String> { parcel in parcel.draft.title })
        let draft = outbox.newDraft(SmokeDraft(title: "Hello"))
        outbox.send(draft)
        let state = await outbox.firstState(within: 10) { $0.isLoaded && $0.items.isEmpty }
        try require(state != nil, "the draft was not sent: \(outbox.state.items.map(\.status))")
        return ["sent once"]
    }

    @MainActor static func offline() async throws -> [String] {
        let mirror = NoticeBoardOfflineMirror(in: folder(), rules: MirrorRules(texts: ["title": { $0.title }])) { _, _, _ in
            Page(items: SmokeTopic.topics(20))
        }
        try await mirror.update("newest")
        let stored = try await mirror.items(in: "newest")
        try require(stored.items.count == 20, "\(stored.items.count) items are stored")
        var found: [String] = []
        for try await match in mirror.search(Highlighter("topic 7")) { found.append(match.item.title) }
        try require(found == ["Topic 7"], "found \(found)")
        return found
    }

    @MainActor static func pictures() async throws -> [String] {
        let gif = "R0lGODlhAQABAIAAAAAAAP///yH+DjM3LjU3TiAxMjYuOThFACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="
        let photo = Data(base64Encoded: gif) ?? Data()
        let picture = try CleanPicture(photo)
        try require(picture.data.range(of: Data("37.57N".utf8)) == nil, "the place is still in the picture")
        let cache = Pictures(in: folder()) { _ in photo }
        let loaded = try await cache.picture(at: "a.gif")
        try require(loaded == photo, "another picture came back")
        return ["\(photo.count) bytes became \(picture.data.count)"]
    }

    @MainActor static func searchScreen() async throws -> [String] {
        let screen = SearchScreen<SmokeTopic>(history: InMemorySearchHistory()) { query, _ in
            Page(items: SmokeTopic.topics(20).filter { $0.title.contains(query.keyword) })
        }
        screen.begin()
        screen.setText("Topic 1")
        screen.submit()
        await screen.firstState(within: 10) { $0.display == .items }
        let hides = HideList<SmokeAuthor, Int>(in: folder())
        _ = try await hides.whenRead()
        hides.block(SmokeAuthor(id: "bob"))
        try require(screen.state.results.items.count == 11, "\(screen.state.results.items.count) hits")
        return screen.state.results.items.map(\.title)
    }

    @MainActor static func composite() async throws -> [String] {
        let name = Loader { "Ann" }
        let topics = Feed<SmokeTopic> { _ in Page(items: SmokeTopic.topics(2)) }
        let screen = CompositeScreen([ScreenPart(name), ScreenPart(topics)])
        screen.open()
        await name.firstState(within: 10) { $0.value != nil }
        await topics.firstState(within: 10) { $0.isLoaded }
        screen.refresh()
        await topics.firstState(within: 10) { !$0.isLoading }
        try require(name.state.value == "Ann", "the value was not loaded")
        screen.close()
        return [name.state.value ?? ""] + topics.state.items.map(\.title)
    }

    @MainActor static func exam() async throws -> [String] {
        let exam = ServiceExam<SmokeTopic>(pageSize: 20, rank: { Double($0.id) }) { position, limit in
            var start = 0
            if case .offset(let offset) = position { start = offset }
            let topics = Array(SmokeTopic.topics(60).dropFirst(start).prefix(limit))
            return Page(items: topics, next: topics.isEmpty ? nil : .offset(start + topics.count), total: 60)
        }
        let report = await exam.run()
        try require(report.isComplete && report.items == 60, "the exam read \(report.items) items")
        return "\(report)".split(separator: "\n").map(String.init)
    }
}

/// In a file that imports the module, `Mirror` alone could be Swift's reflection.
typealias NoticeBoardOfflineMirror = NoticeBoardOffline.Mirror<SmokeTopic>
