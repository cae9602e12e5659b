import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

/// A forum of an app's own: searches, hides a person and marks what was read, until it signs out; through public API only.
@MainActor @Suite("Forum from launch to sign-out", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchStoryTests {
    private let folder = ScratchFolder.url("forum")
    private let service = TopicService(
        TopicService.ten.map { topic in
            var topic = topic
            topic.author = Person(id: topic.id == 8 ? "bea" : "cas")
            topic.replies = topic.id
            return topic
        })

    /// The objects of a launch.
    @MainActor private final class App {
        let scope: AccountScope
        let history: AccountHistory
        let search: SearchScreen<Topic>
        let hides: HideList<Person, Int>
        let marks: ReadMarks<String, Int>
        var observation: StateObservation?

        init(_ folder: URL, _ service: TopicService) {
            scope = AccountScope(directory: folder)
            scope.restore("me")
            history = AccountHistory(FileSearchHistory(directory: folder, scope: "me"))
            scope.register(history, for: "me")
            search = SearchScreen(history: history) { try await service.search($0.keyword, at: $1) }
            scope.register(search) { $0.clear() }
            hides = HideList(in: folder, scope: scope, me: "me")
            marks = ReadMarks(FileReadMarks(directory: folder, scope: "me"))
            scope.register(marks, for: "me")
            let hides = hides
            search.filter = { _ in hides.state.filter(author: { $0.author.id }, id: { $0.id }) }
            observation = hides.observe { [weak search] _ in search?.applyFilter() }
        }

        func search(_ text: String) async {
            search.begin()
            search.setText(text)
            search.submit()
            await search.firstState { $0.results.isLoaded }
        }
    }

    private var texts: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.map { (try? String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) ?? "" }
    }

    /// The file of hidden people, without one that is being written.
    private var hiddenText: String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        guard let name = names.first(where: { $0.hasPrefix("hides-") && $0.hasSuffix(".json") }) else { return nil }
        return try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("What the user searched, hid and read survives a launch, and a sign-out erases it") func story() async throws {
        let first = App(folder, service)
        _ = try await first.hides.whenRead()
        await first.search("swift")
        #expect(first.search.state.results.items.map(\.id) == [10, 8, 6])
        first.hides.block(Person(id: "bea", name: "Bea"))
        #expect(first.search.state.results.items.map(\.id) == [10, 6])
        first.marks.load()
        first.marks.markRead(10, in: "forum", replies: 10)
        await first.marks.firstState { $0.isRead(10, in: "forum") }
        #expect(await eventually { hiddenText?.contains("Bea") == true })
        #expect(await eventually { texts.contains { $0.contains("swift") } })
        #expect(await eventually { texts.contains { $0.contains("\"boards\"") } })

        let second = App(folder, service)
        second.search.begin()
        await second.search.firstState { $0.history.map(\.keyword) == ["swift"] }
        _ = try await second.hides.whenRead()
        second.search.choose(second.search.state.history[0])
        await second.search.firstState { $0.results.isLoaded }
        #expect(second.search.state.results.items.map(\.id) == [10, 6])
        second.marks.load()
        await second.marks.firstState { $0.newReplies(to: 10, in: "forum", count: 22) == 12 }

        second.scope.signOut()
        #expect(second.search.state.activity == .inactive)
        #expect(second.search.state.history.isEmpty)
        #expect(second.hides.state.isEmpty)
        #expect(!second.marks.state.isRead(10, in: "forum"))
        await second.scope.waitUntilErased()
        for word in ["Bea", "bea", "swift", "boards"] {
            #expect(!texts.contains { $0.contains(word) }, "\(word)")
        }
    }
}
