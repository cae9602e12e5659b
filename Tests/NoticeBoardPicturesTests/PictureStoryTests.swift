import Foundation
import NoticeBoardBase
import NoticeBoardPictures
import NoticeBoardTesting
import TestSupport
import Testing

/// Pictures of a service of an app's own, through public API only.
@Suite("Pictures from launch to sign-out", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PictureStoryTests {
    private let folder = ScratchFolder.url("picture story")
    private let requests = Locked<[String]>([])

    private func launch(_ account: String, _ scope: AccountScope) -> Pictures {
        scope.restore(account)
        return Pictures(in: folder, scope: scope) { address in
            address.components(separatedBy: "?")[0]
        } fetch: { [requests] address in
            requests.withLock { $0.append(address) }
            return PictureSample.baseline
        }
    }

    private var files: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [] }

    @Test("A picture is requested once over two launches, though its address is signed anew") func signedAddresses() async throws
    {
        let first = launch("me", AccountScope())
        #expect(try await first.picture(at: "a.jpg?signature=1") == PictureSample.baseline)
        await first.settled()
        let second = launch("me", AccountScope())
        #expect(try await second.picture(at: "a.jpg?signature=2") == PictureSample.baseline)
        #expect(requests.withLock { $0 } == ["a.jpg?signature=1"])
        #expect(second.remembered("a.jpg?signature=2") == PictureSample.baseline)
    }

    @Test("An uploaded picture is clean and is not requested") func uploaded() async throws {
        let photo = PictureBuilder.inserted(PictureBuilder.exif(1), at: 20, in: PictureSample.baseline)
        let picture = try CleanPicture(photo)
        #expect(picture.data == PictureSample.baseline)
        #expect(picture.kind.contentType == "image/jpeg")
        let pictures = launch("me", AccountScope())
        pictures.keep(picture.data, at: "mine.jpg")
        #expect(try await pictures.picture(at: "mine.jpg") == PictureSample.baseline)
        #expect(requests.withLock { $0.isEmpty })
    }

    @Test("A sign-out erases the pictures of an earlier launch that this one never opened") func signedOut() async throws {
        let accounts = ScratchFolder.url("accounts")
        let firstScope = AccountScope(directory: accounts)
        let first = launch("me", firstScope)
        _ = try await first.picture(at: "a.jpg")
        await first.settled()
        // The folder of the pictures is recorded by now.
        await firstScope.waitUntilErased()
        #expect(files.count == 2)
        let scope = AccountScope(directory: accounts)
        scope.restore("me")
        scope.signOut()
        await scope.waitUntilErased()
        #expect(files.allSatisfy { !$0.contains("/") })
    }

    @Test("After the sign-out every call says that the session is over") func over() async throws {
        let scope = AccountScope()
        let pictures = launch("me", scope)
        _ = try await pictures.picture(at: "a.jpg")
        scope.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await pictures.picture(at: "a.jpg") }
        #expect(error?.code == .sessionOver)
        #expect(pictures.remembered("a.jpg") == nil)
        pictures.keep(PictureSample.baseline, at: "b.jpg")
        await scope.waitUntilErased()
        #expect(files.allSatisfy { !$0.contains("/") })
    }

    @Test("An app without accounts keeps its pictures in memory alone") func memory() async throws {
        let pictures = Pictures(in: nil) { [requests] address in
            requests.withLock { $0.append(address) }
            return PictureSample.rgb
        }
        _ = try await pictures.picture(at: "a.png")
        _ = try await pictures.picture(at: "a.png")
        #expect(requests.withLock { $0.count } == 1)
        pictures.forgetMemory()
        _ = try await pictures.picture(at: "a.png")
        #expect(requests.withLock { $0.count } == 2)
    }
}
