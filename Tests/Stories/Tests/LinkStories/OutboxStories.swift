import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

/// What a user wrote is sent once, with its files, whatever the network and the service do.
@Suite("Link: the outbox", .timeLimit(.minutes(2))) @MainActor struct OutboxStories {
    /// Begins to attach a large file, as an app does when a photo was picked, and returns while the file is being prepared.
    private func pickFile(for composer: LinkComposer) async throws -> Task<Void, any Error> {
        let file = try LinkFile(data: LinkSampleFile.document(bytes: 9_000_000))
        var hasBegun = false
        let attaching = Task {
            hasBegun = true
            try await composer.attach(file)
        }
        // Nothing public tells that a file is being prepared; when this ends, the task has called the composer.
        while !hasBegun { await Task.yield() }
        return attaching
    }

    @Test("A post that was sent without a network goes out with the file picked just before") func fileWithoutNetwork()
        async throws
    {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                story.network.isDown = true
                let composer = try await app.compose(.post, "photo")
                let attaching = try await pickFile(for: composer)
                #expect(composer.send() == nil)
                try await attaching.value
                #expect(composer.state.draft?.status != .writing)
                #expect(await eventually { composer.state.pauseReason?.code == .noNetwork })
                story.network.isDown = false
                composer.outbox.resume()
                #expect(await eventually { composer.state.draft == nil })
                #expect(story.posts("photo").map(\.files.count) == [1])
            }
        }
    }

    @Test("A post that is sent at once goes out with the file picked just before") func fileAtOnce() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "photo")
                let attaching = try await pickFile(for: composer)
                #expect(composer.send() == nil)
                try await attaching.value
                #expect(await eventually { composer.state.draft == nil })
                #expect(story.posts("photo").map(\.files.count) == [1])
            }
        }
    }

    @Test("Sending again does not repeat a post that the service stored late") func late() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                story.service.answer("POST /post", with: .failure(NoticeBoardError(.connectionLost)))
                let composer = try await app.compose(.post, "late")
                composer.send()
                #expect(await eventually { composer.state.draft?.status == .asking })
                story.service.answer("POST /post", with: nil)
                story.service.write("late", by: 1)
                composer.send()
                #expect(await eventually { composer.state.draft == nil })
                #expect(story.posts("late").count == 1)
            }
        }
    }

    @Test("Finds a lost post whose text the service trimmed") func trimmed() async throws {
        try await linkStory { story in
            try await story.launch(over: TrimmingNetwork(service: story.service)) { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "written\r\n")
                composer.send()
                #expect(await eventually { composer.state.draft == nil || composer.state.draft?.status == .asking })
                #expect(composer.state.draft == nil)
                #expect(story.posts("written").count == 1)
            }
        }
    }

    @Test("A busy service is waited for before the user is asked") func busy() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                story.service.answer("POST /post", with: .status(503, headers: ["Retry-After": "1"]))
                let composer = try await app.compose(.post, "busy")
                composer.send()
                #expect(await eventually { composer.state.pauseReason?.code == .serverFailure })
                #expect(composer.state.draft?.status == .unsure)
                // The service had accepted it.
                story.service.write("busy", by: 1)
                #expect(await eventually { composer.state.draft == nil })
                #expect(story.posts("busy").count == 1)
            }
        }
    }

    @Test("A network with a certificate of its own holds a draft until it is gone") func firewall() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                story.service.answer("POST /post", with: .failure(NoticeBoardError(.untrustedServer)))
                let composer = try await app.compose(.post, "hotel")
                composer.send()
                #expect(await eventually { composer.state.pauseReason?.code == .untrustedServer })
                #expect(composer.state.draft?.status == .waiting)
                story.service.answer("POST /post", with: nil)
                composer.outbox.resume()
                #expect(await eventually { composer.state.draft == nil })
                #expect(story.posts("hotel").count == 1)
            }
        }
    }

    @Test("A reply offers no files") func reply() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                #expect(try await app.compose(.post, "post").state.canAttach)
                let composer = try await app.compose(.reply(on: story.service.posts[0].id), "reply")
                #expect(!composer.state.canAttach)
                let error = await #expect(throws: NoticeBoardError.self) {
                    try await composer.attach(try LinkFile(data: LinkSampleFile.photo))
                }
                #expect(error?.text(in: .english) == "A reply cannot have files.")
            }
        }
    }
}

/// A network that loses every answer to a post, before a service that trims texts.
private struct TrimmingNetwork: HTTPTransport {
    let service: LinkSimulator

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let response = try await service.send(request)
        guard request.method == .post, request.path == "/post" else { return response }
        let text = service.posts[0].fields["content"] ?? ""
        service.posts[0].fields["content"] = text.trimmingCharacters(in: .whitespacesAndNewlines)
        throw NoticeBoardError(.connectionLost)
    }
}
