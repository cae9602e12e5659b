#if os(Linux)
    import Foundation
    import Glibc
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    @Suite("File size limits", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FileSizeTests {
        @Test("A response over the file size limit leaves the old file")
        func limit() async {
            await #expect(processExitsWith: .success) {
                // The signal would end the process before the call could fail.
                signal(SIGXFSZ, SIG_IGN)
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("size-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                defer { try? FileManager.default.removeItem(at: folder) }
                let file = folder.appendingPathComponent("a")
                try Data("old".utf8).write(to: file)
                let server = try LoopbackServer { _ in .text(String(repeating: "a", count: 2_000)) }
                var transports: [any HTTPTransport] = [StubTransport { _ in HTTPResponse(status: 200, body: Data(count: 2_000)) }]
                for kind in TransportKind.allCases { transports.append(try kind.make()) }
                var limit = rlimit(rlim_cur: 1_000, rlim_max: rlim_t.max)
                unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                for transport in transports {
                    let client = APIClient(
                        APIClient.Configuration(baseURL: server.url(), retry: .never), transport: transport)
                    let error = await #expect(throws: NoticeBoardError.self) {
                        try await client.download(.get("a"), to: file)
                    }
                    #expect(error?.code == .fileUnavailable)
                    #expect(error?.detail == "the file for the answer: write failed (error \(EFBIG)).")
                    #expect(try Data(contentsOf: file) == Data("old".utf8))
                    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
                }
            }
        }
    }
#endif
