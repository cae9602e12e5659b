import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Uploaded files", .serialized, .inTurn, .timeLimit(.minutes(1))) final class UploadedFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "uploaded-\(UInt64.random(in: 0...UInt64.max))")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(_ name: String = "file", size: Int) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(repeating: 7, count: size).write(to: url)
        return url
    }

    /// Returns the names of the temporary files with a size in `sizes`.
    private static func copies(of sizes: some RangeExpression<Int>) -> Set<String> {
        let folder = FileManager.default.temporaryDirectory.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(
            names.filter { name in
                let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
                guard name.hasPrefix(".noticeboard-"), let size = attributes?[.size] as? Int else { return false }
                return sizes.contains(size)
            })
    }

    @Test("A file that changes while it is uploaded throws fileUnavailable", arguments: TransportKind.allCases)
    func changed(kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        let file = try file(size: 20_000_000)
        let hasChanged = Locked(false)
        let bar = HTTPProgress { update in
            let isFirst = hasChanged.withLock { hasChanged in
                guard update.sent > 0, update.sent < 20_000_000, !hasChanged else { return false }
                hasChanged = true
                return true
            }
            guard isFirst, let handle = try? FileHandle(forWritingTo: file) else { return }
            try? handle.write(contentsOf: Data(repeating: 8, count: 100))
            try? handle.close()
        }
        let client = APIClient(APIClient.Configuration(baseURL: server.url(), retry: .never), transport: try kind.make())
        let call = EndpointRequest.put("file", body: .file(file, contentType: "a/b")).with { $0.options.progress = bar }
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: call) }
        #expect(hasChanged.withLock { $0 })
        #expect(error?.code == .fileUnavailable)
        #expect(error?.detail == "A file of the body was changed while it was sent.")
    }

    @Test("A form with a file is copied once for all attempts of a call") func copiedOnce() async throws {
        let file = try file(size: 1_234_567)
        let form = Multipart([.text("title", "t"), .file("file", file, fileName: "a.bin", contentType: "a/b")])
        let seen = Locked<[Set<String>]>([])
        let size = Locked(0)
        let server = try LoopbackServer { request in
            size.withLock { $0 = request.body.count }
            seen.withLock { $0.append(Self.copies(of: request.body.count...request.body.count)) }
            switch request.number {
            case 1: return .text("", status: 503)
            case 2: return .response(307, headers: [("Location", "/elsewhere")])
            default: return .json("{}")
            }
        }
        defer { server.stop() }
        var configuration = APIClient.Configuration(baseURL: server.url())
        configuration.random = { 0 }
        let client = APIClient(configuration, transport: URLSessionTransport())
        try await client.response(for: .put("form", body: .multipart(form)))
        #expect(server.requests.count == 3)
        #expect(Set(server.requests.map(\.body)).count == 1)
        let copies = seen.withLock { $0 }
        #expect(copies.allSatisfy { $0.count == 1 })
        #expect(Set(copies).count == 1)
        // The task of the last attempt ends a moment after its response.
        #expect(await eventually { Self.copies(of: size.withLock { $0...$0 }).isEmpty })
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("Copying a large form leaves the call's thread free") func threads() async throws {
        let size = 400_000_000
        let file = folder.appendingPathComponent("large")
        try Data().write(to: file)
        try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(size))
        let form = Multipart([.text("title", "t"), .file("file", file, fileName: "a.bin", contentType: "a/b")])
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "http://127.0.0.1:1")), retry: .never),
            transport: URLSessionTransport())
        let lane = Lane()
        let uploads = await lane.start(1) { try await client.response(for: .put("form", body: .multipart(form))) }
        // On the same thread, after the call has suspended.
        let isComplete = await lane.start(1) { !Self.copies(of: size...).isEmpty }
        #expect(try await !isComplete[0].value)
        uploads[0].cancel()
        await #expect(throws: CancellationError.self) { try await uploads[0].value }
        #expect(await eventually { Self.copies(of: 1_000_000...).isEmpty })
    }
}
