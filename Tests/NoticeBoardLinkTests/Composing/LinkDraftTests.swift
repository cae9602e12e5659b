import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardPictures
import NoticeBoardTesting
import Testing

@Suite("Drafts and their validation", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor
struct LinkDraftTests {
    private let fixture = OutboxFixture()

    private func mine(_ session: LinkSession) async throws -> LinkPost {
        try await session.client.publish(
            LinkPostForm(title: "제목", content: "글 #봄", files: [LinkFile(unchecked: PictureSample.rgb, kind: .png)]))
    }

    @Test("Publishes a post with its text, hashtags and files") func post() async throws {
        let session = try await fixture.session()
        let outbox = try fixture.outbox(session)
        let received = Locked<[LinkChange]>([])
        let listening = session.account?.changes.observe { change in received.withLock { $0.append(change) } }
        let id = outbox.newDraft(.post)
        #expect(outbox.state[id]?.problem == .postEmpty)
        #expect(outbox.send(id) == .postEmpty)
        outbox.change(id) { form in
            (form.title, form.content, form.content2) = ("제목", "안녕 #봄", "둘")
            form.hashtags = ["봄", "#여름", "가을", "가을"]
        }
        let picture = PictureBuilder.inserted(PictureBuilder.exif(3), at: 20, in: PictureSample.baseline)
        try await outbox.attach(LinkFile(unchecked: picture, kind: .jpeg), to: id)
        try await outbox.attach(LinkFile(unchecked: PictureSample.pdf, kind: .pdf), to: id)
        #expect(outbox.state[id]?.problem == nil)
        #expect(outbox.send(id) == nil)
        await outbox.sent(id)
        let post = try #require(fixture.simulator.posts.first)
        #expect(post.fields["content"] == "안녕 #봄\n#여름 #가을")
        #expect(post.fields["title"] == "제목")
        #expect(post.fields["content2"] == "둘")
        #expect(post.fields["content1"] == nil)
        #expect(post.fields["product_id"] == fixture.simulator.product)
        #expect(fixture.simulator.files[post.files[0]]?.count == PictureSample.baseline.count + 36)
        #expect(fixture.simulator.files[post.files[1]] == PictureSample.pdf)
        guard case .posted(let received)? = received.withLock({ $0 }).first else {
            Issue.record("nobody was told")
            return
        }
        #expect(received.id == post.id)
        #expect(listening != nil)
        await fixture.untilEmpty()
    }

    @Test("Sends every field of a new post and of an edit under its own name") func fields() async throws {
        let session = try await fixture.session()
        let outbox = try fixture.outbox(session)
        let id = outbox.newDraft(.post)
        @Sendable nonisolated func fill(_ form: inout LinkDraftForm, _ mark: String) {
            (form.title, form.content) = ("t" + mark, "c" + mark)
            (form.content1, form.content2, form.content3) = ("1" + mark, "2" + mark, "3" + mark)
            (form.content4, form.content5) = ("4" + mark, "5" + mark)
        }
        outbox.change(id) { fill(&$0, "new") }
        outbox.send(id)
        await outbox.sent(id)
        func stored(_ mark: String) throws -> [String] {
            let fields = try #require(fixture.simulator.posts.first).fields
            return ["title", "content", "content1", "content2", "content3", "content4", "content5"].compactMap { fields[$0] }
        }
        #expect(try stored("new") == ["t", "c", "1", "2", "3", "4", "5"].map { $0 + "new" })
        let post = try await session.client.post(try #require(fixture.simulator.posts.first).id)
        let edit = outbox.newDraft(.edit(post))
        outbox.change(edit) { fill(&$0, "old") }
        outbox.send(edit)
        await outbox.sent(edit)
        #expect(try stored("old") == ["t", "c", "1", "2", "3", "4", "5"].map { $0 + "old" })
    }

    @Test("An edit sends only the changed fields") func edit() async throws {
        let session = try await fixture.session()
        let post = try await mine(session)
        let outbox = try fixture.outbox(session)
        let id = outbox.newDraft(.edit(post))
        #expect(outbox.state[id]?.problem == .nothingToChange)
        #expect(outbox.state[id]?.notice(in: .korean) == nil)
        try await outbox.attach(LinkFile(unchecked: PictureSample.gif, kind: .gif), to: id)
        let draft = try #require(outbox.state[id])
        #expect(draft.notice(in: .korean)?.contains("1개") == true)
        #expect(draft.notice(in: .english)?.contains("replace") == true)
        outbox.change(id) { $0.content = "다른 글" }
        outbox.send(id)
        await outbox.sent(id)
        let now = try await session.client.post(post.id)
        #expect(now.content == "다른 글")
        #expect(now.title == "제목")
        #expect(now.pictures.count == 1)
        #expect(now.pictures != post.pictures)
        let body = fixture.simulator.requests.last { $0.method == .put }?.body
        let form = OutboxFixture.texts(of: body)
        #expect(!form.isEmpty)
        #expect(form.range(of: Data("name=\"title\"".utf8)) == nil)
        // Without attachments the files stay, and the remaining post must not be empty.
        let other = outbox.newDraft(.edit(now))
        outbox.change(other) { ($0.title, $0.content) = ("", " ") }
        outbox.send(other)
        await outbox.sent(other)
        #expect(try await session.client.post(post.id).pictures == now.pictures)
        let text = try await session.client.publish(LinkPostForm(content: "글"))
        let emptied = outbox.newDraft(.edit(text), " ")
        #expect(outbox.send(emptied) == .postEmpty)
    }

    @Test("Sends a reply") func reply() async throws {
        let session = try await fixture.session()
        let post = try await mine(session)
        let outbox = try fixture.outbox(session)
        let id = outbox.newDraft(.reply(on: post.id), " ")
        #expect(outbox.send(id) == .replyEmpty)
        let error = await #expect(throws: NoticeBoardError.self) {
            try await outbox.attach(LinkFile(unchecked: PictureSample.gif, kind: .gif), to: id)
        }
        #expect(error?.code == .replyWithFiles)
        outbox.change(id) { $0.content = "답글" }
        outbox.send(id)
        await outbox.sent(id)
        #expect(try await session.client.post(post.id).replies.map(\.content) == ["답글"])
    }

    @Test("Validates files when they are attached") func files() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        let id = outbox.newDraft(.post)
        for (code, data) in [
            (.fileKindUnknown, Data("MZ a program".utf8)), (.fileDamaged, PictureSample.rgb.dropLast(9)),
            (.fileEmpty, Data()),
            (.fileTooLarge, PictureBuilder.gif(10 << 20)),
        ] as [(NoticeBoardError.Code, Data)] {
            let error = await #expect(throws: NoticeBoardError.self) {
                try await outbox.attach(LinkFile(unchecked: data, kind: .jpeg), to: id)
            }
            #expect(error?.code == code)
        }
        for _ in 0..<5 { try await outbox.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id) }
        let error = await #expect(throws: NoticeBoardError.self) {
            try await outbox.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        }
        #expect(error?.code == .tooManyFiles)
        let file = try #require(outbox.state[id]?.files[1])
        #expect(try Data(contentsOf: outbox.url(of: file)) == PictureSample.rgb)
        outbox.detach(file, from: id)
        await fixture.until { !fixture.files.contains(file.name) }
        #expect(outbox.state[id]?.files.count == 4)
        outbox.discard(id)
        await fixture.untilEmpty()
    }

    @Test("Hashtags are single words") func hashtags() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        let id = outbox.newDraft(.post, "글")
        for tag in ["두 낱말", "#", "", "a#b"] {
            outbox.change(id) { $0.hashtags = [tag] }
            #expect(outbox.send(id) == .hashtagInvalid)
        }
    }

    @Test("A composer controls its draft") func composer() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        let composer = LinkComposer(outbox, .post)
        #expect(composer.state.problem == .postEmpty)
        #expect(composer.state.progress == nil)
        composer.change { $0.content = "secret words" }
        #expect(composer.state.problem == nil)
        let draft = try #require(composer.state.draft)
        for shown in ["\(draft)", "\(draft.form)", String(reflecting: outbox.state), "\(LinkDraftTarget.reply(on: "p1"))"] {
            #expect(!shown.contains("secret"))
        }
        try await composer.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png))
        let file = try #require(composer.state.draft?.files.first)
        composer.detach(file)
        #expect(composer.state.draft?.files.isEmpty == true)
        fixture.network.down(NoticeBoardError(.noNetwork))
        composer.send()
        await composer.firstState { $0.draft?.status == .waiting }
        composer.takeBack()
        await composer.firstState { $0.draft?.status == .writing }
        fixture.network.down(nil)
        outbox.resume()
        composer.send()
        await composer.firstState { $0.draft == nil }
        #expect(fixture.posts("secret words").count == 1)
        let thrown = LinkComposer(outbox, .post)
        thrown.change { $0.content = "thrown away" }
        thrown.discard()
        await thrown.firstState { $0.draft == nil }
        #expect(fixture.posts("thrown away").isEmpty)
    }
}
