import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardPictures
import NoticeBoardTesting
import Testing

@Suite("Uploaded files", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkUploadTests {
    private let simulator = LinkSimulator()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("upload \(UUID().uuidString)")

    private func signedIn() async throws -> LinkSession {
        let session = try directSession(simulator)
        try await session.signIn(email: "user1@example.com", password: "password1")
        return session
    }

    private func onDisk(_ name: String, _ data: Data) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(name)
        try data.write(to: url)
        return url
    }

    private func stored(_ post: LinkPost) -> [Data] { post.pictures.compactMap { simulator.files[$0] } }

    private static let full = PictureBuilder.inserted(
        PictureBuilder.exif(6) + PictureBuilder.metadataSegments[0], at: 20, in: PictureSample.baseline)

    @Test("Removes the location of a picture from memory or disk before the upload") func cleaned()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try await signedIn()
        let files = [LinkFile(unchecked: Self.full, kind: .jpeg), try LinkFile(contentsOf: onDisk("a.jpg", Self.full))]
        let post = try await session.client.publish(
            LinkPostForm(files: files + [LinkFile(unchecked: PictureSample.pdf, kind: .pdf)]))
        #expect(stored(post)[0] == stored(post)[1])
        #expect(stored(post)[2] == PictureSample.pdf)
        #expect(stored(post)[0].count == PictureSample.baseline.count + 36)
        try await session.client.editProfile(LinkProfileForm(picture: LinkFile(unchecked: Self.full, kind: .jpeg)))
        let path = try #require(try await session.client.myProfile().picture)
        #expect(simulator.files[path] == stored(post)[0])
        let edited = try await session.client.edit(post.id, LinkPostForm(files: [LinkFile(unchecked: Self.full, kind: .jpeg)]))
        #expect(stored(edited) == [stored(post)[0]])
    }

    @Test("An upload with an expired token is sent again whole after the renewal") func expiredToken() async throws {
        let session = try await signedIn()
        simulator.expireTokens()
        let post = try await session.client.publish(
            LinkPostForm(content: "글", files: [LinkFile(unchecked: PictureSample.gif, kind: .gif)]))
        #expect(simulator.refreshes == 1)
        #expect(simulator.posts.filter { $0.id == post.id }.count == 1)
        #expect(stored(post) == [PictureSample.gif])
    }

    @Test("A file's content decides its kind, not its name") func kinds() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try await signedIn()
        let files = [
            LinkFile(unchecked: PictureSample.rgb, kind: .jpeg), try LinkFile(contentsOf: onDisk("gif.png", PictureSample.gif)),
            try LinkFile(data: PictureSample.pdf),
        ]
        let post = try await session.client.publish(LinkPostForm(files: files))
        #expect(post.pictures.map { $0.split(separator: ".").last } == ["png", "gif", "pdf"])
        #expect(stored(post) == [PictureSample.rgb, PictureSample.gif, PictureSample.pdf])
    }

    private static let program = Data("MZ".utf8) + Data(repeating: 0x90, count: 400)

    @Test(
        "Rejects bad files before sending anything",
        arguments: [
            (.tooManyFiles, Array(repeating: PictureSample.gif, count: 6)),
            (.fileTooLarge, [PictureBuilder.gif(11 << 20)]), (.fileKindUnknown, [PictureSample.rgb, program]),
            (.fileDamaged, [PictureSample.rgb.dropLast(40)]), (.fileDamaged, [PictureSample.gif.dropLast(2)]),
            (.fileEmpty, [Data()]),
        ] as [(NoticeBoardError.Code, [Data])])
    func refused(code: NoticeBoardError.Code, contents: [Data]) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try await signedIn()
        let before = simulator.requests.count
        let inMemory = contents.map { LinkFile(unchecked: $0, kind: .jpeg) }
        for isOnDisk in [false, true] {
            let error = await #expect(throws: NoticeBoardError.self) {
                let files = try contents.enumerated().map { number, data in
                    isOnDisk ? try LinkFile(contentsOf: onDisk("\(number).jpg", data)) : inMemory[number]
                }
                try await session.client.publish(LinkPostForm(content: "a", files: files))
            }
            #expect(error?.code == code)
        }
        if contents.count == 1, code != .fileTooLarge {
            let form = LinkProfileForm(picture: inMemory[0])
            let error = await #expect(throws: NoticeBoardError.self) { try await session.client.editProfile(form) }
            #expect(error?.code == code)
        }
        #expect(simulator.requests.count == before)
    }

    @Test("Applies the size limit to the cleaned picture") func cleanedBelowLimit()
        async throws
    {
        let session = try await signedIn()
        // A motion photo has its video after the picture.
        let large = PictureSample.baseline + Data(count: 12 << 20)
        let post = try await session.client.publish(LinkPostForm(files: [LinkFile(unchecked: large, kind: .jpeg)]))
        #expect(stored(post) == [PictureSample.baseline])
        let profile = LinkProfileForm(picture: LinkFile(unchecked: PictureSample.baseline + Data(count: 2 << 20), kind: .jpeg))
        #expect(try await session.client.editProfile(profile).picture != nil)
    }

    @Test("Rejects a picture that is too large to be read for cleaning") func tooLargeToRead() async throws {
        let session = try await signedIn()
        let before = simulator.requests.count
        let form = LinkProfileForm(picture: LinkFile(unchecked: PictureSample.baseline + Data(count: 8 << 20), kind: .jpeg))
        let error = await #expect(throws: NoticeBoardError.self) { try await session.client.editProfile(form) }
        #expect(error?.code == .profilePictureTooLarge)
        #expect(simulator.requests.count == before)
    }

    @Test(
        "The content decides the kind of a file with another extension", arguments: ["a.mpo", "a.jfif", "a.jpe", "a.apng", "a"])
    func otherExtension(_ name: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try await signedIn()
        let file = try LinkFile(contentsOf: onDisk(name, PictureSample.rgb))
        #expect(stored(try await session.client.publish(LinkPostForm(files: [file]))) == [PictureSample.rgb])
    }

    @Test("Rejects unsupported content from memory and from disk") func unknownContent() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for (code, data) in [(.fileKindUnknown, Self.program), (.fileEmpty, Data())] as [(NoticeBoardError.Code, Data)] {
            let fromMemory = #expect(throws: NoticeBoardError.self) { try LinkFile(data: data) }
            #expect(fromMemory?.code == code)
            let fromDisk = #expect(throws: NoticeBoardError.self) { try LinkFile(contentsOf: onDisk("a.heic", data)) }
            #expect(fromDisk?.code == code)
        }
    }

    @Test("Sends files unchanged if the app configures it") func asGiven() async throws {
        let session = try directSession(simulator, change: { $0.cleansFiles = false })
        try await session.signIn(email: "user1@example.com", password: "password1")
        let post = try await session.client.publish(LinkPostForm(files: [LinkFile(unchecked: Self.full, kind: .png)]))
        #expect(stored(post) == [Self.full])
        #expect(post.pictures[0].hasSuffix(".png"))
    }

    @Test("Reports upload progress up to the full size") func progress() async throws {
        let fixture = try LinkServerFixture()
        let session = try await fixture.signedIn()
        let updates = Locked<[HTTPProgress.Update]>([])
        let picture = LinkFile(unchecked: PictureBuilder.gif(3 << 20), kind: .gif)
        let progress = HTTPProgress { update in updates.withLock { $0.append(update) } }
        try await session.client.publish(LinkPostForm(content: "a", files: [picture], progress: progress))
        let received = updates.withLock { $0 }.filter { $0.received == 0 && $0.sent > 0 }
        #expect(received.count > 2)
        #expect(received.map(\.sent) == received.map(\.sent).sorted())
        let all = try #require(received.last?.toSend)
        #expect(all > 3 << 20)
        #expect(received.last?.sent == all)
        #expect(received.allSatisfy { $0.toSend == all })
    }

    @Test("Fails the upload of a file that changes while it is sent") func changing() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let fixture = try LinkServerFixture()
        let session = try await fixture.signedIn()
        let url = try onDisk("a.pdf", PictureSample.pdf + Data(repeating: 1, count: 9 << 20))
        let second = PictureSample.pdf + Data(repeating: 2, count: 9 << 20)
        let isChanged = Locked(false)
        let progress = HTTPProgress { update in
            let wasChanged = isChanged.withLock { was in
                defer { was = was || update.sent > 0 }
                return was
            }
            if update.sent > 0, !wasChanged { try? second.write(to: url) }
        }
        let posts = fixture.simulator.posts.count
        let error = await #expect(throws: NoticeBoardError.self) {
            try await session.client.publish(LinkPostForm(files: [LinkFile(contentsOf: url)], progress: progress))
        }
        #expect(error?.code == .fileUnavailable)
        #expect(fixture.simulator.posts.count == posts)
        #expect(fixture.simulator.files.isEmpty)
    }

    @Test("Signing out fails a running upload at once") func signedOut() async throws {
        let session = try await signedIn()
        let gate = Gate()
        simulator.hold("POST /post", at: gate)
        let upload = Task { try await session.client.publish(LinkPostForm(files: [LinkFile(unchecked: Self.full, kind: .jpeg)])) }
        await gate.waitForArrivals(1)
        try await session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await upload.value }
        #expect(error?.code == .sessionOver)
        gate.open()
        #expect(!simulator.posts.contains { !$0.files.isEmpty })
    }
}
