import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

/// Checks that an outbox touches no other posts, files or sessions.
@Suite("Isolation of an outbox", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct OutboxPromiseTests {
    private func write(_ text: String, times: Int, to simulator: LinkSimulator) {
        for number in 0..<times {
            let time = (simulator.posts.map(\.time).max() ?? 0) + 60_000
            let fields = ["content": text, "product_id": simulator.product]
            simulator.posts.insert(
                SimulatedLinkPost(id: "old\(number)", author: simulator.accounts[0].id, fields: fields, time: time), at: 0)
        }
    }

    @Test("Does not mistake an old post with the same text for the lost one") func oldPosts() async throws {
        let fixture = OutboxFixture()
        write("출근", times: 25, to: fixture.simulator)
        let outbox = try fixture.outbox(try await fixture.session())
        // The request is lost, and another device deletes a post before the outbox checks.
        fixture.network.after("POST /post", isStored: false) { [simulator = fixture.simulator] _ in
            simulator.posts.removeAll { $0.id == "old24" }
        }
        let id = outbox.newDraft(.post, "출근")
        outbox.send(id)
        #expect(await outbox.until(id) { $0 == .asking || $0 == nil } == .asking)
        #expect(fixture.posts("출근").count == 24)
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("출근").count == 25)
    }

    @Test("Finds the new post among old posts with the same text") func newPost() async throws {
        let fixture = OutboxFixture()
        write("출근", times: 25, to: fixture.simulator)
        let outbox = try fixture.outbox(try await fixture.session())
        fixture.network.loseAnswers("POST /post")
        let id = outbox.newDraft(.post, "출근")
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("출근").count == 26)
    }

    @Test("Erases an expired account's drafts of earlier launches when another account signs in") func formerAccount()
        async throws
    {
        let fixture = OutboxFixture()
        let launch = try await fixture.session()
        _ = try fixture.outbox(launch).newDraft(.post, "남의 글")
        try await launch.signOut(erasing: false)
        let (session, gate) = (try await fixture.session(), Gate())
        KeptThings(gate: gate).register(session.scope)
        let own = try fixture.outbox(session)
        await own.firstState { $0.isLoaded }
        #expect(own.state.drafts.count == 1)
        fixture.simulator.answer("GET /post", with: .status(401))
        await #expect(throws: NoticeBoardError.self) { try await session.client.postPage(of: .timeline, at: nil, limit: 5) }
        let signingIn = Task { try await session.signIn(email: "user2@example.com", password: "password2") }
        // The new account's outbox opens while the former account's data are being erased.
        await gate.waitForArrivals(1)
        let next = try fixture.outbox(session)
        await letOtherTasksRun()
        gate.open()
        _ = try await signingIn.value
        await next.firstState { $0.isLoaded }
        #expect(fixture.files.isEmpty)
        #expect(next.state.drafts.isEmpty)
    }

    @Test("A composer says that a draft was probably not sent") func asks() async throws {
        let fixture = OutboxFixture()
        let session = try await fixture.session()
        let outbox = try fixture.outbox(session)
        session.account?.setLanguage(.english)
        fixture.network.loseRequests("POST /post", .connectionLost)
        let composer = LinkComposer(outbox, .post)
        composer.change { $0.content = "출근" }
        composer.send()
        await composer.firstState { $0.draft?.status == .asking }
        #expect(composer.state.bannerText == "It was probably not sent. Send it again?")
    }

    @Test("Sends an edit only once when its response is lost") func edits() async throws {
        let simulator = LinkSimulator(posts: 8)
        let network = UnsteadyNetwork(simulator)
        let configuration = LinkClient.Configuration(
            baseURL: PictureFixture.url, key: simulator.key, productID: simulator.product)
        let session = LinkSession(configuration, transport: network)
        try await session.signIn(email: "user1@example.com", password: "password1")
        let post = try await session.client.publish(LinkPostForm(content: "하나"))
        network.loseAnswers("PUT /post/\(post.id)", times: 5)
        await #expect(throws: NoticeBoardError.self) { try await session.client.edit(post.id, LinkPostForm(content: "둘")) }
        #expect(simulator.count("PUT /post/\(post.id)", 200) == 1)
    }

    @Test("A symbolic link that is named like another account's folder is not followed", arguments: ["drafts-", "pictures-"])
    func links(start: String) async throws {
        let fixture = OutboxFixture()
        let outside = ScratchFolder.url("outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: fixture.folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: outside) }
        let file = outside.appendingPathComponent("mine.txt")
        try Data("mine".utf8).write(to: file)
        let link = fixture.folder.appendingPathComponent(start + String(repeating: "a", count: 32))
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
        let session = try await fixture.session()
        let outbox = try fixture.outbox(session)
        await outbox.firstState { $0.isLoaded }
        let pictures = session.pictures(in: fixture.folder)
        _ = try? await pictures?.picture(at: "uploads/none.jpg")
        try await session.signOut()
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A draft that names a file other than its own is damaged", arguments: ["../../outside.txt", "x.jpg", "%.jpg"])
    func foreignFiles(name: String) async throws {
        let fixture = OutboxFixture()
        let first = try fixture.outbox(try await fixture.session())
        let id = first.newDraft(.post, "글")
        try await first.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        await first.waitUntilSaved()
        let outside = fixture.folder.appendingPathComponent("outside.txt")
        try Data("secret".utf8).write(to: outside)
        let own = try #require(first.state[id]?.files.first?.name)
        try await fixture.copied { copy, place in
            let file = place.appendingPathComponent("\(id).draft")
            let text = try String(contentsOf: file, encoding: .utf8)
            let planted = name.replacingOccurrences(of: "%", with: id + "-../../x")
            try Data(text.replacingOccurrences(of: own, with: planted).utf8).write(to: file)
            let later = try fixture.outbox(try await fixture.session(), in: copy)
            await later.firstState { $0.isLoaded }
            #expect(later.state.drafts.isEmpty)
            #expect(later.state.unreadable == ["\(id).damaged"])
            #expect(FileManager.default.fileExists(atPath: copy.appendingPathComponent("outside.txt").path))
        }
    }

    @Test("A draft is damaged if a symbolic link replaced its attached file") func linkedFile() async throws {
        let fixture = OutboxFixture()
        let first = try fixture.outbox(try await fixture.session())
        let id = first.newDraft(.post, "글")
        try await first.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        await first.waitUntilSaved()
        let own = try #require(first.state[id]?.files.first?.name)
        try await fixture.copied { copy, place in
            let attached = place.appendingPathComponent(own)
            try FileManager.default.removeItem(at: attached)
            try FileManager.default.createSymbolicLink(
                at: attached, withDestinationURL: place.appendingPathComponent("\(id).draft"))
            let later = try fixture.outbox(try await fixture.session(), in: copy)
            await later.firstState { $0.isLoaded }
            #expect(later.state.unreadable == ["\(id).damaged"])
        }
    }

    @Test("An outbox without a file URL sends nothing") func noFolder() async throws {
        let fixture = OutboxFixture()
        let session = try await fixture.session()
        let folder = try #require(URL(string: "https://example.com/drafts"))
        let outbox = try #require(session.outbox(in: folder))
        await outbox.firstState { $0.failure != nil }
        #expect(outbox.state.failure?.code == .invalidInput)
        let id = outbox.newDraft(.post, "글")
        #expect(await !outbox.waitUntilSaved())
        outbox.send(id)
        #expect(outbox.state[id]?.status == .waiting)
        #expect(fixture.posts("글").isEmpty)
    }
}
