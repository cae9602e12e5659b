import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Progress of a draft", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct OutboxProgressTests {
    /// Reports a thousand steps of an upload at once.
    private struct SteppingNetwork: HTTPTransport {
        let service: LinkSimulator
        let uploads = Gate()
        let reported = DispatchSemaphore(value: 0)

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            if let progress = request.options.progress {
                try await uploads.pass()
                for sent in 1...1_000 { progress.report(HTTPProgress.Update(sent: sent, toSend: 1_000)) }
                reported.signal()
            }
            return try await service.send(request)
        }
    }

    @Test("A main actor that was busy shows only the newest step of an upload") func newest() async throws {
        let simulator = LinkSimulator()
        let network = SteppingNetwork(service: simulator)
        let configuration = LinkClient.Configuration(
            baseURL: PictureFixture.url, key: simulator.key, productID: simulator.product)
        let session = LinkSession(configuration, transport: network)
        try await session.signIn(email: "user1@example.com", password: "password1")
        let outbox = try #require(session.outbox(in: ScratchFolder.url("progress")))
        var shown: [Double] = []
        let observation = outbox.observe { if $0.progress > 0, $0.progress != shown.last { shown.append($0.progress) } }
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        await network.uploads.waitForArrivals(1)
        blockMainActor(until: network)
        await outbox.sent(id)
        observation.cancel()
        #expect(shown.count <= 2)
        #expect(shown == shown.sorted())
        try await session.signOut()
    }

    private func blockMainActor(until network: SteppingNetwork) {
        network.uploads.open()
        network.reported.wait()
    }
}
