import ExampleSupport
import Foundation
import NoticeBoardLink

extension Tour {
    /// The account's files in subfolders of the tour's folder.
    ///
    /// The tokens are in the folder itself.
    var accountFiles: [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []).filter { $0.contains("/") }
    }

    func killWhileWriting() async throws {
        try await DraftWriter(folder: folder.path).runAndKill()
        try check(accountFiles.contains { $0.hasSuffix(".draft") }, "a draft is on the disk")
        done("Killed a process that was writing", "its draft is kept")
    }

    @MainActor func write(_ session: LinkSession) async throws {
        guard let outbox = session.outbox(in: folder), let pictures = session.pictures(in: folder) else {
            throw Failure(.badData, "The session that was restored is nobody's.")
        }
        await outbox.firstState { $0.isLoaded || $0.failure != nil }
        guard let id = outbox.state.drafts.first(where: { $0.form.content == DraftWriter.text })?.id else {
            throw Failure(.badData, "The draft that was kept is gone.")
        }
        let composer = LinkComposer(outbox, id)
        try await composer.attach(try LinkFile(data: Self.picture))
        try await send(composer)
        let mine = try await session.client.postPage(of: .user(session.user ?? ""), at: nil, limit: 5).items
        guard let post = mine.first(where: { $0.content == DraftWriter.text }), let path = post.pictures.first else {
            throw Failure(.badData, "The draft was sent, and is not there.")
        }
        done("Sent the draft", "\(DraftWriter.text), with a picture")

        let shown = try await pictures.picture(at: path)
        try check(shown.range(of: Data(Self.place.utf8)) == nil, "the place where it was taken has left the picture")
        try check(shown.count < Self.picture.count && pictures.remembered(path) == shown, "the picture is kept for the next row")
        done("Showed the picture", "\(shown.count) of \(Self.picture.count) bytes: without the place where it was taken")

        let form = LinkProfileForm(phone: "01012345678", picture: try LinkFile(data: Self.picture))
        let now = try await session.client.editProfile(form)
        try check(now.phone == "01012345678" && now.picture != nil && now.email != nil, "the profile is as it was edited")
        done("Edited the profile", "the phone number and the picture, nothing else")
    }

    @MainActor private func send(_ composer: LinkComposer) async throws {
        if let problem = composer.send() { throw Failure(.badData, problem.text(in: .english)) }
        let end = await composer.firstState { state in
            switch state.draft?.status {
            case nil, .refused?, .asking?: true
            default: state.pauseReason != nil
            }
        }
        if case .refused(let error)? = end?.draft?.status { throw error }
        if let pauseReason = end?.pauseReason { throw pauseReason }
        try check(end?.draft == nil, "the draft was sent")
    }

    private static let place = "37.5665N 126.9780E"

    /// A PNG of one pixel with a text chunk that contains a location.
    private static var picture: Data {
        let plain =
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data()
        let text = Data(("Location\0" + place).utf8)
        let length = [0, 0, 0, UInt8(text.count)]
        // The chunk is removed before sending, so its checksum may be wrong.
        return plain.prefix(33) + Data(length) + Data("tEXt".utf8) + text + Data([0, 0, 0, 0]) + plain.dropFirst(33)
    }
}
