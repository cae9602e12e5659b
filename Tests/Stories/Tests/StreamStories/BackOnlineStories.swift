import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardOutbox
import NoticeBoardPaging
import NoticeBoardTesting
import StorySupport
import Testing

/// The network goes, and comes back: everything that waited goes on by itself, in order, over the course of a second.
@Suite("Back online", .serialized, .timeLimit(.minutes(1))) @MainActor struct BackOnlineStories {
    nonisolated private struct Note: Identifiable, Codable, Equatable, Sendable {
        let id: Int
    }

    nonisolated private struct NewNote: OutboxDraft {
        var text = ""
    }

    /// A service that the network hides, and that notes who reached it.
    @MainActor private final class Service {
        var isReachable = true
        var calls: [String] = []

        func call(_ name: String) throws {
            guard isReachable else { throw NoticeBoardError(.noNetwork) }
            calls.append(name)
        }

        func page(_ name: String) throws -> Page<Note> {
            try call(name)
            return Page(items: [Note(id: 2), Note(id: 1)])
        }
    }

    private let service = Service()
    private let network = ManualNetwork()
    private let clock = ManualClock()
    private let live = ManualLive<Note>()

    @Test("An outbox, a live list, a mirror and a failed list go on in the order in which they were made")
    func goesOn() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let life = AppLife(network: network, time: clock.time, random: { 0.5 })
        var rules = FeedRules<Note>()
        rules.life = life

        let outbox = Outbox(
            in: folder, life: life, time: clock.time,
            sender: KeyedSender<NewNote, Note> { [service] _ in
                try await service.call("outbox")
                return Note(id: 3)
            })
        let followed = Feed(rules, time: clock.time) { [service] _ in try await service.page("live list") }
        followed.follow(live.steps()) { note, _ in [.insert(note)] }
        let mirror = Mirror<Note>(in: folder, life: life, time: clock.time) { [service] _, _, _ in
            try await service.page("mirror")
        }
        let list = Feed(rules, time: clock.time) { [service] _ in try await service.page("list") }

        // Online: the live list follows.
        #expect(await eventually { outbox.state.isLoaded })
        followed.open()
        await live.waitForReaders(1)
        live.connect()
        #expect(await eventually { followed.state.live == .following })

        // The network goes.
        network.isOnline = false
        service.isReachable = false
        live.end(throwing: NoticeBoardError(.connectionLost))
        let draft = outbox.newDraft(NewNote())
        outbox.change(draft) { $0.text = "Hello" }
        outbox.send(draft)
        #expect(await eventually { outbox.state.pauseReason != nil })
        await #expect(throws: NoticeBoardError.self) { try await mirror.update("notes") }
        list.open()
        #expect(await eventually { list.state.failure != nil })
        #expect(await eventually { followed.state.liveFailure != nil })

        // It comes back.
        service.calls = []
        service.isReachable = true
        await network.waitForReaders(1)
        network.isOnline = true
        let order = ["outbox", "live list", "mirror", "list"]
        for step in 1...4 {
            // Each waits for its quarter of the second.
            let wait = step == 1 ? 0.125 : 0.25
            #expect(await eventually { clock.pending.contains { abs($0 - wait) < 0.001 } })
            #expect(service.calls == Array(order.prefix(step - 1)))
            clock.advance(by: wait)
            if step == 2 {
                await live.waitForOpened(2)
                live.connect()
            }
            #expect(await eventually { service.calls.count == step })
        }
        #expect(service.calls == order)
        #expect(await eventually { outbox.state[draft] == nil })
        #expect(await eventually { followed.state.live == .following })
        #expect(await eventually { list.state.isLoaded && list.state.failure == nil })
    }
}
