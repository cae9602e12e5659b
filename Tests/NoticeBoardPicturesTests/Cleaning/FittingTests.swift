import Foundation
import NoticeBoardBase
import NoticeBoardPictures
import NoticeBoardTesting
import Testing

@Suite("Fitting pictures", .serialized, .inTurn, .trialLimit(minutes: 1))
struct FittingTests {
    /// An encoder with an output size that depends only on the picture's side and quality.
    private final class RuledSizer: Sendable {
        let side: Int
        let rule: @Sendable (_ side: Int, _ quality: Double) throws -> Int
        let asked = Locked<[(side: Int, quality: Double, bytes: Int)]>([])

        init(_ side: Int, _ rule: @escaping @Sendable (Int, Double) throws -> Int) { (self.side, self.rule) = (side, rule) }

        func jpeg(_ picture: Data, longestSide: Int?, quality: Double) throws -> Data {
            let made = min(longestSide ?? side, side)
            let bytes = try rule(made, quality)
            asked.withLock { $0.append((made, quality, bytes)) }
            let jpeg = PictureBuilder.jpeg(width: made, height: max(1, made * 3 / 4), bytes: bytes)
            return PictureBuilder.inserted(PictureBuilder.exif(nil), at: 2, in: jpeg)
        }
    }

    private static let photo = Data("a format that only the encoder reads".utf8)

    @Test("Finds the best fitting picture with at most eight encodings") func best() async throws {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(150) {
            let (side, density) = (random.number(40...2_000), Double(random.number(1...60)) / 100)
            let limit = random.number(500...20_000)
            let rule: @Sendable (Int, Double) -> Int = { 60 + Int(Double($0) * Double($0) * density * $1 * $1 / 40) }
            let sizer = RuledSizer(side, rule)
            let file = try? await CleanPicture.fitting(Self.photo, atMost: limit, encode: sizer.jpeg)
            let asked = sizer.asked.withLock { $0 }
            #expect(asked.count <= 8, "\(trials)")
            guard let file else {
                #expect(rule(max(1, side / 40), 0.5) > limit - 40, "\(trials)")
                continue
            }
            let bytes = file.data
            #expect(bytes.count <= limit, "\(trials)")
            #expect(file.kind == .jpeg, "\(trials)")
            #expect(bytes.range(of: Data(PictureBuilder.secret.utf8)) == nil, "\(trials)")
            // The result is the largest encoding that fits.
            #expect(bytes.count == asked.map(\.bytes).filter { $0 <= limit }.max(), "\(trials)")
            let all = ([(1, 0.9)] + CleanPicture.fittingSteps).map { rule(max(1, Int(Double(side) * $0.scale)), $0.quality) }
            #expect(bytes.count == all.first { $0 <= limit }, "\(trials)")
        }
    }

    @Test("Accepts a picture of exactly the limit at the first or a later encoding") func exact()
        async throws
    {
        for (limit, bytes, tries) in [(5_000, 5_000, 1...1), (4_999, 4_000, 2...2), (4_000, 4_000, 2...2)] {
            let sizer = RuledSizer(400) { $1 == 0.9 ? 5_000 : 4_000 }
            let file = try await CleanPicture.fitting(Self.photo, atMost: limit, encode: sizer.jpeg)
            #expect(file.data.count == bytes, "\(limit)")
            #expect(tries.contains(sizer.asked.withLock { $0.count }), "\(limit)")
        }
    }

    @Test("Cleans a fitting picture without encoding it again") func fits() async throws {
        let sizer = RuledSizer(100) { _, _ in 100 }
        let full = PictureBuilder.inserted(PictureBuilder.exif(1), at: 20, in: PictureSample.baseline)
        let file = try await CleanPicture.fitting(full, atMost: 1 << 20, encode: sizer.jpeg)
        #expect(file.data == PictureSample.baseline)
        #expect(sizer.asked.withLock { $0.isEmpty })
        let exact = try await CleanPicture.fitting(full, atMost: PictureSample.baseline.count, encode: sizer.jpeg)
        #expect(exact == file)
        let smaller = try await CleanPicture.fitting(full, atMost: PictureSample.baseline.count - 1, encode: sizer.jpeg)
        #expect(smaller.data.count == 100)
    }

    @Test("Accepts a picture of exactly the limit while scaling down", arguments: [(500, 500), (499, 350), (350, 350)])
    func exactly(limit: Int, count: Int) async throws {
        let sizer = RuledSizer(100) { side, _ in 10 * side }
        #expect(try await CleanPicture.fitting(Self.photo, atMost: limit, encode: sizer.jpeg).data.count == count)
    }

    @Test("Scales a small picture down to one pixel if nothing larger fits") func point() async throws {
        let sizer = RuledSizer(20) { side, _ in side > 1 ? 5_000 : 400 }
        let file = try await CleanPicture.fitting(Self.photo, atMost: 500, encode: sizer.jpeg)
        #expect(file.data.count == 400)
        #expect(sizer.asked.withLock { $0.map(\.side).min() } == 1)
    }

    @Test("Throws if nothing fits, the encoder fails or its output is not a JPEG") func failures() async throws {
        let cases: [(NoticeBoardError.Code, RuledSizer)] = [
            (.pictureTooLarge, RuledSizer(3_000) { _, _ in 5_000 }),
            (.external, RuledSizer(3_000) { _, _ in throw CocoaError(.fileReadCorruptFile) }),
        ]
        for (code, sizer) in cases {
            let error = await #expect(throws: NoticeBoardError.self) {
                try await CleanPicture.fitting(Self.photo, atMost: 4_000, encode: sizer.jpeg)
            }
            #expect(error?.code == code)
        }
        let error = await #expect(throws: NoticeBoardError.self) {
            try await CleanPicture.fitting(Self.photo, atMost: 1 << 20) { _, _, _ in PictureSample.rgb }
        }
        #expect(error?.code == .fileDamaged)
    }

    @Test("Stops encoding when the caller cancels") func cancelled() async throws {
        let sizer = RuledSizer(3_000) { side, _ in
            if side < 3_000 { throw CancellationError() }
            return 5_000
        }
        await #expect(throws: CancellationError.self) {
            try await CleanPicture.fitting(Self.photo, atMost: 4_000, encode: sizer.jpeg)
        }
        // Cancel during the first encoding.
        let abandoned = RuledSizer(3_000) { side, _ in
            unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            return 2 * side
        }
        let task = Task { try await CleanPicture.fitting(Self.photo, atMost: 4_000, encode: abandoned.jpeg) }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(abandoned.asked.withLock { $0.count } == 1)
    }
}
