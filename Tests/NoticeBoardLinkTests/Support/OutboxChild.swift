import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport

/// A process that writes and sends a draft, and is killed at a file operation.
struct OutboxChild {
    private let configuration: LinkClient.Configuration
    private let folder: URL

    init(_ url: String, _ folder: String, _ key: String) {
        configuration = LinkClient.Configuration(
            baseURL: URL(string: url) ?? PictureFixture.url, key: key, productID: LinkSimulator().product)
        self.folder = URL(fileURLWithPath: folder)
    }

    @MainActor func run(_ text: String, killedAt number: Int) async throws {
        let files = FaultyFiles()
        let session = LinkSession(configuration)
        try await session.signIn(email: "user1@example.com", password: "password1")
        files.kill(at: number)
        guard let outbox = session.outbox(in: folder, files: files) else { exit(1) }
        await outbox.firstState { $0.isLoaded }
        let id = outbox.newDraft(.post, text)
        try await outbox.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        outbox.send(id)
        await outbox.sent(id)
        await outbox.waitUntilSaved()
        // The launch took fewer operations than `number`, so kill it now.
        kill(getpid(), SIGKILL)
    }
}
