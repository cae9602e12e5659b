import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: pictures and documents", .timeLimit(.minutes(2))) @MainActor struct FileStories {
    @Test("Removes the location of a photo") func sideways() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "sideways")
                try await composer.attach(try LinkFile(data: LinkSampleFile.sidewaysPhoto()))
                #expect(await composer.outbox.waitUntilSaved())
            }
            try await story.launch { app in
                try await app.session.restore()
                let outbox = try await app.outbox()
                outbox.send(try #require(outbox.draft("sideways")).id)
                #expect(await eventually { story.posts("sideways").count == 1 })
                let path = try #require(story.posts("sideways").first?.files.first)
                let sent = try #require(story.service.files[path])
                #expect(sent.range(of: Data(LinkSampleFile.place.utf8)) == nil)
                #expect(sent.range(of: Data([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6])) != nil)
            }
        }
    }

    @Test("Rejects unsupported files without losing the draft") func refusedFiles() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "with a file")
                let refused: [(Data, NoticeBoardError.Code)] = [
                    (LinkSampleFile.heic, .fileKindUnknown), (Data(), .fileEmpty),
                    (LinkSampleFile.document(bytes: 11 << 20), .fileTooLarge),
                ]
                for (data, code) in refused {
                    let error = await #expect(throws: NoticeBoardError.self) {
                        try await composer.attach(LinkFile(unchecked: data, kind: .pdf))
                    }
                    #expect(error?.code == code)
                    #expect(error?.code.text(in: .korean).isEmpty == false)
                }
                #expect(composer.state.draft?.files.isEmpty == true)
                try await composer.attach(try LinkFile(data: LinkSampleFile.photo))
                story.network.loseAnswers(to: "POST /post")
                composer.send()
                #expect(await eventually { composer.state.draft == nil })
                #expect(story.posts("with a file").map(\.files.count) == [1])
            }
        }
    }

    @Test("Shows an uploaded picture without a download") func uploadedPicture() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let pictures = try app.pictures()
                let composer = try await app.compose(.post, "a picture")
                try await composer.attach(try LinkFile(data: LinkSampleFile.photo))
                composer.send()
                #expect(await eventually { composer.state.draft == nil })
                let path = try #require(story.posts("a picture").first?.files.first)
                story.network.isDown = true
                #expect(try await pictures.picture(at: path) == story.service.files[path])
                try await app.session.signOut()
                #expect(pictures.remembered(path) == nil)
            }
        }
    }

    @Test("Stores pictures in an external cache until the sign-out") func foreignCache()
        async throws
    {
        try await linkStory { story in
            let cache = DictionaryCache()
            try await story.launch { app in
                try await app.signIn()
                let pictures = try #require(app.session.pictures(in: cache))
                let composer = try await app.compose(.post, "a picture")
                try await composer.attach(try LinkFile(data: LinkSampleFile.photo))
                composer.send()
                #expect(await eventually { composer.state.draft == nil })
                let path = try #require(story.posts("a picture").first?.files.first)
                #expect(await eventually { cache.data(for: path) == story.service.files[path] })
                pictures.forgetMemory()
                story.network.isDown = true
                #expect(try await pictures.picture(at: path) == story.service.files[path])
                try await app.session.signOut()
                #expect(cache.data(for: path) == nil)
                #expect(story.files("").filter { $0.hasPrefix("pictures-") } == [])
            }
        }
    }

    @Test("Shows viewed pictures without a network until the sign-out") func offlinePictures() async throws {
        try await linkStory { story in
            let path = try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "a picture")
                try await composer.attach(try LinkFile(data: LinkSampleFile.photo))
                composer.send()
                #expect(await eventually { composer.state.draft == nil })
                let path = try #require(story.posts("a picture").first?.files.first)
                _ = try await app.pictures().picture(at: path)
                #expect(await eventually { story.hasStoredPicture })
                return path
            }
            story.network.isDown = true
            try await story.launch { app in
                _ = try? await app.session.restore()
                let pictures = try app.pictures()
                #expect(try await pictures.picture(at: path) == story.service.files[path])
                try await app.session.signOut()
                await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: path) }
                #expect(pictures.remembered(path) == nil)
            }
        }
    }

    @Test(
        "Shows a WebP or HEIC picture with the extension .jpg",
        arguments: ["RIFF\0\0\0\0WEBPVP8 ", "\0\0\0\u{18}ftypheic\0\0\0\0"])
    func otherKinds(_ beginning: String) async throws {
        try await linkStory { story in
            let picture = Data(beginning.utf8) + Data(count: 64)
            story.service.answer("GET /uploads/posts/a.jpg", with: .data(picture))
            try await story.launch { app in
                try await app.signIn()
                #expect(try await app.pictures().picture(at: "uploads/posts/a.jpg") == picture)
                #expect(try app.pictures().remembered("uploads/posts/a.jpg") == picture)
                #expect(await eventually { story.hasStoredPicture })
            }
            story.network.isDown = true
            try await story.launch { app in
                _ = try? await app.session.restore()
                let kept = try await app.pictures().picture(at: "uploads/posts/a.jpg")
                #expect(kept == picture)
            }
        }
    }

    @Test("Keeps no draft of composers left empty") func emptyComposers() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let post = try await app.session.client.postPage(of: .timeline, at: nil, limit: 5).items[0]
                for target in [LinkDraftTarget.post, .reply(on: post.id)] { _ = LinkComposer(try await app.outbox(), target) }
                let typed = LinkComposer(try await app.outbox(), .post)
                typed.change { $0.content = "a" }
                #expect(await typed.outbox.waitUntilSaved())
                #expect(story.files(".draft").count == 1)
                // Delete the text again.
                typed.change { $0.content = "" }
                #expect(await typed.outbox.waitUntilSaved())
                #expect(story.files(".draft") == [])
            }
            try await story.launch { app in
                try await app.session.restore()
                #expect(try await app.outbox().state.drafts.isEmpty)
            }
        }
    }
}

/// A cache like that of an image library.
private final class DictionaryCache: LinkPictureCache, @unchecked Sendable {
    private let lock = NSLock()
    private var pictures: [String: Data] = [:]

    func data(for path: String) -> Data? { lock.withLock { pictures[path] } }
    func store(_ data: Data, for path: String) { lock.withLock { pictures[path] = data } }
    func removeAll() async { lock.withLock { pictures = [:] } }
}

extension LinkStory {
    /// Whether a picture is on the disk as a whole, not as a temporary file.
    fileprivate var hasStoredPicture: Bool {
        files("").contains { $0.hasPrefix("pictures-") && $0.contains("/") && !$0.hasSuffix(".part") }
    }
}
