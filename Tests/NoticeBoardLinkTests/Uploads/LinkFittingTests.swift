import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@Suite("Fitting profile pictures", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkFittingTests {
    /// Returns a JPEG with a size that depends on the picture's side and quality.
    private static func jpeg(_ longestSide: Int?, _ quality: Double) -> Data {
        let side = min(longestSide ?? 4_032, 4_032)
        return PictureBuilder.jpeg(width: side, height: side * 3 / 4, bytes: Int(Double(side * side) * quality / 5))
    }

    @Test("Fits a large photo into the profile's limit") func profile() async throws {
        let simulator = LinkSimulator()
        let session = try directSession(simulator)
        try await session.signIn(email: "user1@example.com", password: "password1")
        let photo = PictureBuilder.jpeg(width: 4_032, height: 3_024, bytes: 3 << 20)
        let picture = try await LinkFile.picture(photo) { _, side, quality in Self.jpeg(side, quality) }
        try await session.client.editProfile(LinkProfileForm(picture: picture))
        let sent = try #require(simulator.files.values.first).count
        #expect(600_000...1_048_576 ~= sent)
    }

    @Test("The limit is one mebibyte if none is given", arguments: [(1_048_576, false), (1_048_577, true)])
    func defaultLimit(bytes: Int, isEncoded: Bool) async throws {
        let count = Locked(0)
        let picture = PictureBuilder.jpeg(width: 100, height: 100, bytes: bytes)
        #expect(picture.count == bytes)
        _ = try await LinkFile.picture(picture) { _, _, _ in
            count.withLock { $0 += 1 }
            return PictureBuilder.jpeg(width: 100, height: 75, bytes: 500)
        }
        #expect(count.withLock { $0 > 0 } == isEncoded)
    }

    @Test("Names the limit of the profile if no version fits") func tooLarge() async throws {
        let error = await #expect(throws: NoticeBoardError.self) {
            try await LinkFile.picture(Data("a format that only the encoder reads".utf8), atMost: 400) { _, _, _ in
                PictureBuilder.jpeg(width: 100, height: 75, bytes: 5_000)
            }
        }
        #expect(error?.code == .profilePictureTooLarge)
    }
}
